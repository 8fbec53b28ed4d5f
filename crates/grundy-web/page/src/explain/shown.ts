/** An explanation on the page: the verdict, then each step in words, with a drawing where there is one. */

import { h } from "../dom";
import { short } from "../long";
import type { State } from "../state";
import type { Context } from "../view";
import type { Whole } from "../whole";
import { type Rows, mooreColumns, nimColumns } from "./columns";
import type { Explanation, Step } from "./explanation";
import { pairsDrawn } from "./pairs";
import { partsDrawn } from "./parts";
import { grouped } from "./residues";

/** So many heaps are drawn in groups. */
const MOST_HEAPS = 6;
/** So many sentences stand for a reasoning that is not drawn. */
const WORDS = 3;

/** The whole answer. */
export function shown(ctx: Context, explanation: Explanation, looked: State): HTMLElement[] {
  const drawn = new Drawings(ctx, explanation);
  return [
    verdict(ctx, explanation, looked),
    h(
      "ol",
      { class: "steps" },
      explanation.steps.map((step) => {
        const drawing = drawn.of(step);
        // What is drawn as columns need not be told as columns too.
        const text = drawing && step.id.endsWith(".columns") ? ctx.t("explain.in-binary") : step.text;
        return h("li", { "data-step": step.id }, h("p", {}, text), drawing);
      }),
    ),
  ];
}

/** The steps of a reasoning that can be drawn, with their drawings; the first in words where none can. */
export function reasons(ctx: Context, explanation: Explanation): HTMLElement[] {
  const drawn = new Drawings(ctx, explanation);
  const steps = explanation.steps.map((step) => [step, drawn.of(step)] as const);
  const some = steps.filter(([, drawing]) => drawing !== null);
  return (some.length > 0 ? some : steps.slice(0, WORDS)).map(([step, drawing]) => {
    const text = drawing && step.id.endsWith(".columns") ? ctx.t("explain.in-binary") : step.text;
    return h("li", { "data-step": step.id }, h("p", {}, text), drawing);
  });
}

function verdict(ctx: Context, explanation: Explanation, looked: State): HTMLElement {
  const { t } = ctx;
  const { outcome, method, value, margin, moves_total: total } = explanation;
  const [mark, kind] = outcome === "N" ? ["▲", "n"] : outcome === "P" ? ["▼", "p"] : ["=", "d"];
  const heading = t(outcome === "N" ? "explain.n" : outcome === "P" ? "explain.p" : "explain.d");
  const { game = "", heaps = "", misere = "" } = looked;
  const here = { view: "play", game, heaps, misere, played: null, at: null, from: null, mode: null };
  const reference = method.reference ? (ctx.lang === "zh" ? `（${method.reference}）` : ` (${method.reference})`) : "";
  const facts = [
    value !== null && value !== undefined ? t("explain.value", { value: short(t, String(value)) }) : "",
    margin !== null && margin !== undefined ? t("explain.margin", { value: short(t, String(margin)) }) : "",
    outcome === "N" && total !== null ? t("explain.moves", { count: short(t, String(total)) }) : "",
    t(`explain.by-${method.kind}`) + reference,
  ];
  return h(
    "div",
    { class: `verdict ${kind}` },
    h("h1", { class: kind }, `${mark} ${heading}`),
    h("p", {}, facts.filter(Boolean).join(" · ")),
    h("a", { href: ctx.link(here) }, t("explain.play")),
  );
}

/** Drawings of steps; some need numbers of an earlier step. */
class Drawings {
  #rows: Rows;
  #modulus: Whole | null = null;
  #grid = true;

  constructor(
    private readonly ctx: Context,
    private readonly it: Explanation,
  ) {
    const heaps = (it.position ?? []).map(String);
    this.#rows = { heaps, values: heaps };
  }

  of(step: Step): Element | null {
    const { values } = step;
    switch (step.id) {
      case "heapwise.values":
      case "staircase.values":
        this.#rows = { heaps: texts(values["heaps"]), values: texts(values["values"]) };
        return this.#groups(numbers(values["heaps"]));
      case "residues.rule":
        this.#modulus = values["modulus"] as Whole;
        return null;
      case "heapwise.one-heap":
        return this.#groups([values["heap"] as Whole]);
      case "race.rest":
      case "race.rest-misere":
        this.#modulus = values["modulus"] as Whole;
        return this.#groups([values["distance"] as Whole]);
      case "nim.columns":
        return nimColumns(this.ctx, step, this.#rows);
      case "moore.columns":
        return mooreColumns(this.ctx, step, this.#rows);
      case "take-away.parts":
        return partsDrawn(this.ctx, step);
      case "wythoff.difference":
      case "wythoff.cold":
        return this.#pairs(1);
      case "t-wythoff.difference":
      case "t-wythoff.cold":
        return this.#pairs(Number(values["t"] ?? this.#slack()));
      default:
        return null;
    }
  }

  #groups(heaps: readonly Whole[]): Element | null {
    const modulus = this.#modulus;
    if (modulus === null || heaps.length > MOST_HEAPS) return null;
    return h("div", {}, heaps.map((heap) => grouped(this.ctx, heap, modulus)));
  }

  /** One grid is enough. */
  #pairs(slack: number): Element | null {
    if (!this.#grid || !this.it.position || !Number.isInteger(slack)) return null;
    this.#grid = false;
    const moves = this.it.moves as readonly { to?: readonly Whole[] }[];
    const to = moves.flatMap((move) => (move.to ? [move.to] : []));
    const drawing = pairsDrawn(this.ctx, this.it.position, slack, to);
    const legend = this.ctx.t("explain.grid-legend");
    return drawing && h("figure", { class: "groups" }, drawing, h("figcaption", {}, legend));
  }

  #slack(): number {
    const rule = this.it.steps.find((step) => step.id === "t-wythoff.rule");
    return Number(rule?.values["t"] ?? Number.NaN);
  }
}

function numbers(value: unknown): readonly Whole[] {
  return Array.isArray(value) ? (value as Whole[]) : [];
}

function texts(value: unknown): readonly string[] {
  return numbers(value).map(String);
}
