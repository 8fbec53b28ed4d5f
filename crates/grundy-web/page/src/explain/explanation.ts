/** The answer of /api/v1/explain, as far as it is shown. */

import type { Whole } from "../whole";

/** One sentence of the reasoning: its name, its numbers, its words. */
export interface Step {
  readonly id: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly text: string;
}

export interface Explanation {
  readonly game: string;
  readonly rules?: string;
  readonly outcome: "N" | "P" | "D";
  readonly value?: Whole | null;
  readonly margin?: Whole | null;
  readonly position?: readonly Whole[];
  readonly moves: readonly unknown[];
  readonly moves_total: Whole | null;
  readonly method: {
    readonly name: string;
    readonly kind: "theorem" | "proof" | "computation" | "search";
    readonly reference: string | null;
  };
  readonly steps: readonly Step[];
}
