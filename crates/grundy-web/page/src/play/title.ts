/** What is played, in two sentences: the rules, and what it takes to win. */

import { h } from "../dom";
import type { TextKey } from "../i18n";
import type { Game as Named } from "../games";
import type { Context } from "../view";
import type { Game } from "./game";

/** In these whoever makes the last move has taken the last stone. */
const LAST_STONE = ["nim", "bash", "wythoff", "moore", "fibonacci", "lasker", "kayles", "slow", "subtract", "endnim"];

/** The entry of the catalogue that a game is one of; none where it is a sum, or typed. */
function entryOf(game: Game, known: readonly Named[]): Named | undefined {
  const [only] = game.components;
  if (game.components.length !== 1) return undefined;
  const stem = only?.game.split("(")[0];
  return known.find((one) => one.example === only?.game) ?? known.find((one) => one.name === stem);
}

/** What it takes to win. */
function goal({ components, misere, scoring }: Game, entry: Named | undefined): TextKey {
  if (scoring) return misere ? "play.goal-fewest" : "play.goal-most";
  const kinds = components.map((component) => component.kind);
  const all = (kind: string) => kinds.every((one) => one === kind);
  if (all("chomp") && !misere) return "play.goal-poison";
  if (all("race")) return misere ? "play.goal-race-misere" : "play.goal-race";
  const stones = entry !== undefined && LAST_STONE.includes(entry.name);
  if (stones) return misere ? "play.goal-last-misere" : "play.goal-last";
  return misere ? "play.goal-move-misere" : "play.goal-move";
}

/** What the buttons beside it do. */
export interface Ways {
  readonly choose: () => void;
  readonly puzzle: () => void;
}

/** The rules in words: the catalogue's, unless they have numbers of their own. */
async function rules({ lang }: Context, { components }: Game, entry: Named | undefined, known: readonly Named[]): Promise<string> {
  const [only] = components;
  if (entry?.signature === entry?.name && entry) return entry.about;
  if (!only || components.length > 1) return "";
  const loaded = await import("../rules/sentence").catch(() => null);
  const pieces = loaded?.sentence(only.game, known, lang, false);
  return pieces?.map((piece) => (typeof piece === "string" ? piece : piece.value)).join("") ?? entry?.about ?? "";
}

/** The game by its name, with its rules and its goal. */
export async function title(ctx: Context, game: Game, known: readonly Named[], ways: Ways): Promise<HTMLElement[]> {
  const { t, lang } = ctx;
  const entry = entryOf(game, known);
  const about = await rules(ctx, game, entry, known);
  const spelled = game.components.map((component) => component.game).join(" + ");
  const button = (key: string, text: string, action: () => void) =>
    h("button", { type: "button", class: "quiet", "data-key": key, onclick: action }, text);
  return [
    h(
      "div",
      { class: "what" },
      h("h1", {}, entry?.title ?? spelled),
      h(
        "p",
        { class: "about" },
        about && h("span", {}, about, lang === "en" ? " " : ""),
        h("strong", { class: game.misere ? "goal misere" : "goal" }, t(goal(game, entry))),
      ),
    ),
    h("div", { class: "actions" }, button("choose", t("position.choose"), ways.choose), button("puzzle", t("play.puzzles"), ways.puzzle)),
  ];
}
