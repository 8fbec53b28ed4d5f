/** The page's beginning: its views in the order of their tabs, and the shell around them. */

import "./play/view";
import "./explain/view";
import { Shell } from "./shell/shell";
import { applyTheme } from "./shell/theme";

applyTheme();
const root = document.getElementById("page");
if (root) new Shell(root);
