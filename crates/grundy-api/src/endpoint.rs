//! The endpoints as data: the fields of each, an example, and the function that answers.

use serde_json::Value as Json;

use crate::answers::{games, heap, judge, nash, nim, play, positions, prove, table};
use crate::ask::Ask;
use crate::failure::Failure;
use crate::field::{Field, Kind};
use crate::work::Work;

const GAME: Field = Field::of("game", Kind::Text).needed();
const MISERE: Field = Field::of("misere", Kind::Flag);
const HEAPS: Field = Field::of("heaps", Kind::Heaps);
const MOVES: Field = Field::of("moves", Kind::Number);

const PLAYED: Field = Field::of("played", Kind::Texts);
const AT: Field = Field::of("at", Kind::Number);
const SEED: Field = Field::of("seed", Kind::Number);

/// One endpoint.
pub struct Endpoint {
    /// The last part of its path.
    pub name: &'static str,
    /// The fields of its requests.
    pub fields: &'static [Field],
    /// An example of a request body.
    pub example: &'static str,
    /// Whether an answer without queueing may be tried.
    pub quick: bool,
    /// Computes the answer.
    pub answer: fn(&Ask, &Work) -> Result<Json, Failure>,
}

/// All endpoints.
pub static ENDPOINTS: [Endpoint; 17] = [
    Endpoint {
        name: "solve",
        fields: &[GAME, HEAPS, MISERE, MOVES, Field::of("value", Kind::Flag)],
        example: r#"{"game": "wythoff", "heaps": [583, 646]}"#,
        quick: true,
        answer: positions::solve,
    },
    Endpoint {
        name: "explain",
        fields: &[GAME, HEAPS, MISERE, MOVES, Field::of("value", Kind::Flag), Field::text("move")],
        example: r#"{"game": "nim[3, 4, 7]", "moves": 2}"#,
        quick: false,
        answer: positions::explained,
    },
    Endpoint {
        name: "moves",
        fields: &[GAME, HEAPS, MISERE, MOVES],
        example: r#"{"game": "take 1, 3, 4", "heaps": [5]}"#,
        quick: false,
        answer: positions::moves,
    },
    Endpoint {
        name: "values",
        fields: &[GAME, Field::of("from", Kind::Number), Field::of("to", Kind::Number).needed()],
        example: r#"{"game": "kayles", "from": 0, "to": 10}"#,
        quick: false,
        answer: heap::values,
    },
    Endpoint {
        name: "period",
        fields: &[GAME, Field::of("limit", Kind::Number), Field::of("certificate", Kind::Flag)],
        example: r#"{"game": "kayles"}"#,
        quick: false,
        answer: heap::period,
    },
    Endpoint {
        name: "table",
        fields: &[
            GAME,
            MISERE,
            Field::of("size", Kind::Size).needed(),
            Field::of("from", Kind::Size),
            Field::of("show", Kind::Words(&["outcome", "value", "remoteness"])),
            Field::of("format", Kind::Words(&["json", "packed", "csv", "svg", "png"])),
        ],
        example: r#"{"game": "wythoff", "size": [4, 4], "show": "value"}"#,
        quick: false,
        answer: table::table,
    },
    Endpoint {
        name: "pattern",
        fields: &[
            GAME,
            MISERE,
            Field::of("number_of_heaps", Kind::Number),
            Field::of("to", Kind::Number),
            Field::of("emit", Kind::Words(&["cpp", "python", "rust", "java"])),
        ],
        example: r#"{"game": "take 1, 3, 4"}"#,
        quick: false,
        answer: table::pattern,
    },
    Endpoint {
        name: "prove",
        fields: &[
            GAME,
            MISERE,
            Field::of("number_of_heaps", Kind::Number),
            Field::of("values", Kind::Number),
        ],
        example: r#"{"game": "take 1, 2 or take 1 from 2 heaps", "values": 4}"#,
        quick: false,
        answer: prove::prove,
    },
    Endpoint {
        name: "judge",
        fields: &[
            Field::text("profile"),
            Field::text("input"),
            Field::text("output"),
            Field::of("emit", Kind::Words(&["cpp", "python", "rust", "java"])),
        ],
        example: r#"{"profile": "POJ 1067", "input": "2 1\n8 4\n4 7\n"}"#,
        quick: false,
        answer: judge::judge,
    },
    Endpoint {
        name: "nash",
        fields: &[
            Field::text("matrix"),
            Field::of("method", Kind::Words(&["all", "pure", "lemke-howson", "zero-sum"])),
        ],
        example: r#"{"matrix": "3,3 0,5; 5,0 1,1"}"#,
        quick: false,
        answer: nash::nash,
    },
    Endpoint {
        name: "nim",
        fields: &[Field::text("expression").needed()],
        example: r#"{"expression": "3 * 5 + 2^-1"}"#,
        quick: true,
        answer: nim::nim,
    },
    Endpoint {
        name: "games",
        fields: &[Field::text("name")],
        example: r#"{"name": "nim"}"#,
        quick: false,
        answer: games::games,
    },
    Endpoint {
        name: "play",
        fields: &[GAME, HEAPS, MISERE, PLAYED, AT, MOVES],
        example: r#"{"game": "nim[1, 2]", "played": ["take 1 from 2"]}"#,
        quick: false,
        answer: play::play,
    },
    Endpoint {
        name: "play/reply",
        fields: &[GAME, HEAPS, MISERE, PLAYED, AT, Field::of("mistakes", Kind::Number), SEED],
        example: r#"{"game": "nim", "heaps": [3, 4, 5], "played": ["take 1 from 5"], "mistakes": 20, "seed": 7}"#,
        quick: false,
        answer: play::reply,
    },
    Endpoint {
        name: "play/hint",
        fields: &[GAME, HEAPS, MISERE, PLAYED, AT, Field::of("step", Kind::Number)],
        example: r#"{"game": "nim[3, 4, 5]", "step": 3}"#,
        quick: false,
        answer: play::hint,
    },
    Endpoint {
        name: "play/review",
        fields: &[GAME, HEAPS, MISERE, PLAYED],
        example: r#"{"game": "nim[3, 4, 5]", "played": ["take 1 from 5"]}"#,
        quick: false,
        answer: play::review,
    },
    Endpoint {
        name: "play/puzzle",
        fields: &[GAME, HEAPS, MISERE, SEED],
        example: r#"{"game": "wythoff", "heaps": [8, 15], "seed": 7}"#,
        quick: false,
        answer: play::set_puzzle,
    },
];

/// The endpoint with this name.
pub fn endpoint(name: &str) -> Option<&'static Endpoint> {
    ENDPOINTS.iter().find(|endpoint| endpoint.name == name)
}

#[cfg(test)]
mod tests {
    use grundy_solver::limits::Limits;
    use grundy_solver::text::Lang;

    use super::*;

    #[test]
    fn every_example_is_answered_in_both_languages() {
        for endpoint in &ENDPOINTS {
            for lang in [Lang::En, Lang::Zh] {
                let ask = Ask::of_body(endpoint.example.as_bytes(), endpoint.fields, lang).unwrap();
                let json = (endpoint.answer)(&ask, &Work::without_progress(Limits::default())).unwrap();
                assert_eq!(json["schema"], 1, "{}", endpoint.name);
            }
        }
    }
}
