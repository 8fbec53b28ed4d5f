/** The page's beginning: its views in the order of their tabs, and the shell around them. */

import { BOUND, KEYS } from "./play/keys";
import { view as play } from "./play/view";
import { prepareEmbedding } from "./share/embed";
import { Shell } from "./shell/shell";
import { applyTheme } from "./shell/theme";
import { type Transport, setTransport } from "./transport";
import { register, tab } from "./view";

register({ id: "play", title: "play.title", keys: KEYS, bound: BOUND, ...play });
tab(
  { id: "explore", title: "explore.title", keys: ["picture", "show", "side", "look", "at", "end", "heap"] },
  () => import("./explore/view"),
);
tab({ id: "explain", title: "explain.title", keys: ["position"], bound: ["position"] }, () => import("./explain/view"));
tab({ id: "matrix", title: "matrix.title", keys: ["classic", "matrix", "names"] }, () => import("./matrix/view"));
tab({ id: "judge", title: "judge.title", keys: ["problem"] }, () => import("./judge/view"));

/** Starts the page; its questions go to `transport`. */
export function start(transport: Transport): void {
  setTransport(transport);
  applyTheme();
  prepareEmbedding();
  const root = document.getElementById("page");
  if (root) new Shell(root);
}
