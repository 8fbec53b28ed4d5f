/** Rules written as digits, such as `octal(0.77)`, as the moves that they stand for: digit k is for k stones. */

const CODE = /^(octal|hex)\(\s*([048c]?)\.([\da-f]+)\s*\)$/i;
/** What a heap may leave in `take` without `leaving`: nothing, or one heap. */
const PLAIN = 3;

/** The moves of a code in the notation of rules; null for what is none, or allows nothing. */
export function moves(game: string): string | null {
  const [, kind, zero, digits] = CODE.exec(game) ?? [];
  if (!kind || !digits) return null;
  const numbers = [zero || "0", ...digits].map((digit) => parseInt(digit, 16));
  if (kind.toLowerCase() === "octal" && numbers.some((number) => number > 7)) return null;
  const [split = 0, ...taken] = numbers;
  // Numbers of stones with the same digit are one move.
  const ways = new Map<number, number[]>();
  taken.forEach((left, at) => left > 0 && ways.set(left, [...(ways.get(left) ?? []), at + 1]));
  const said = [...ways].map(([left, stones]) => `take ${stones.join(", ")}${left === PLAIN ? "" : ` leaving ${counts(left)}`}`);
  if (split > 0) said.push(`split into ${counts(split)}`);
  return said.join(" or ") || null;
}

/** The numbers of heaps in a digit, with their noun. */
function counts(digit: number): string {
  const list = [0, 1, 2, 3].filter((count) => digit & (1 << count)).join(", ");
  return `${list} ${list === "1" ? "heap" : "heaps"}`;
}
