/** A proof alone and large, for the wall, until Escape. */

import { type Child, h } from "../dom";
import { games } from "../games";
import type { Context } from "../view";
import type { Line } from "./table";

/** The name of a game as the catalogue has it, with its rules and its convention. */
export async function named(ctx: Context, { game, misere }: Line): Promise<Child> {
  const title = (await games(ctx).catch(() => [])).find(({ example }) => example === game)?.title;
  return [title && `${title} `, h("code", {}, game), misere && h("small", {}, ctx.t("position.misere"))];
}

/** What opens the wall with `content`, made anew each time. */
export function presents(ctx: Context, line: Line, content: () => Child): HTMLButtonElement {
  const { t } = ctx;
  const open = async () => {
    const name = h("h2", {}, await named(ctx, line));
    const leave = h("button", { class: "quiet leave" }, t("explore.leave"));
    const close = () => dialog.close();
    const left = () => {
      if (!document.fullscreenElement) close();
    };
    const dialog = h("dialog", { class: "wall", "aria-label": t("proof.wall") }, h("form", { method: "dialog" }, leave), name, content());
    dialog.addEventListener("close", () => {
      document.removeEventListener("fullscreenchange", left);
      removeEventListener("hashchange", close);
      removeEventListener("popstate", close);
      if (document.fullscreenElement) void document.exitFullscreen();
      dialog.remove();
      button.focus();
    });
    // Another state of the page has another proof.
    addEventListener("hashchange", close);
    addEventListener("popstate", close);
    document.body.append(dialog);
    dialog.showModal();
    // Browsers may forbid it; the proof fills the window then.
    await dialog.requestFullscreen?.().catch(() => undefined);
    if (dialog.isConnected) document.addEventListener("fullscreenchange", left);
  };
  const button = h("button", { type: "button", class: "quiet", "data-proof": "present", onclick: () => void open() }, t("explore.present"));
  return button;
}
