/** The certificate of a proved period: what other programs need to check it, shown and saved. */

import { isAbort } from "../api";
import { type Child, h, refill } from "../dom";
import { fault } from "../position/fault";
import { fileName, save } from "../share/save";
import type { Context } from "../view";
import type { Line } from "./table";
import { presents } from "./wall";

/** So long a certificate is made, in milliseconds. */
const TIME = 8000;
/** So many characters are shown; the file has all. */
const SHOWN = 20_000;

export class Certificate {
  readonly element: HTMLDetailsElement;
  readonly #ctx: Context;
  readonly #content = h("div");
  #line: Line | null = null;
  /** The period in words. */
  #words = "";
  #shown: Line | null = null;

  /** `picture` draws the values for the wall. */
  constructor(
    ctx: Context,
    private readonly picture: () => Element | null,
  ) {
    this.#ctx = ctx;
    const { t } = ctx;
    this.element = h(
      "details",
      { class: "certificate", hidden: true, ontoggle: () => void this.#open() },
      h("summary", {}, t("proof.of-period")),
      this.#content,
    );
  }

  /** Offers that of this game, whose period was told in `words`, or none. */
  offer(line: Line | null, words = ""): void {
    this.#line = line;
    this.#words = words;
    this.element.hidden = line === null;
    if (line === null) this.element.open = false;
    refill(this.#content);
    this.#shown = null;
  }

  async #open(): Promise<void> {
    const line = this.#line;
    if (!this.element.open || !line || this.#shown === line) return;
    this.#shown = line;
    const { t, api } = this.#ctx;
    refill(this.#content, h("p", { class: "hint" }, t("shell.computing")));
    try {
      const body = { game: line.game, certificate: true, time_ms: TIME };
      const answer = await api.ask<{ certificate: string | null; certificate_reason?: string }>("period", body, "explore.certificate");
      const { certificate } = answer;
      if (certificate === null) {
        refill(this.#content, h("p", { class: "hint" }, answer.certificate_reason ?? ""));
        return;
      }
      const name = fileName(`${line.game} period`, "json");
      const told = h("p", { class: "told" }, this.#words);
      const present = presents(this.#ctx, line, () => [told, this.picture(), text(this.#ctx, certificate, name)]);
      refill(this.#content, certified(this.#ctx, certificate, name, present));
    } catch (error) {
      if (isAbort(error)) this.#shown = null;
      else refill(this.#content, fault(this.#ctx, error));
    }
  }
}

/** A certificate as text, with its file and how to check it, and what else can be done with it. */
export function certified(ctx: Context, certificate: string, name: string, more: Child = null): HTMLElement {
  const keep = h("button", { type: "button", class: "quiet", "data-proof": "certificate", onclick: () => save(name, certificate, "application/json") }, ctx.t("proof.save"));
  return h("div", {}, h("div", { class: "buttons" }, keep, more), text(ctx, certificate, name));
}

/** The text of a certificate under how to check it. */
function text({ t }: Context, certificate: string, name: string): Child {
  const whole = certificate.trimEnd();
  return [
    h("p", { class: "hint" }, t("proof.check"), " ", h("code", {}, `grundy verify ${name}`)),
    h("pre", { tabindex: 0, "aria-label": t("proof.certificate") }, whole.length > SHOWN ? `${whole.slice(0, SHOWN)}…` : whole),
  ];
}
