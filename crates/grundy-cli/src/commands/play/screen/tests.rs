//! Whole games key by key, compared with the screens in `snapshots`. After an intended change,
//! `SNAPSHOTS=overwrite cargo test -p grundy-cli --features tui screen::` rewrites them.

use std::fmt::Write as _;
use std::path::Path;

use grundy_play::{Engine, Seat};
use grundy_solver::limits::{Cancel, Limits};
use grundy_solver::text::Lang;
use grundy_solver::{Solver, notation};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::style::{Color, Modifier};

use super::background::work;
use super::*;
use crate::commands::play::mode::Mode;

fn options(lang: Lang) -> Options {
    Options {
        lang,
        json: false,
        color: ColorChoice::Auto,
        limits: Limits::default(),
        threads: 1,
        misere: false,
        folder: None,
    }
}

/// A game on a screen, played without waiting.
struct Played<'a> {
    app: App<'a>,
    solver: Solver,
    size: (u16, u16),
    look: Look,
}

impl<'a> Played<'a> {
    fn new(position: &str, mode: Mode, options: &'a Options) -> Self {
        let session = Session::new(notation::parse_position(position).expect("a position"));
        let setting = Setting { mode, hinting: false, file: None };
        let (app, solver) = (App::new(session, setting, options), Solver::new(options.limits));
        let mut played = Self { app, solver, size: (80, 24), look: Look::new(false) };
        played.settle();
        played
    }

    /// Runs all pending tasks.
    fn settle(&mut self) {
        while let Some(job) = self.app.next_job() {
            self.app.learn(work(job, &self.solver, &Cancel::default()));
        }
    }

    fn press(&mut self, code: KeyCode) -> &mut Self {
        self.app.press(KeyEvent::new(code, KeyModifiers::NONE));
        self.settle();
        self
    }

    /// Characters as keys; arrows as `^ v < >`, Enter as a line's end.
    fn keys(&mut self, keys: &str) -> &mut Self {
        for key in keys.chars() {
            self.press(match key {
                '^' => KeyCode::Up,
                'v' => KeyCode::Down,
                '<' => KeyCode::Left,
                '>' => KeyCode::Right,
                '\n' => KeyCode::Enter,
                '\t' => KeyCode::Tab,
                '\x1b' => KeyCode::Esc,
                '\x08' => KeyCode::Backspace,
                key => KeyCode::Char(key),
            });
        }
        self
    }

    /// Types characters as they are.
    fn typed(&mut self, text: &str) -> &mut Self {
        for c in text.chars() {
            self.press(KeyCode::Char(c));
        }
        self
    }

    fn buffer(&self) -> Buffer {
        let mut terminal = Terminal::new(TestBackend::new(self.size.0, self.size.1)).expect("a terminal");
        terminal.draw(|frame| draw::draw(frame, &self.app, self.look, None)).expect("a picture");
        terminal.backend().buffer().clone()
    }

    /// What is on the screen, a line each.
    fn screen(&self) -> String {
        let buffer = self.buffer();
        let mut out = String::new();
        for y in 0..buffer.area.height {
            let mut line = String::new();
            let mut x = 0;
            while x < buffer.area.width {
                let symbol = buffer[(x, y)].symbol();
                line.push_str(symbol);
                x += u16::try_from(crate::wrap::width(symbol).max(1)).expect("small");
            }
            let _ = writeln!(out, "{}", line.trim_end());
        }
        out
    }

    /// Compares the screen with the stored one.
    fn looks_like(&self, name: &str) {
        let screen = self.screen();
        assert!(!screen.contains("screen."), "a text is missing: {screen}");
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("src/commands/play/screen/snapshots")
            .join(format!("{name}.txt"));
        snapbox::Assert::new()
            .action_env(snapbox::assert::DEFAULT_ACTION_ENV)
            .eq(screen, snapbox::Data::read_from(&path, Some(snapbox::data::DataFormat::Text)).raw());
    }
}

fn engine() -> Mode {
    Mode::Engine { engine: Engine::perfect(), you: Seat::First }
}

#[test]
fn a_game_is_played_to_a_win() {
    let options = options(Lang::En);
    let mut game = Played::new("nim[3, 4, 5]", engine(), &options);
    game.looks_like("start");
    game.keys(">>").looks_like("preview");
    game.keys("\n").looks_like("answered");
    // The engine has taken the heap of 1: it makes two different heaps equal until none is left.
    for _ in 0..20 {
        if game.app.is_over() {
            break;
        }
        let heaps: Vec<usize> = game.app.session.position().components()[0]
            .heaps()
            .iter()
            .map(|heap| usize::try_from(heap).expect("small"))
            .collect();
        let nim_sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
        let heap = heaps.iter().position(|heap| heap ^ nim_sum < *heap).expect("a winning move");
        while game.app.picker.heap() != heap {
            let key = if game.app.picker.heap() < heap { "v" } else { "^" };
            game.keys(key);
        }
        let take = heaps[heap] - (heaps[heap] ^ nim_sum);
        game.keys(&format!("{take}\n"));
    }
    game.looks_like("won");
    assert!(game.screen().contains("# You win"));
}

