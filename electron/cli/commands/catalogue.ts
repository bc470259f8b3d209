import type { Command } from "../command.ts";
import { capture } from "./capture.ts";
import { connect, disconnect } from "./connect.ts";
import { exportMemories } from "./export.ts";
import { hooks } from "./hooks.ts";
import { importMemories } from "./import.ts";
import { instructions } from "./instructions.ts";
import { list } from "./list.ts";
import { search } from "./search.ts";
import { show } from "./show.ts";
import { status } from "./status.ts";

/** Every command, in the order the help tells of them. */
export const COMMANDS: readonly Command[] = [
  status,
  search,
  capture,
  list,
  show,
  exportMemories,
  importMemories,
  connect,
  disconnect,
  instructions,
  hooks,
];
