/** Play: a game against the engine, between two people, or a puzzle. */

import { ApiError, isAbort, isLost } from "../api";
import { h, keepingFocus, refill } from "../dom";
import { games, opened } from "../games";
import type { TextKey } from "../i18n";
import { fault } from "../position/fault";
import { PositionForm } from "../position/form";
import { asked } from "../position/position";
import type { State } from "../state";
import type { Body, Context } from "../view";
import type { Game, MoveRow, Review, Seat } from "./game";
import { Hints } from "./hints";
import { showHistory } from "./history";
import { FORGET, type Play, isEngines, nearest, ownSeat, readPlay, withMove, withPlace } from "./keys";
import { buttons } from "./buttons";
import { Lesson } from "./lesson";
import { MoveList } from "./moves";
import { LEVELS, NO_PUZZLE, near, progress, settle } from "./puzzles";
import { Settings } from "./settings";
import { firstTurn, isSolved, saidMove, tellEnd, tellMistake, tellPast } from "./told";
import { Table } from "./table";
import { title } from "./title";
import { WalkKeys } from "./walk";

/** So many moves are listed; with more, the server judges what is tapped. */
const LISTED = 1000;
/** The engine waits so long before it points at its stones, and so long before it takes them, in milliseconds. */
const PAUSE = 450;
const POINTS = 700;

/** What is on the screen. */
interface Shown {
  readonly play: Play;
  readonly game: Game;
  review: Review | null;
  hint: MoveRow | null;
  /** Why the engine has not moved, though it is its turn. */
  failed: unknown;
}

class PlayView {
  readonly #ctx: Context;
  readonly #form: PositionForm;
  readonly #settings: Settings;
  readonly #table: Table;
  readonly #hints: Hints;
  readonly #list: MoveList;
  readonly #lesson: Lesson;
  readonly #keys: WalkKeys;
  readonly #setup: HTMLDetailsElement;
  readonly #title: HTMLElement;
  readonly #status = h("p", { class: "status", tabindex: -1 });
  readonly #told = h("div", { class: "told" });
  readonly #actions = h("div", { class: "actions" });
  readonly #history = h("div", { class: "history" });
  readonly #game = h("div", { class: "game", hidden: true });
  #timer = 0;
  /** The position on the screen, and what is known of it. */
  #shown: Shown | null = null;
  /** Counts updates: an answer to an earlier one is of no use. */
  #round = 0;

