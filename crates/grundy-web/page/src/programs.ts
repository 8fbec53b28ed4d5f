/** A program in every language that the library writes, for those who take it to a judge. */

import { isAbort } from "./api";
import { h, refill } from "./dom";
import { fault } from "./position/fault";
import type { Context } from "./view";

const LANGUAGES = [
  ["cpp", "C++"],
  ["python", "Python"],
  ["rust", "Rust"],
  ["java", "Java"],
] as const;

export type Language = (typeof LANGUAGES)[number][0];

/** A program, and what is said about it. */
export interface Program {
  readonly text: string;
  readonly note: string;
}

/** The programs under a title; each is asked for when it is looked at. */
export function programs(ctx: Context, title: string, ask: (language: Language) => Promise<Program>): HTMLDetailsElement {
  const { t } = ctx;
  const shown = h("pre", { tabindex: 0, "aria-label": title, hidden: true });
  const below = h("div", { class: "buttons", hidden: true });
  const buttons = LANGUAGES.map(([language, name]) =>
    h("button", { type: "button", class: "quiet", "aria-pressed": "false", "data-code": language, onclick: () => void show(language) }, name),
  );
  const show = async (language: Language) => {
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset["code"] === language));
    try {
      const { text, note } = await ask(language);
      shown.hidden = below.hidden = false;
      shown.textContent = text;
      const copied = h("span", { class: "hint", role: "status" });
      const copy = async () => {
        try {
          await navigator.clipboard.writeText(text);
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
        h("span", { class: "hint" }, note),
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
  return h("details", { class: "programs" }, h("summary", {}, title), h("div", { class: "buttons" }, buttons), shown, below);
}
