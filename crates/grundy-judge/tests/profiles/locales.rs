//! Every code has its message, and the messages are well written.

use grundy_judge::{BUILTINS, Lang};
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

#[test]
fn chinese_has_one_word_for_a_stone() {
    for builtin in BUILTINS {
        let profile = builtin.profile().unwrap();
        let told = format!("{}{}", profile.rules(), profile.about().idea(Lang::Zh));
        // Beads and sweets are counted otherwise.
        let others = ["珠", "糖", "吃"];
        let is_stone = !others.iter().any(|other| told.contains(other));
        assert!(!is_stone || !told.contains('颗'), "{}: {told}", builtin.file);
    }
    for theme in grundy_judge::themes().unwrap() {
        let told = format!("{}{}{}", theme.title(Lang::Zh), theme.idea(Lang::Zh), theme.law(Lang::Zh));
        assert!(!told.contains('颗'), "{}: {told}", theme.name);
    }
    for id in TEXTS.ids() {
        assert!(!TEXTS.text(Lang::Zh, id).contains('颗'), "{id}");
    }
}
