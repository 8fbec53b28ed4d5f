//! The server against a client of the protocol's own SDK, as assistants use it.

use std::time::Duration;

use grundy_mcp::{Config, Server};
use grundy_solver::text::Lang;
use rmcp::model::{CallToolRequestParams, CallToolResult, JsonObject};
use rmcp::service::{RoleClient, RunningService};
use rmcp::{ServiceError, ServiceExt as _};
use serde_json::{Value as Json, json};

type Client = RunningService<RoleClient, ()>;

fn run(test: impl Future<Output = ()>) {
    tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap().block_on(test);
}

/// A client connected to its own server, after the handshake.
async fn client(config: Config) -> Client {
    let (here, there) = tokio::io::duplex(1 << 16);
    tokio::spawn(async move {
        let service = Server::new(config).serve(there).await.unwrap();
        service.waiting().await.unwrap();
    });
    ().serve(here).await.unwrap()
}

async fn called(client: &Client, name: &str, arguments: Json) -> Result<CallToolResult, ServiceError> {
    let Json::Object(arguments) = arguments else { panic!("arguments are an object") };
    call(client, name, arguments).await
}

async fn call(client: &Client, name: &str, arguments: JsonObject) -> Result<CallToolResult, ServiceError> {
    client.call_tool(CallToolRequestParams::new(name.to_owned()).with_arguments(arguments)).await
}

async fn answer(client: &Client, name: &str, arguments: Json) -> Json {
    let result = called(client, name, arguments).await.unwrap();
    assert_eq!(result.is_error, Some(false), "{result:?}");
    result.structured_content.unwrap()
}

/// The error code that an assistant receives.
async fn error(client: &Client, name: &str, arguments: Json) -> String {
    let result = called(client, name, arguments).await.unwrap();
    assert_eq!(result.is_error, Some(true), "{result:?}");
    let json = result.structured_content.unwrap();
    assert!(json["error"]["message"].as_str().is_some_and(|text| text.len() > 10), "{json}");
    json["error"]["code"].as_str().unwrap().to_owned()
}

#[test]
fn every_tool_is_listed_with_a_schema_and_answers() {
    run(async {
        let client = client(Config::default()).await;
        let tools = client.list_all_tools().await.unwrap();
        let names: Vec<&str> = tools.iter().map(|tool| &*tool.name).collect();
        assert_eq!(names, ["solve", "explain", "values", "period", "pattern", "table", "nash", "games"]);
        for tool in &tools {
            assert_eq!(tool.input_schema["type"], "object");
            assert_eq!(tool.annotations.as_ref().unwrap().read_only_hint, Some(true));
            // The example in the schema is a valid call.
            let example = tool.input_schema["examples"][0].clone();
            assert_eq!(answer(&client, &tool.name, example).await["schema"], 1, "{}", tool.name);
        }
        let solved = answer(&client, "solve", json!({"game": "wythoff", "heaps": [583, 646]})).await;
        let expected =
            grundy_solver::Solver::default().solve_text("wythoff[583, 646]").unwrap().to_json(Lang::En);
        assert_eq!(solved, expected);
        let equilibria = answer(&client, "nash", json!({"matrix": "1,-1 -1,1; -1,1 1,-1"})).await;
        assert_eq!(equilibria["equilibria"].as_array().unwrap().len(), 1, "{equilibria}");
        let period = answer(&client, "period", json!({"game": "kayles"})).await;
        assert_eq!((&period["period"], &period["proof"]), (&json!(12), &json!("Guy and Smith 1956")));
        client.cancel().await.unwrap();
    });
}

#[test]
fn what_goes_wrong_is_told_so_that_it_can_be_mended() {
    run(async {
        let small = Config { time: Duration::from_millis(300), answer: 2000, ..Config::default() };
        let client = client(small).await;
        assert_eq!(error(&client, "solve", json!({"game": "wythof[8, 15]"})).await, "unknown-game");
        assert_eq!(error(&client, "solve", json!({"heaps": [8]})).await, "field-missing");
        assert_eq!(
            error(&client, "table", json!({"game": "nim", "size": 3, "format": "png"})).await,
            "field-unknown"
        );
        assert_eq!(error(&client, "values", json!({"game": "nim", "to": 5000})).await, "answer-too-long");
        assert_eq!(
            error(&client, "solve", json!({"game": "graph(\"/etc/passwd\")[a]"})).await,
            "files-refused"
        );
        let script = json!({"game": "script(\"fn options(p) { [] }\")[1]"});
        assert_eq!(error(&client, "solve", script).await, "scripts-refused");
        assert_eq!(
            error(&client, "period", json!({"game": "wythoff", "lang": "zh"})).await,
            "period-of-one-heap"
        );
        let endless = json!({"game": "take any or take 1, 2, 4 from 3 heaps[1900, 1901, 1902]"});
        assert_eq!(error(&client, "solve", endless).await, "time-limit");
        let unknown = called(&client, "play", json!({})).await.unwrap_err();
        assert!(matches!(unknown, ServiceError::McpError(_)), "{unknown:?}");
        // The server continues.
        assert_eq!(answer(&client, "solve", json!({"game": "nim[3]"})).await["outcome"], "N");
    });
}

#[test]
fn scripts_and_chinese_where_they_are_asked_for() {
    run(async {
        let config = Config { scripts: true, lang: Lang::Zh, ..Config::default() };
        let client = client(config).await;
        let info = client.peer_info().unwrap();
        assert!(info.instructions.as_deref().unwrap().contains("取石子"));
        let script =
            json!({"game": "script(\"fn options(p) { if p[0] > 0 { [[p[0] - 1]] } else { [] } }\")[3]"});
        assert_eq!(answer(&client, "solve", script).await["outcome"], "N");
        let explained = answer(&client, "explain", json!({"game": "nim[1, 2, 3]"})).await;
        assert!(explained["steps"][0]["text"].as_str().unwrap().contains('堆'), "{explained}");
        let english = answer(&client, "explain", json!({"game": "nim[1, 2, 3]", "lang": "en"})).await;
        assert!(english["steps"][0]["text"].as_str().unwrap().is_ascii(), "{english}");
    });
}