#[test]
fn a_game_is_lost_in_chinese_and_the_mistake_found_again() {
    let options = options(Lang::Zh);
    let mut game = Played::new("nim[3, 4, 5]", engine(), &options);
    game.keys("vv>\n").looks_like("mistake.zh");
    while !game.app.is_over() {
        game.press(KeyCode::End).keys("\n");
    }
    game.looks_like("lost.zh");
    game.keys("m").looks_like("next-mistake.zh");
    game.keys("r").keys("g0\n");
    assert_eq!(game.app.session.at(), 0);
    game.keys("?").looks_like("help.zh");
    game.size = (60, 20);
    game.keys(" ").looks_like("small.zh");
}

#[test]
fn hints_come_in_steps_and_moves_are_taken_back() {
    let options = options(Lang::En);
    let mut game = Played::new("wythoff[8, 15]", engine(), &options);
    game.size = (60, 20);
    game.keys("hhh").looks_like("hints-60x20");
    // The explanation starts at its beginning, which is known once it is drawn.
    assert!(game.keys("h").screen().contains("The heaps differ by 7."), "{}", game.screen());
    game.keys(&"j".repeat(20));
    assert!(game.screen().contains("W. A. Wythoff"), "{}", game.screen());
    // Equal amounts from both heaps are a move here; different amounts are not.
    game.keys(">>v>>>").looks_like("no-move-60x20");
    game.keys("<\n");
    assert_eq!(game.app.session.at(), 2);
    game.keys("u");
    assert_eq!(game.app.session.at(), 0);
    game.keys("u");
    assert!(game.screen().contains("There is no move to undo."));
    game.keys("rr");
    assert_eq!(game.app.session.at(), 2);
    game.keys("g1\n");
    assert!(game.app.is_engines_turn() && game.app.waits);
    game.keys("c");
    assert_eq!(game.app.session.at(), 2);
    game.keys("ll?").size = (80, 24);
    game.looks_like("help");
}

#[test]
fn moves_that_take_nothing_are_chosen_from_a_list() {
    let options = options(Lang::En);
    let mut game = Played::new("grundy[9, 4]", Mode::Two, &options);
    game.looks_like("list-split");
    let before = game.app.picker.listed(Lang::En).len();
    game.keys("/2 7");
    assert!(game.app.picker.listed(Lang::En).len() < before);
    game.looks_like("list-filtered");
    game.keys("\n");
    assert_eq!(game.app.session.position().to_string(), "grundy[2, 4, 7]");
    let mut game = Played::new("nim[2] + kayles[5] + wythoff[3, 5]", engine(), &options);
    game.keys("vv").looks_like("list-sum");
    game.keys("/kayles\n");
    assert_eq!(game.app.session.at(), 2, "{}", game.screen());
    for (position, keys) in [
        ("graph(\"a: b c; b: c; c:\")[a]", "v\n"),
        ("race(10, 1..3)", "\n"),
        ("turtles[1, 3, 5]", "\n"),
        ("fibonacci[13]", ">\n>\n"),
        ("take any; win most[4, 5]", ">\n"),
        ("take 1, 3, 4[9]", ":take 3 from 9\n"),
        ("misere nim[1, 2]", ">\n"),
    ] {
        let mut game = Played::new(position, Mode::Two, &options);
        game.keys(keys);
        let moves = keys.matches('\n').count();
        assert_eq!(game.app.session.at(), moves, "{position}: {}", game.screen());
    }
}

#[test]
fn large_heaps_are_numbers_with_bars() {
    let options = options(Lang::En);
    let mut game = Played::new("nim[10^30, 2^99, 5000]", engine(), &options);
    game.keys("vv250000000000000000000000000000").looks_like("large");
    game.keys("\n");
    assert_eq!(game.app.session.at(), 2, "{}", game.screen());
    // More heaps than lines.
    let many = (1..60).map(|n| n.to_string()).collect::<Vec<_>>().join(", ");
    let mut game = Played::new(&format!("nim[{many}]"), Mode::Two, &options);
    for _ in 0..3 {
        game.press(KeyCode::PageDown);
    }
    game.looks_like("many");
}

