import { claudeCode } from "./claude-code.ts";
import { codex } from "./codex.ts";
import type { ClientMemoryReader } from "./reader.ts";

/** The readers of all clients. Cursor removed its memories in version 2.1, and documented no file of them. */
export const READERS: readonly ClientMemoryReader[] = [claudeCode, codex];
