//! Commands that only `integrations/grundy-full` has report how to get them.

#[test]
fn without_sql_the_command_says_how_to_build_it() {
    let run = crate::common::grundy(&["sql", "SELECT 1"]);
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert!(run.err.contains("integrations/grundy-full"), "{}", run.err);
    assert_eq!(crate::common::grundy(&["sql", "SELECT 1", "--json"]).error()["code"], "sql-missing");
}

#[test]
fn without_the_cluster_the_commands_say_how_to_build_it() {
    for words in [&["cluster", "scheduler"][..], &["cluster", "executor"]] {
        let run = crate::common::grundy(words);
        assert_eq!(run.code, 2);
        assert!(run.err.contains("--features cluster"), "{}", run.err);
    }
}