#[test]
fn a_puzzle_is_tried_until_it_is_solved_and_two_people_are_told_nothing() {
    let options = options(Lang::En);
    let mut game = Played::new("nim[3, 4, 5]", Mode::Puzzle, &options);
    game.keys(">\n");
    assert_eq!(game.app.session.at(), 0);
    game.keys(">>\n").looks_like("solved");
    game.keys("n\x08\x08\x08\x08\x08\x08\x08\x082, 2]\n");
    assert!(game.screen().contains("no winning move to find"), "{}", game.screen());
    let mut game = Played::new("nim[3, 4, 5]", Mode::Two, &options);
    game.keys("vv>\n>\n");
    assert!(!game.screen().contains("mistake:") && game.app.line.is_empty(), "{}", game.screen());
    game.looks_like("two");
    game.keys("t").looks_like("two-asked");
}

#[test]
fn what_cannot_be_found_out_is_said_and_play_goes_on() {
    let mut options = options(Lang::En);
    options.limits.memory = 1000;
    let mut game =
        Played::new("take 1..30 except 7 from 2 heaps or take any except 3[60, 61, 62]", engine(), &options);
    game.keys(">\n");
    assert_eq!(game.app.session.at(), 1);
    assert!(game.app.waits && game.screen().contains("x "), "{}", game.screen());
    // The other side may be played by hand.
    game.keys(">\nu");
    assert_eq!(game.app.session.at(), 0);
}

#[test]
fn work_is_stopped_and_keys_that_came_meanwhile_are_kept() {
    let options = options(Lang::En);
    let session = Session::new(notation::parse_position("nim[3, 4, 5]").expect("a position"));
    let setting = Setting { mode: engine(), hinting: false, file: None };
    let mut app = App::new(session, setting, &options);
    let solver = Solver::new(options.limits);
    let key = |code| KeyEvent::new(code, KeyModifiers::NONE);
    let job = app.next_job().expect("the position is to be looked at");
    for code in [KeyCode::Right, KeyCode::Right, KeyCode::Enter] {
        app.press(key(code));
    }
    assert_eq!(app.session.at(), 0);
    app.learn(work(job, &solver, &Cancel::default()));
    let cancel = Cancel::default();
    while app.session.at() == 0 {
        let job = app.next_job().expect("more to do");
        app.learn(work(job, &solver, &cancel));
    }
    app.press(key(KeyCode::Esc));
    assert!(app.wants_stop() && !app.wants_stop() && app.waits);
    app.press(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL));
    assert_eq!(app.leaving, Some(Leaving::Interrupted));
}

#[test]
fn a_cancelled_job_leaves_no_trace() {
    let options = options(Lang::En);
    let game = "take 1..30 except 7 from 2 heaps or take any except 3[60, 61, 62]";
    let session = Session::new(notation::parse_position(game).expect("a position"));
    let mut app = App::new(session, Setting { mode: Mode::Two, hinting: true, file: None }, &options);
    let cancel = Cancel::default();
    cancel.cancel();
    let solver = Solver::new(options.limits).cancelled_by(cancel.clone());
    while let Some(job) = app.next_job() {
        app.learn(work(job, &solver, &cancel));
    }
    assert!(app.notes.len() > 1 && app.session.at() == 0);
}

#[test]
fn games_are_saved_and_no_strange_file_is_replaced() {
    let options = options(Lang::En);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.txt").display().to_string();
    let mut game = Played::new("nim[3, 4, 5]", engine(), &options);
    game.keys(">>\n").keys("s").typed(&path).keys("\n");
    let saved = std::fs::read_to_string(&path).expect("a file");
    assert_eq!(saved, "new nim[3, 4, 5]\ntake 2 from 3\ntake 1 from 1\n");
    assert_eq!(record::load(&path, &options).expect("a game").at(), 2);
    // Its own file may be overwritten, another may not.
    game.keys("u").keys("s\n");
    assert!(game.screen().contains("Saved to"), "{}", game.screen());
    let other = folder.path().join("other.txt");
    std::fs::write(&other, "mine").expect("written");
    game.keys("s");
    for _ in 0..path.len() {
        game.press(KeyCode::Backspace);
    }
    game.typed(&other.display().to_string()).keys("\n");
    assert_eq!(std::fs::read_to_string(&other).expect("a file"), "mine");
}

#[test]
fn every_size_is_drawn_and_below_the_least_it_is_said() {
    for lang in [Lang::En, Lang::Zh] {
        let options = options(lang);
        let mut games = vec![
            Played::new("nim[3, 4, 5]", engine(), &options),
            Played::new("nim[2] + kayles[5] + wythoff[3, 5]", Mode::Two, &options),
            Played::new("nim[10^40, 3]", Mode::Puzzle, &options),
        ];
        for game in &mut games {
            for (help, keys) in [(false, ">"), (true, "?")] {
                game.keys(keys);
                assert_eq!(game.app.helping, help);
                for width in [0, 1, 5, 20, 39, 40, 57, 58, 79, 80, 200] {
                    for height in [0, 1, 3, 11, 12, 24, 60] {
                        game.size = (width, height);
                        let screen = game.screen();
                        let small = width < 40 || height < 12;
                        assert!(!small || !screen.contains('●'), "{width}x{height}: {screen}");
                    }
                }
            }
        }
        games[0].size = (38, 10);
        games[0].looks_like(if lang == Lang::En { "too-small" } else { "too-small.zh" });
    }
}