  constructor(root: HTMLElement, ctx: Context) {
    this.#ctx = ctx;
    const { t } = ctx;
    // A page has a heading from the beginning; the game's takes its place.
    this.#title = h("div", { class: "title" }, h("h1", { class: "unseen" }, t("play.title")));
    this.#form = new PositionForm(ctx, { heaps: true });
    this.#settings = new Settings(ctx, () => void this.#puzzle(0));
    this.#table = new Table(ctx, (text) => this.#move(text));
    this.#list = new MoveList(ctx, (text) => this.#move(text));
    this.#hints = new Hints(ctx, (move) => {
      if (!this.#shown || this.#shown.hint === move) return;
      this.#shown.hint = move;
      this.#table.show({ game: this.#shown.game, open: true, hint: move });
    });
    this.#lesson = new Lesson(ctx, {
      again: (number) => ctx.set({ played: readPlay(ctx.get()).played.slice(0, number - 1).join("|") || null, at: null }),
      engineBegins: () => ctx.set({ ...FORGET, first: "engine" }),
    });
    this.#keys = new WalkKeys(ctx, () => this.#shown?.play ?? null);
    this.#setup = h("details", { class: "setup" }, h("summary", {}, t("play.setup")), this.#form.element, this.#settings.element);
    const below = h("div", { class: "below" }, this.#actions, this.#hints.button);
    this.#game.append(
      h("div", { class: "stage" }, this.#status, this.#table.element, this.#told, this.#lesson.element, below, this.#hints.element),
      h("div", { class: "beside" }, this.#history, this.#list.element),
    );
    root.append(this.#title, this.#game, this.#setup);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#keys.close();
    this.#round += 1;
  }

  async update(state: State): Promise<void> {
    clearTimeout(this.#timer);
    this.#round += 1;
    const round = this.#round;
    const play = readPlay(state);
    this.#form.update(state);
    this.#settings.update(state);
    if (await opened(this.#ctx, state)) return;
    if (round !== this.#round) return;
    try {
      // The title is there with the board, or it would push the board away from under a finger.
      const known = games(this.#ctx).catch(() => []);
      const game = await this.#ctx.api.ask<Game>("play", this.#request(state, play, { moves: LISTED }));
      await known;
      if (round !== this.#round) return;
      this.#form.fail(null);
      this.#shown = { play, game, review: null, hint: null, failed: null };
      this.#draw();
      if (isEngines(play, play.at) && !game.end && play.at === play.played.length) {
        this.#timer = window.setTimeout(() => void this.#reply(), PAUSE);
      }
      await this.#review(round);
    } catch (error) {
      if (round === this.#round) this.#fail(error, play);
    }
  }

  /** The fields of a request about the line so far. */
  #request(state: State, play: Play, more: object): object {
    return { ...asked(state), played: play.played, at: play.at, ...more };
  }

  /** Who was winning, where somebody is to be told. */
  async #review(round: number): Promise<void> {
    const shown = this.#shown;
    if (!shown || shown.play.played.length === 0) return;
    const { play } = shown;
    if (!play.coach && !play.winning && play.mode !== "puzzle" && !this.#isLost(shown)) return;
    try {
      const request = { ...asked(this.#ctx.get()), played: play.played };
      const review = await this.#ctx.api.ask<Review>("play/review", request);
      if (round !== this.#round) return;
      shown.review = review;
      const solved = isSolved(play, review);
      if (play.level > 0 && solved !== null) settle(this.#puzzleName(play), play.level, solved);
      this.#draw();
    } catch (error) {
      if (isAbort(error) || isLost(error)) return;
      const box = fault(this.#ctx, error);
      if (round === this.#round && box) refill(this.#told, box);
    }
  }

  /** Has the person lost against the engine? */
  #isLost({ play, game }: Shown): boolean {
    return play.mode === "engine" && game.end?.winner !== undefined && game.end.winner !== null && game.end.winner !== play.you;
  }

  /** A puzzle by what it is about. */
  #puzzleName(play: Play): string {
    return JSON.stringify([asked(this.#ctx.get()), play.played.slice(0, play.from)]);
  }

  /** What is wrong with the position belongs to the form; what is wrong with the moves made, to the table. */
  #fail(error: unknown, play: Play): void {
    // What is on the table stays there.
    if (isAbort(error) || (isLost(error) && this.#shown)) return;
    const moves = error instanceof ApiError && (error.field === "played" || error.code === "play-goto");
    if (moves && play.played.length > 0) {
      // The line is kept up to its last good place, and the reason is told there.
      const played = play.played.slice(0, -1).join("|");
      this.#refused = { error, played };
      this.#ctx.set({ played: played || null, at: null }, "replace");
      return;
    }
    // Nothing of the game before: what is asked for now is another one.
    this.#shown = null;
    this.#game.hidden = true;
    refill(this.#title);
    document.title = `${this.#ctx.t("play.title")} - Grundy`;
    this.#setup.open = true;
    this.#form.fail(error);
  }

  /** Why a move was refused, and the line at which it was. */
  #refused: { error: unknown; played: string } | null = null;

  #draw(): void {
    const shown = this.#shown;
    if (!shown) return;
    const { game, play, review } = shown;
    const { t } = this.#ctx;
    const engines = isEngines(play, play.at);
    const solved = play.mode === "puzzle" && play.at > play.from;
    const open = !game.end && !engines && !solved;
    this.#game.hidden = false;
    this.#game.classList.toggle("ended", game.end !== null);
    const inside = this.#game.contains(document.activeElement);
    keepingFocus(this.#game, () => {
      this.#table.show({ game, open, hint: shown.hint });
      this.#hints.show(this.#request(this.#ctx.get(), play, {}), open, game);
      this.#list.show(game, open);
      this.#drawStatus(shown);
      this.#drawTold(review);
      this.#drawLesson(shown);
      refill(this.#actions, buttons(this.#ctx, shown, () => void this.#reply()));
      showHistory(this.#history, {
        ctx: this.#ctx,
        play,
        game,
        review,
        name: (seat) => this.#name(seat),
        go: (at) => this.#ctx.set(withPlace(play, at)),
      });
    });
    // The stones are gone, and the keyboard must not start again from the top of the page.
    if (inside && !this.#game.contains(document.activeElement)) this.#status.focus();
    this.#history.hidden = game.line.length === 0;
    void this.#drawTitle(game);
    document.title = `${game.position} - ${t("play.title")} - Grundy`;
  }

  /** The game by its name, with what it is about. */
  async #drawTitle(game: Game): Promise<void> {
    const round = this.#round;
    const known = await games(this.#ctx).catch(() => []);
    if (round !== this.#round) return;
    const ways = { choose: () => this.#form.choose(), puzzle: () => void this.#puzzle(progress().level) };
    const made = await title(this.#ctx, game, known, ways);
    if (round !== this.#round) return;
    keepingFocus(this.#title, () => refill(this.#title, made));
  }

  #drawStatus({ game, play, review, failed }: Shown): void {
    const { t } = this.#ctx;
    const engines = isEngines(play, play.at);
    const last = play.at > 0 ? game.line[play.at - 1] : undefined;
    const engineMoved = last && isEngines(play, play.at - 1);
    let text: string;
    if (game.end) text = tellEnd(this.#ctx, play, game.end);
    else if (failed !== null) text = t("play.gave-up");
    else if (engines) text = t(play.at === play.played.length ? "play.thinking" : "play.engine-waits");
    else if (play.mode === "engine") text = t(engineMoved ? "play.your-turn" : firstTurn(game));
    else if (play.mode === "puzzle") text = t(puzzleText(play, review));
    else text = t("play.turn", { who: this.#name(game.to_move) });
    const moved = engineMoved ? t("play.engine-moved", { move: saidMove(last, game) }) : "";
    const past = tellPast(this.#ctx, game);
    const outcome = game.end ? (game.end.winner === null ? "d" : this.#isYours(play, game.end.winner) ? "n" : "p") : "";
    const { level } = play;
    const { streak } = progress();
    refill(
      this.#status,
      level > 0 && h("span", { class: "level" }, [t("play.level", { number: level, of: LEVELS.length }), streak > 0 && ` · ★ ${t("play.streak", { count: streak })}`]),
      moved && h("span", { class: "moved" }, moved),
      h("strong", { class: outcome }, text),
      past && h("span", { class: "hint" }, past),
    );
    const said = [moved, text, past].filter(Boolean).join(" ");
    if (said !== this.#said) this.#ctx.announce(said);
    this.#said = said;
  }

  #said = "";

  #isYours(play: Play, seat: Seat): boolean {
    return (ownSeat(play) ?? seat) === seat;
  }

  /** After a loss: one card. */
  #drawLesson(shown: Shown): void {
    const { play, game, review } = shown;
    if (!review || !this.#isLost(shown) || play.at !== play.played.length) this.#lesson.hide();
    else void this.#lesson.show(play, game, review, this.#request(this.#ctx.get(), play, {}));
  }

  /** After a mistake: what was lost, and the reply that shows it. In a puzzle also that it was none. */
  #drawTold(review: Review | null): void {
    const shown = this.#shown;
    if (!shown) return;
    const { play } = shown;
    const back = () => this.#ctx.set(withPlace(play, nearest(play, -1)));
    const refused = this.#refused?.played === play.played.join("|") ? this.#refused : null;
    refill(
      this.#told,
      refused && fault(this.#ctx, refused.error),
      shown.failed !== null && fault(this.#ctx, shown.failed),
      review && !shown.game.end ? tellMistake(this.#ctx, play, shown.game, review, back) : [],
      isSolved(play, review) &&
        h(
          "div",
          { class: "note good", role: "status" },
          h("p", {}, h("strong", { class: "n" }, `✓ ${this.#ctx.t("play.solved")}`)),
          this.#levelUp(play),
          h("button", { type: "button", onclick: () => void this.#puzzle(play.level > 0 ? progress().level : 0) }, this.#ctx.t("play.next-puzzle")),
          h(
            "button",
            { type: "button", class: "quiet", onclick: () => this.#ctx.set({ ...NO_PUZZLE, first: play.at % 2 ? null : "engine" }) },
            this.#ctx.t("play.play-on"),
          ),
        ),
    );
  }

  /** The next level, where this puzzle has opened it. */
  #levelUp({ level }: Play): HTMLElement | null {
    const { level: now, streak } = progress();
    if (level === 0 || now !== level + 1 || streak === 0) return null;
    return h("p", {}, h("strong", {}, this.#ctx.t("play.level-up", { number: now })));
  }

  #name(seat: Seat): string {
    const { t } = this.#ctx;
    const play = this.#shown?.play;
    const own = play ? ownSeat(play) : null;
    if (seat === own) return t("play.you");
    if (own !== null) return t(play?.mode === "engine" ? "play.engine" : "play.other");
    return t("play.player", { number: seat });
  }

  #move(text: string): void {
    const play = this.#shown?.play;
    if (play) this.#ctx.set(withMove(play, text));
  }

  /** The engine's move takes the place of the state before it: one step back is one's own turn again. */
  async #reply(): Promise<void> {
    const shown = this.#shown;
    if (!shown) return;
    const { play } = shown;
    const state = this.#ctx.get();
    if (shown.failed !== null) {
      shown.failed = null;
      this.#draw();
    }
    const seed = [...JSON.stringify(asked(state))].reduce((sum, c) => (sum * 31 + (c.codePointAt(0) ?? 0)) % 1e9, 7);
    try {
      const request = this.#request(state, play, { mistakes: play.mistakes, seed });
      const { move } = await this.#ctx.api.ask<{ move: MoveRow }>("play/reply", request);
      if (this.#shown !== shown) return;
      // Seen before it is made.
      this.#table.point(move);
      this.#timer = window.setTimeout(() => this.#ctx.set(withMove(play, move.text), "replace"), POINTS);
    } catch (error) {
      if (isAbort(error) || isLost(error) || this.#shown !== shown) return;
      shown.failed = error;
      this.#draw();
    }
  }

  /** Sets up a puzzle of a level; of level 0 it is one near the present start. */
  async #puzzle(level: number): Promise<void> {
    const seed = Math.floor(Math.random() * 2 ** 48);
    const start = level > 0 ? near(level) : this.#ctx.get();
    try {
      const game = await this.#ctx.api.ask<Game>("play/puzzle", { ...asked({ misere: "", ...start }), seed });
      const [only] = game.start;
      const one = game.start.length === 1 && only && Object.keys(only.state).length === 0;
      const moves = game.line.map((row) => row.text);
      this.#ctx.set({
        mode: "puzzle",
        level: level > 0 ? String(level) : null,
        coach: null,
        winning: null,
        game: one ? only.game : game.position,
        heaps: one ? only.heaps.join(" ") : null,
        misere: one && game.misere ? "1" : null,
        played: moves.join("|") || null,
        from: moves.length ? String(moves.length) : null,
        at: null,
      });
    } catch (error) {
      this.#settings.update(this.#ctx.get());
      const box = fault(this.#ctx, error);
      if (box) refill(this.#told, box);
    }
  }
}

/** The headline of a puzzle: the task, the move that waits for its verdict, the verdict. */
function puzzleText(play: Play, review: Review | null): TextKey {
  if (play.at <= play.from) return "play.puzzle-find";
  const solved = isSolved(play, review);
  if (solved === null) return "play.puzzle-moved";
  return solved ? "play.puzzle-right" : "play.puzzle-wrong";
}

let mounted: PlayView | null = null;

export const view: Body = {
  mount(root, ctx) {
    mounted = new PlayView(root, ctx);
  },
  update(state) {
    void mounted?.update(state);
  },
  unmount() {
    mounted?.close();
    mounted = null;
  },
};
