/** What to take away from a view: its link, the code that embeds it, files. */

import { isAbort } from "../api";
import { h, refill } from "../dom";
import { fault } from "../position/fault";
import type { Context } from "../view";
import { embedCode, embedded, wholePage } from "./embed";

/** Forms of files. */
export type Format = "csv" | "svg" | "png";

/** Makes one of a view's files. */
export type Save = (format: Format) => Promise<void>;

/** Does the address mean this machine, so that nobody else can follow a link to it? */
function isLocal(): boolean {
  return location.protocol === "file:" || /^(localhost|127\.|\[::1\])/.test(location.hostname);
}

export class Share {
  readonly element: HTMLElement;
  readonly #ctx: Context;
  readonly #title: string;
  readonly #code = h("textarea", { id: "embed-code", readonly: true, rows: "3", spellcheck: "false" });
  readonly #fault = h("div");
  readonly #files: readonly HTMLElement[];

  readonly #qr: HTMLDetailsElement;
  readonly #qrCode = h("div", { class: "qr" });

  /** `save` makes files, where a view has any. */
  constructor(ctx: Context, title: string, save?: Save) {
    this.#ctx = ctx;
    this.#title = title;
    const { t } = ctx;
    const button = (text: string, act: () => Promise<void>, name: string) =>
      h("button", { type: "button", class: "quiet", "data-share": name, onclick: () => void this.#try(act) }, text);
    this.#files = (["svg", "png", "csv"] as const).map((format) =>
      button(t(`share.${format}`), async () => save?.(format), format),
    );
    const link = button(t("share.link"), () => this.#copy(new URL(ctx.link(), location.href).href), "link");
    this.#qr = h("details", { ontoggle: () => void this.#drawQr() }, h("summary", {}, t("share.qr")), this.#qrCode);
    const code = button(t("share.copy-code"), () => this.#copy(this.#code.value), "code");
    this.element = embedded()
      ? h("p", { class: "share" }, h("a", { href: "#", onclick: (event: Event) => this.#open(event) }, t("share.whole")))
      : h(
          "section",
          { class: "share", "aria-label": t("share.title") },
          h("div", { class: "buttons" }, save && this.#files, link),
          h(
            "details",
            {},
            h("summary", {}, t("share.embed")),
            h("label", { for: "embed-code" }, t("share.code")),
            this.#code,
            code,
            h("p", { class: "hint" }, isLocal() ? t("share.where") : t("share.where-hosted", { host: location.host })),
          ),
          // Where the address means this machine nobody else could follow it.
          !isLocal() && this.#qr,
          this.#fault,
        );
  }

  /** The state has changed, and the link with it. */
  update(): void {
    this.#code.value = embedCode(this.#ctx.link(), this.#title);
    void this.#drawQr();
  }

  /** The link as a code for phones. */
  async #drawQr(): Promise<void> {
    if (!this.#qr.open) return;
    const loaded = await import("./qr-picture").catch(() => null);
    if (!loaded) return;
    const link = new URL(this.#ctx.link(), location.href).href;
    refill(this.#qrCode, loaded.qrPicture(link, this.#ctx.t("share.qr")) ?? h("p", { class: "hint" }, this.#ctx.t("share.qr-long")));
  }

  /** Is there a picture, of which files can be made? */
  offer(files: boolean): void {
    for (const button of this.#files) button.hidden = !files;
  }

  #open(event: Event): void {
    const link = event.currentTarget as HTMLAnchorElement;
    link.href = `${wholePage()}${location.hash}`;
  }

  async #copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      const words = this.#ctx.t(isLocal() ? "share.copied-local" : "share.copied");
      this.#ctx.announce(words);
      refill(this.#fault, h("p", { class: "hint" }, words));
    } catch {
      // Browsers may forbid it: then it can be copied by hand.
      const field = h("textarea", { readonly: true, rows: "3", "aria-label": this.#ctx.t("share.by-hand") });
      field.value = text;
      refill(this.#fault, h("p", { class: "hint" }, this.#ctx.t("share.by-hand")), field);
      field.select();
    }
  }

  async #try(act: () => Promise<void>): Promise<void> {
    refill(this.#fault);
    try {
      await act();
    } catch (error) {
      if (!isAbort(error)) refill(this.#fault, fault(this.#ctx, error));
    }
  }
}
