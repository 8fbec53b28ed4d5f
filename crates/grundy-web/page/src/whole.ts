/** Whole numbers as the API writes them: those beyond 2^53 - 1 come as text. */

export type Whole = number | string;

/** The exact number. */
export function big(value: Whole): bigint {
  return BigInt(value);
}

/** The sum of some. */
export function sum(values: readonly Whole[]): bigint {
  return values.reduce((total, value) => total + big(value), 0n);
}

/** In ascending order, as texts: equal lists are equal heaps in any order. */
export function sorted(values: readonly (Whole | bigint)[]): string {
  const all = values.map((value) => BigInt(value));
  all.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return all.join(" ");
}
