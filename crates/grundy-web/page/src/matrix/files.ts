/** A payoff matrix for papers: as LaTeX, and as a picture. */

import type { Pair, Typed } from "./payoffs";

const WIDTH = 120;
const HEIGHT = 44;
const EDGE = 12;

/** Names as they are shown; numbers where there are none. */
function named(names: readonly string[], count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => names[at] || String(at + 1));
}

/** Characters that mean something to LaTeX. */
function plain(text: string): string {
  return text.replace(/[\\{}$&#%_^~]/g, (sign) => (sign === "\\" ? "\\textbackslash{}" : sign === "^" || sign === "~" ? `\\${sign}{}` : `\\${sign}`));
}

function formula(payoff: string): string {
  const [above, below] = payoff.split("/");
  const over = above !== undefined && below !== undefined && /^-?\d+$/.test(above) && /^\d+$/.test(below);
  return over ? `${above.startsWith("-") ? "-" : ""}\\frac{${above.replace("-", "")}}{${below}}` : plain(payoff);
}

/** A table of LaTeX without packages: rows and columns with their names. */
export function latex({ cells, names }: Typed): string {
  const columns = cells[0]?.length ?? 0;
  const head = ["", ...named(names[1], columns).map(plain)].join(" & ");
  const rows = named(names[0], cells.length).map((name, at) => {
    const payoffs = (cells[at] ?? []).map((pair) => `$${pair.map(formula).join(",\\;")}$`);
    return `${[plain(name), ...payoffs].join(" & ")} \\\\\n`;
  });
  return `\\begin{tabular}{l|${"c".repeat(columns)}}\n${head} \\\\ \\hline\n${rows.join("")}\\end{tabular}\n`;
}

/** The same as SVG. */
export function picture({ cells, names }: Typed): string {
  const columns = cells[0]?.length ?? 0;
  const [width, height] = [(columns + 1) * WIDTH + 2 * EDGE, (cells.length + 1) * HEIGHT + 2 * EDGE];
  const escaped = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
  const text = (x: number, y: number, words: string, weight = "400") =>
    `<text x="${EDGE + (x + 0.5) * WIDTH}" y="${EDGE + (y + 0.5) * HEIGHT + 6}" text-anchor="middle" font-weight="${weight}">${escaped(words)}</text>`;
  const box = (x: number, y: number) =>
    `<rect x="${EDGE + x * WIDTH}" y="${EDGE + y * HEIGHT}" width="${WIDTH}" height="${HEIGHT}" fill="none" stroke="#888"/>`;
  const shown = (pair: Pair) => pair.join(", ");
  const parts = [
    ...named(names[1], columns).map((name, at) => text(at + 1, 0, name, "600")),
    ...named(names[0], cells.length).map((name, at) => text(0, at + 1, name, "600")),
    ...cells.flatMap((row, y) => row.map((pair, x) => box(x + 1, y + 1) + text(x + 1, y + 1, shown(pair)))),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif" font-size="17">${parts.join("")}</svg>\n`;
}
