/** The law as a program in every language that `pattern` writes. */

import { programs } from "../programs";
import type { Context } from "../view";
import type { Line } from "./table";

/** What is asked of `pattern` beside the language, so that program and law are the same. */
export interface Asked {
  readonly line: Line;
  readonly number_of_heaps: number;
  readonly to: number;
}

/** The programs of one law. */
export function code(ctx: Context, { line, number_of_heaps, to }: Asked): HTMLElement {
  return programs(ctx, ctx.t("code.title"), async (emit) => {
    const body = { ...line, number_of_heaps, to, emit };
    const { program, checked_to } = await ctx.api.ask<{ program: string; checked_to: unknown }>("pattern", body, "explore.code");
    return { text: program, note: ctx.t("code.tested", { to: String(checked_to) }) };
  });
}
