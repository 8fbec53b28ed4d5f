//! Every code has its message, and the messages are well written.

use grundy_judge::Lang;
use grundy_text::Catalogue;

static TEXTS: Catalogue = grundy_text::catalogue!("judge");

#[test]
fn texts_have_no_faults() {
    assert_eq!(TEXTS.faults(), Vec::<String>::new());
}

#[test]
fn every_code_in_the_source_has_a_sentence() {
    let ids = TEXTS.ids();
    let mut used = 0;
    let files = ["/src", "/src/stress"].map(|folder| format!("{}{folder}", env!("CARGO_MANIFEST_DIR")));
    let files = files.iter().flat_map(|folder| std::fs::read_dir(folder).unwrap());
    for path in files.map(|file| file.unwrap().path()).filter(|path| path.is_file()) {
        let text = std::fs::read_to_string(path).unwrap();
        for call in
            ["Error::new(\"", "Fault::new(\"", "from_io(\"", "Err(fault(\"", "|| fault(\"", "unfit(\""]
        {
            for rest in text.split(call).skip(1) {
                let code = rest.split('"').next().unwrap();
                assert!(code.is_empty() || ids.contains(code), "{code}");
                used += 1;
            }
        }
    }
    assert!(used > 40);
}

#[test]
fn chinese_sentences_quote_what_was_given_as_chinese_does() {
    // The text between backticks is literal.
    for id in TEXTS.ids() {
        let sentence = TEXTS.text(Lang::Zh, id);
        let mut code = sentence.split('`').skip(1).step_by(2);
        assert!(code.all(|code| !code.starts_with("%{") || !code.ends_with('}')), "{id}: {sentence}");
    }
}
