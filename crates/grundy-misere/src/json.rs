//! A quotient as the JSON object printed by the command line.

use serde_json::{Value, json};

use crate::games::GameQuotient;
use crate::meter::Halt;
use crate::presentation::generator_name;

/// The identifier of a stop reason, the same in every language.
pub fn halt_word(halt: &Halt) -> &'static str {
    match halt {
        Halt::Order => "order",
        Halt::Growth => "growth",
        Halt::Work => "work",
        Halt::Budget(_) => "limit",
    }
}

/// The JSON object of the quotient as far as it is known, after a computation that ended with
/// `halt`.
pub fn of(game: &str, quotient: &GameQuotient, halt: Option<&Halt>) -> Value {
    let (monoid, presentation) = (quotient.monoid(), quotient.presentation());
    let generators: Vec<Value> = presentation
        .generators
        .iter()
        .enumerate()
        .map(|(index, &element)| json!({ "name": generator_name(index), "element": element }))
        .collect();
    let relations: Vec<Value> = presentation
        .relations
        .iter()
        .map(|(left, right)| json!([left.to_string(), right.to_string()]))
        .collect();
    let games: Vec<Value> = quotient
        .games()
        .enumerate()
        .map(|(index, rules)| {
            let repetition = quotient.repetition(index);
            let mut classes = quotient.classes(index);
            if let Some(repetition) = repetition {
                classes.truncate(repetition.preperiod + repetition.period);
            }
            json!({
                "rules": rules.to_string(),
                "classes": classes,
                "period": repetition.map(|repetition| repetition.period),
                "preperiod": repetition.map(|repetition| repetition.preperiod),
                "bound": repetition.map(|repetition| repetition.bound),
            })
        })
        .collect();
    json!({
        "schema": 1,
        "game": game,
        "full": quotient.is_full(),
        "exact_to": if quotient.is_full() { None } else { quotient.known_to() },
        "stopped": halt.map(halt_word),
        "order": monoid.order(),
        "lost": monoid.elements().filter(|&x| monoid.is_lost(x)).collect::<Vec<_>>(),
        "tame": monoid.is_tame(),
        "first_wild": quotient.first_wild(),
        "grew_at": quotient.growths(),
        "elements": presentation.names.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "generators": generators,
        "relations": relations,
        "games": games,
    })
}
