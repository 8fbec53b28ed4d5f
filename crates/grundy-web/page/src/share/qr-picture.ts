/** A QR code as a picture. */

import { svg } from "../dom";
import { qr } from "./qr";

/** Light modules around the code, as readers need them. */
const QUIET = 4;

/** The picture of a text; null where it is too long. */
export function qrPicture(text: string, label: string): SVGElement | null {
  const modules = qr(text);
  if (!modules) return null;
  const size = modules.length + 2 * QUIET;
  const runs = modules.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x + QUIET} ${y + QUIET}h1v1h-1z`] : [])));
  return svg(
    "svg",
    { viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": label, "shape-rendering": "crispEdges" },
    svg("rect", { width: size, height: size, fill: "#fff" }),
    svg("path", { d: runs.join(""), fill: "#000" }),
  );
}
