/**
 * The page inside another one, at `/embed` of a server or with `?embed` behind its address: the view alone, without
 * header, forms and files. Links lead to the whole page, in a window of its own.
 */

import { transport } from "../transport";

const EMBED = "/embed";

/** Is this the page inside another? */
export function embedded(): boolean {
  return location.pathname === EMBED || new URLSearchParams(location.search).has("embed");
}

/** The address of the whole page, before `#`. */
export function wholePage(): string {
  return location.pathname === EMBED ? "/" : location.pathname;
}

/** Prepares the page for it; the style sheet does the rest. */
export function prepareEmbedding(): void {
  if (!embedded()) return;
  document.documentElement.dataset["embed"] = "";
  // Before the page's own handlers see the click.
  document.addEventListener("click", leave, { capture: true });
}

function leave(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const address = link?.getAttribute("href");
  if (!link || !address?.startsWith("#")) return;
  link.href = `${wholePage()}${address}`;
  link.target = "_blank";
  link.rel = "noopener";
}

/** What to paste into a course page. */
export function embedCode(hash: string, title: string): string {
  const place = transport().answers === "server" ? EMBED : `${location.pathname}?embed`;
  // The origin of a file is "null" in some browsers.
  const origin = location.protocol === "file:" ? "file://" : location.origin;
  const address = `${origin}${place}${hash}`;
  return `<iframe src="${escaped(address)}" title="${escaped(title)}" width="720" height="820" loading="lazy"></iframe>`;
}

function escaped(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;");
}
