/** Judge: a contest problem's input answered in its format, and the first wrong line of a program's output. */

import { isAbort } from "../api";
import { h, refill } from "../dom";
import { fault } from "../position/fault";
import { type Problem, type Question, called, meant, problems, stateOf } from "../problems";
import { programs } from "../programs";
import type { State } from "../state";
import type { Body, Context } from "../view";

/** Answers follow typing after so many milliseconds. */
const DELAY = 300;

interface Difference {
  readonly line: number;
  readonly expected: string | null;
  readonly given: string | null;
}

class JudgeView {
  readonly #ctx: Context;
  readonly #problem = h("select", { id: "problem", onchange: () => this.#ctx.set({ problem: this.#problem.value }) });
  readonly #find: HTMLInputElement;
  readonly #found = h("p", { class: "hint", role: "status" });
  readonly #input = text("judge-input");
  readonly #answers = text("judge-answers", { readonly: true });
  readonly #output = text("judge-output");
  readonly #rules = h("p", { class: "rules" });
  /** The position that the input asks about first, and where it leads. */
  readonly #ways = h("p", { class: "ways" });
  readonly #programs = h("div");
  readonly #fault = h("div");
  readonly #verdict = h("div", { class: "judged-verdict", role: "status" });
  readonly #list: Promise<readonly Problem[]>;
  /** The problem whose sample was put into the input. */
  #shown = "";
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(root: HTMLElement, ctx: Context) {
    this.#ctx = ctx;
    const { t } = ctx;
    this.#list = problems(ctx);
    this.#find = h("input", {
      id: "find-problem",
      type: "search",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      placeholder: t("judge.find-example"),
      oninput: () => void this.#fill(),
    });
    this.#find.addEventListener("keydown", (event) => {
      if (event.key === "Enter") void this.#take();
    });
    const later = () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.#ask(), DELAY);
    };
    this.#input.addEventListener("input", later);
    this.#output.addEventListener("input", later);
    const field = (id: string, label: string, box: HTMLElement, ...more: (HTMLElement | null)[]) =>
      h("div", { class: "field" }, h("label", { for: id }, label), box, more);
    const copied = h("span", { class: "hint", role: "status" });
    const copy = async () => {
      try {
        await navigator.clipboard.writeText(this.#answers.value);
        copied.textContent = t("share.copied");
      } catch {
        // Browsers may forbid it: then it is selected, to be copied by hand.
        this.#answers.select();
      }
    };
    root.append(
      h("h1", {}, t("judge.heading")),
      h("p", { class: "hint" }, t("judge.about")),
      h(
        "div",
        { class: "choices position" },
        field("find-problem", t("judge.find"), this.#find, this.#found),
        field("problem", t("judge.problem"), this.#problem),
      ),
      this.#rules,
      this.#ways,
      this.#programs,
      h(
        "div",
        { class: "judged" },
        field(
          "judge-input",
          t("judge.input"),
          this.#input,
          h("button", { type: "button", class: "quiet", "data-key": "sample", onclick: () => void this.#sample() }, t("judge.sample")),
        ),
        field(
          "judge-answers",
          t("judge.answers"),
          this.#answers,
          h("p", {}, h("button", { type: "button", class: "quiet", onclick: () => void copy() }, t("code.copy")), " ", copied),
        ),
        field("judge-output", t("judge.output"), this.#output, this.#verdict),
      ),
      this.#fault,
    );
    void this.#fill();
  }

  async update(state: State): Promise<void> {
    const asked = state["problem"] ?? "";
    try {
      const list = await this.#list;
      const problem = list.find(({ name }) => name === asked) ?? list.find(({ name }) => name === "poj-1067") ?? list[0];
      if (!problem || problem.name === this.#shown) return;
      this.#shown = problem.name;
      this.#problem.value = problem.name;
      this.#output.value = "";
      refill(this.#programs, this.#program(problem.name));
      await this.#sample();
    } catch (error) {
      this.#fail(error);
    }
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  /** The problems that are looked for, or all of them, in groups by where they are from. */
  async #fill(): Promise<void> {
    try {
      const list = await this.#list;
      const words = this.#find.value.trim();
      const hits = words ? meant(list, words) : list;
      const groups = new Map<string, Problem[]>();
      // The problem that is shown stays the chosen one.
      const shown = list.filter(({ name }) => name === this.#shown && !hits.some((hit) => hit.name === name));
      for (const problem of [...shown, ...hits]) {
        const from = problem.source.split(" ")[0] ?? "";
        groups.set(from, [...(groups.get(from) ?? []), problem]);
      }
      const option = (problem: Problem) => h("option", { value: problem.name }, called(problem));
      refill(this.#problem, [...groups].map(([label, problems]) => h("optgroup", { label }, problems.map(option))));
      if (this.#shown) this.#problem.value = this.#shown;
      const { t } = this.#ctx;
      const [first] = words ? hits : [];
      const found = first ? t("judge.found", { count: hits.length, first: called(first) }) : t("judge.none");
      this.#found.textContent = words ? found : "";
    } catch {
      // Told by `update`.
    }
  }

  /** Enter takes the first of the problems that are looked for. */
  async #take(): Promise<void> {
    const [first] = meant(await this.#list.catch(() => []), this.#find.value);
    if (first) this.#ctx.set({ problem: first.name });
  }

  async #sample(): Promise<void> {
    try {
      const asked = { profile: this.#shown };
      const { sample, rules } = await this.#ctx.api.ask<{ sample: { input: string }; rules: string }>("judge", asked, "judge.sample");
      this.#rules.textContent = rules;
      this.#input.value = sample.input;
      await this.#ask();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** From the position to its board, its picture with the law, and the reasons. */
  #lead(question: Question | null): void {
    const { t, lang } = this.#ctx;
    if (!question) {
      refill(this.#ways);
      return;
    }
    const whole = { ...stateOf(question), mode: null, played: null, at: null, from: null, level: null, position: null, picture: null };
    const link = (view: string, text: string) =>
      h("a", { class: "button", "data-way": view, href: this.#ctx.link({ ...whole, view }) }, text);
    refill(
      this.#ways,
      h("span", {}, t("judge.question"), lang === "en" && " ", h("code", {}, question.position)),
      link("play", t("explore.play")),
      question.game !== null && link("explore", t("judge.law")),
      link("explain", t("explore.explain")),
    );
  }

  /** The problem solved by a program that reads its input. */
  #program(profile: string): HTMLElement {
    return programs(this.#ctx, this.#ctx.t("judge.program"), async (emit) => {
      const { program } = await this.#ctx.api.ask<{ program: string }>("judge", { profile, emit }, "judge.program");
      return { text: program, note: this.#ctx.t("judge.program-note") };
    });
  }

  /** The answers and, where there is an output, whether it is right. */
  async #ask(): Promise<void> {
    const body = { profile: this.#shown, input: this.#input.value };
    const output = this.#output.value;
    try {
      const { answers, question } = await this.#ctx.api.ask<{ answers: string; question: Question | null }>("judge", body, "judge.answers");
      this.#answers.value = answers;
      this.#lead(question);
      refill(this.#fault);
      this.#input.removeAttribute("aria-invalid");
      if (output.trim() === "") {
        refill(this.#verdict);
        return;
      }
      const { difference } = await this.#ctx.api.ask<{ difference: Difference | null }>("judge", { ...body, output }, "judge.check");
      refill(this.#verdict, this.#told(difference));
      if (difference) this.#mark(difference.line);
    } catch (error) {
      this.#fail(error);
    }
  }

  #told(difference: Difference | null): HTMLElement {
    const { t } = this.#ctx;
    if (!difference) return h("p", { class: "n" }, h("strong", {}, `✓ ${t("judge.same")}`));
    const { line, expected, given } = difference;
    const shown = (label: string, text: string | null) =>
      h("p", {}, label, " ", text === null ? h("em", {}, t("judge.nothing")) : h("code", {}, text || "\u00a0"));
    return h(
      "div",
      {},
      h("p", { class: "p" }, h("strong", {}, `✗ ${t("judge.differs", { line })}`)),
      shown(t("judge.expected"), expected),
      shown(t("judge.given"), given),
    );
  }

  /** Selects the wrong line, unless somebody is typing elsewhere. */
  #mark(line: number): void {
    if (document.activeElement === this.#output) return;
    const lines = this.#output.value.split("\n");
    const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
    this.#output.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  }

  #fail(error: unknown): void {
    if (isAbort(error)) return;
    this.#answers.value = "";
    this.#lead(null);
    refill(this.#verdict);
    this.#input.setAttribute("aria-invalid", "true");
    refill(this.#fault, fault(this.#ctx, error));
  }
}

function text(id: string, more: Record<string, boolean> = {}): HTMLTextAreaElement {
  return h("textarea", { id, rows: 8, spellcheck: "false", autocomplete: "off", autocapitalize: "off", ...more });
}

let mounted: JudgeView | null = null;

export const view: Body = {
  mount(root, ctx) {
    mounted = new JudgeView(root, ctx);
  },
  update(state) {
    void mounted?.update(state);
  },
  unmount() {
    mounted?.close();
    mounted = null;
  },
};