#[test]
fn colours_are_left_out_when_they_are_not_wanted() {
    let options = options(Lang::En);
    let mut game = Played::new("nim[3, 4, 5]", engine(), &options);
    game.keys("vv>\nh>\t");
    let colored = |buffer: &Buffer| {
        buffer.content.iter().any(|cell| cell.fg != Color::Reset || cell.bg != Color::Reset)
    };
    assert!(!colored(&game.buffer()));
    // The choice is still visible.
    assert!(game.buffer().content.iter().any(|cell| cell.modifier.contains(Modifier::REVERSED)));
    game.look = Look::new(true);
    assert!(colored(&game.buffer()));
}

#[test]
fn the_tour_shows_a_screen_as_it_is() {
    for (page, lang, name) in
        [("docs/src/en/tour.md", Lang::En, "readme"), ("docs/src/zh/tour.md", Lang::Zh, "readme.zh")]
    {
        let options = options(lang);
        let mut game = Played::new("wythoff[8, 15]", engine(), &options);
        game.size = (80, 20);
        game.keys(">>>>\nv>>");
        game.looks_like(name);
        let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(page));
        assert!(
            text.expect("the tour").contains(&game.screen()),
            "{page} shows another screen:\n{}",
            game.screen()
        );
    }
}

#[test]
fn leaving_an_unfinished_game_is_asked_about() {
    let options = options(Lang::En);
    let mut game = Played::new("nim[3, 4, 5]", engine(), &options);
    game.keys("q");
    assert_eq!(game.app.leaving, Some(Leaving::Quit), "nothing was played");
    let mut game = Played::new("nim[3, 4, 5]", engine(), &options);
    game.keys(">\nq").looks_like("parting");
    assert_eq!(game.app.leaving, None);
    // Any other key returns to the game, and does nothing else.
    game.keys("u");
    assert_eq!((game.app.leaving, game.app.parting, game.app.session.at()), (None, false, 2));
    game.keys("qs");
    assert!(game.app.prompt.is_some() && game.app.leaving.is_none());
    game.keys("\x1bql");
    assert!(game.app.parting && game.screen().contains("离开未下完的这一局"), "{}", game.screen());
    game.keys("y");
    assert_eq!(game.app.leaving, Some(Leaving::Quit));
    // A game that is over has nothing to lose.
    let mut game = Played::new("nim[1]", engine(), &options);
    game.keys(">\nq");
    assert_eq!(game.app.leaving, Some(Leaving::Quit));
}

#[test]
fn an_explanation_is_shown_from_its_beginning_and_scrolls() {
    let options = options(Lang::En);
    let mut game = Played::new("nim[3, 4, 5]", engine(), &options);
    game.keys("w").looks_like("why");
    assert!(game.screen().contains("? You can win from here"), "{}", game.screen());
    assert!(!game.screen().contains("Method: nim"), "{}", game.screen());
    for _ in 0..20 {
        game.keys("j");
    }
    assert!(
        game.screen().contains("Method: nim") && game.screen().contains("j: down (0)"),
        "{}",
        game.screen()
    );
    for _ in 0..20 {
        game.keys("k");
        game.screen();
    }
    assert!(
        game.screen().contains("Choose with the arrows") && game.screen().contains("k: up (0)"),
        "{}",
        game.screen()
    );
    // A new message is at the end.
    game.keys(">\n");
    assert!(game.screen().contains("j: down (0)"), "{}", game.screen());
}

#[test]
fn the_rules_and_who_is_winning_are_in_words() {
    let options = options(Lang::En);
    let mut game = Played::new("misere bash(3)[9]", engine(), &options);
    let rules = "bash(3): Take 1 to m stones from one heap. Whoever makes the last move loses.";
    assert!(game.screen().contains(rules), "{}", game.screen());
    assert!(game.screen().contains("Winning: t shows it"), "{}", game.screen());
    // 9 is 1 more than a multiple of 4.
    game.keys("t");
    assert!(game.screen().contains("Winning: Engine"), "{}", game.screen());
    game.keys("l");
    assert!(game.screen().contains("必胜：电脑"), "{}", game.screen());
    let mut game = Played::new("chomp[4, 4, 4]", Mode::Two, &options);
    game.keys("/row 2, column 3");
    assert!(game.screen().contains("take the square at row 2, column 3 and"), "{}", game.screen());
}
