/** The certificate of a proved period: what other programs need to check it, shown and saved. */

import { isAbort } from "../api";
import { h, refill } from "../dom";
import { fault } from "../position/fault";
import { fileName, save } from "../share/save";
import type { Context } from "../view";
import type { Line } from "./table";

/** So long a certificate is made, in milliseconds. */
const TIME = 8000;
/** So many characters are shown; the file has all. */
const SHOWN = 20_000;

export class Certificate {
  readonly element: HTMLDetailsElement;
  readonly #ctx: Context;
  readonly #content = h("div");
  #line: Line | null = null;
  #shown: Line | null = null;

  constructor(ctx: Context) {
    this.#ctx = ctx;
    const { t } = ctx;
    this.element = h(
      "details",
      { class: "certificate", hidden: true, ontoggle: () => void this.#open() },
      h("summary", {}, t("proof.certificate")),
      this.#content,
    );
  }

  /** Offers that of this game, or none. */
  offer(line: Line | null): void {
    this.#line = line;
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
      refill(this.#content, certified(this.#ctx, certificate, fileName(`${line.game} period`, "json")));
    } catch (error) {
      if (isAbort(error)) this.#shown = null;
      else refill(this.#content, fault(this.#ctx, error));
    }
  }
}

/** A certificate as text, with its file and how to check it. */
export function certified(ctx: Context, certificate: string, name: string): HTMLElement {
  const { t } = ctx;
  const text = certificate.trimEnd();
  return h(
    "div",
    {},
    h("p", { class: "hint" }, t("proof.check"), " ", h("code", {}, `grundy verify ${name}`)),
    h("div", { class: "buttons" }, h("button", { type: "button", class: "quiet", "data-proof": "certificate", onclick: () => save(name, certificate, "application/json") }, t("proof.save"))),
    h("pre", { tabindex: 0, "aria-label": t("proof.certificate") }, text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text),
  );
}
