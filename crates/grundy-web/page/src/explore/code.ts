/** The law as a program in every language that `pattern` writes, for those who take it to a judge. */

import { isAbort } from "../api";
import { h, refill } from "../dom";
import { fault } from "../position/fault";
import type { Context } from "../view";
import type { Line } from "./table";

const LANGUAGES = [
  ["cpp", "C++"],
  ["python", "Python"],
  ["rust", "Rust"],
  ["java", "Java"],
] as const;

type Language = (typeof LANGUAGES)[number][0];

/** What is asked of `pattern` beside the language, so that program and law are the same. */
export interface Asked {
  readonly line: Line;
  readonly number_of_heaps: number;
  readonly to: number;
}

/** The programs of one law; each is asked for when it is looked at. */
export function code(ctx: Context, { line, number_of_heaps, to }: Asked): HTMLElement {
  const { t } = ctx;
  const shown = h("pre", { tabindex: 0, "aria-label": t("code.title"), hidden: true });
  const below = h("div", { class: "buttons", hidden: true });
  const buttons = LANGUAGES.map(([language, name]) =>
    h("button", { type: "button", class: "quiet", "aria-pressed": "false", "data-code": language, onclick: () => void show(language) }, name),
  );
  const show = async (language: Language) => {
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset["code"] === language));
    try {
      const body = { ...line, number_of_heaps, to, emit: language };
      const { program, checked_to } = await ctx.api.ask<{ program: string; checked_to: unknown }>("pattern", body, "explore.code");
      shown.hidden = below.hidden = false;
      shown.textContent = program;
      const copied = h("span", { class: "hint", role: "status" });
      const copy = async () => {
        try {
          await navigator.clipboard.writeText(program);
          copied.textContent = t("code.copied");
        } catch {
          // Browsers may forbid it: then it is selected, to be copied by hand.
          getSelection()?.selectAllChildren(shown);
        }
      };
      refill(
        below,
        h("button", { type: "button", "data-code": "copy", onclick: () => void copy() }, t("code.copy")),
        " ",
        h("span", { class: "hint" }, t("code.tested", { to: String(checked_to) })),
        " ",
        copied,
      );
    } catch (error) {
      shown.hidden = true;
      if (!isAbort(error)) {
        below.hidden = false;
        refill(below, fault(ctx, error));
      }
    }
  };
  return h("details", { class: "code-of-law" }, h("summary", {}, t("code.title")), h("div", { class: "buttons" }, buttons), shown, below);
}
