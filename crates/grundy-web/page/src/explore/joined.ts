/** Sentences one after the other: Chinese has no blank between them. */

import type { Context } from "../view";

export function joined(ctx: Context, sentences: readonly string[]): string {
  return sentences.filter(Boolean).join(ctx.lang === "zh" ? "" : " ");
}
