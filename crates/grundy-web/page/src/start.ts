/** The page's beginning: its views in the order of their tabs, and the shell around them. */

import "./play/view";
import "./explore/view";
import "./explain/view";
import "./matrix/view";
import { prepareEmbedding } from "./share/embed";
import { Shell } from "./shell/shell";
import { applyTheme } from "./shell/theme";
import { type Transport, setTransport } from "./transport";

/** Starts the page; its questions go to `transport`. */
export function start(transport: Transport): void {
  setTransport(transport);
  applyTheme();
  prepareEmbedding();
  const root = document.getElementById("page");
  if (root) new Shell(root);
}
