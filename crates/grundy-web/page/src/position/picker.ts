/** The catalogue in a dialog: a search field and a list; who searches for a contest problem finds that too. */

import { h, refill } from "../dom";
import { type Game, games } from "../games";
import type { Context } from "../view";
import { type Problem, called, meant, problems } from "../problems";
import { fault } from "./fault";
import { GROUPS, groupOf, thumb } from "./thumb";

/** So many contest problems are shown. */
const PROBLEMS = 12;

/** Opens the dialog; `choose` is called with the game that was chosen. */
export function pickGame(ctx: Context, choose: (game: Game) => void): void {
  const search = h("input", {
    type: "search",
    id: "search",
    autocomplete: "off",
    spellcheck: "false",
    oninput: () => list(),
  });
  const found = h("div", { class: "games" });
  const dialog = h(
    "dialog",
    { class: "picker", "aria-label": ctx.t("position.choose"), onclose: () => dialog.remove() },
    h(
      "form",
      { method: "dialog", class: "picker-head" },
      h("label", { for: "search", class: "unseen" }, ctx.t("games.search")),
      search,
      h("button", { class: "quiet", value: "close", formnovalidate: true }, ctx.t("games.close")),
    ),
    found,
  );
  search.placeholder = ctx.t("games.search");
  let all: readonly Game[] = [];
  let contest: readonly Problem[] = [];
  const list = () => {
    const words = search.value.trim().toLowerCase();
    const hits = all.filter((game) => matches(game, words));
    const item = (game: Game) => {
      const take = () => {
        dialog.close();
        choose(game);
      };
      const button = h(
        "button",
        { type: "button", onclick: take },
        thumb(game),
        h("span", { class: "of" }, h("strong", {}, game.title), " ", h("code", {}, game.example), h("span", {}, game.about)),
      );
      button.classList.toggle("named", isCalled(game, words));
      return h("li", {}, button);
    };
    const groups = GROUPS.map((group) => [group, hits.filter((game) => groupOf(game) === group)] as const);
    const some = groups.filter(([, games]) => games.length > 0);
    const judged = meant(contest, words).slice(0, PROBLEMS);
    const open = (problem: Problem) => {
      dialog.close();
      ctx.set({ view: "judge", problem: problem.name });
    };
    const listed = (problem: Problem) =>
      h("li", {}, h("button", { type: "button", "data-problem": problem.name, onclick: () => open(problem) }, h("span", { class: "of" }, called(problem), problem.question && h("span", {}, h("code", {}, problem.question.position)))));
    refill(
      found,
      some.length === 0 && judged.length === 0 && h("p", { class: "hint" }, ctx.t("games.none")),
      some.map(([group, games]) => [h("h2", {}, ctx.t(`games.${group}`)), h("ul", {}, games.map(item))]),
      judged.length > 0 && [h("h2", {}, ctx.t("games.problems")), h("ul", {}, judged.map(listed))],
    );
  };
  // Enter in the search field takes the game of that name, or else the first hit.
  search.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    (found.querySelector<HTMLElement>("button.named") ?? found.querySelector("button"))?.click();
  });
  document.body.append(dialog);
  dialog.showModal();
  search.focus();
  games(ctx).then(
    (answer) => {
      all = answer;
      list();
    },
    (error: unknown) => {
      const box = fault(ctx, error);
      if (box) refill(found, box);
    },
  );
  // Without them games are found all the same.
  problems(ctx).then(
    (answer) => {
      contest = answer;
      if (search.value.trim()) list();
    },
    () => undefined,
  );
}

function isCalled(game: Game, words: string): boolean {
  return [game.name, game.title, ...game.aliases].some((name) => name.toLowerCase() === words);
}

/** Names in both languages are among the aliases. */
function matches(game: Game, words: string): boolean {
  const texts = [game.name, game.title, game.about, game.rules, game.example, ...game.aliases];
  return texts.some((text) => text.toLowerCase().includes(words));
}
