//! What is played, in words: the rules and the goal.

use grundy_core::game::Game;
use grundy_core::notation::entry_of;
use grundy_core::position::{Component, How, Position, Tree};
use grundy_core::text::{Lang, Message};

/// The rules and the goal of a position in sentences. A game of the catalogue is described in words, any other by its
/// rules in the notation. Of a sum or another compound, the sentences about its games come last.
pub fn rules_in_words(position: &Position, lang: Lang) -> String {
    let goal = goal(position).render(lang);
    let sentences = match (position.single(), position.tree()) {
        (Some(component), _) => vec![game_in_words(component, false, lang), goal],
        (None, tree) => {
            let mut sentences = vec![joined(tree).render(lang), goal];
            for component in position.components() {
                let about = game_in_words(component, true, lang);
                if !sentences.contains(&about) {
                    sentences.push(about);
                }
            }
            sentences
        }
    };
    sentences.join(match lang {
        Lang::En => " ",
        Lang::Zh => "",
    })
}

fn game_in_words(component: &Component, with_name: bool, lang: Lang) -> String {
    if let Game::Own(_) = *component.game {
        return Message::new("play.rules-own").with("game", &*component.spelled).render(lang);
    }
    let Some((entry, spelled)) = entry_of(&component.game) else {
        return Message::new("play.rules").with("rules", component.game.to_string()).render(lang);
    };
    let about = entry.about.get(lang);
    // The sentence about a game with parameters uses their names, so the spelling shows their values.
    if with_name || !entry.parameters.is_empty() {
        return Message::new("play.rules-named").with("game", spelled).with("about", about).render(lang);
    }
    about.to_owned()
}

/// How the games of a compound are played together.
fn joined(tree: &Tree) -> Message {
    Message::new(match tree {
        Tree::Leaf(_) | Tree::Join(How::Sum, _) => "play.rules-sum",
        Tree::Join(How::All, _) => "play.rules-all",
        Tree::Join(How::Short, _) => "play.rules-short",
        Tree::Join(How::Some, _) => "play.rules-some",
        Tree::Join(How::Sequence, _) => "play.rules-sequence",
        Tree::Join(How::Round, _) => "play.rules-round",
        Tree::Join(How::Skip, _) => "play.rules-skip",
    })
}

fn goal(position: &Position) -> Message {
    let (misere, scoring, own) = (position.is_misere(), position.is_scoring(), position.has_own());
    Message::new(match (scoring, own, misere) {
        (true, _, false) => "play.goal-most",
        (true, _, true) => "play.goal-fewest",
        (false, true, false) => "play.goal-own",
        (false, true, true) => "play.goal-own-misere",
        (false, false, false) => "play.goal",
        (false, false, true) => "play.goal-misere",
    })
}
