/** The page of a server. */

import { start } from "./start";
import { server } from "./transport";

start(server);
