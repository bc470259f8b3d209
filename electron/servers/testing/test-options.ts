import path from "node:path";
import { ulid } from "ulid";
import { createStemmer } from "../../core/stem.ts";
import { processStart } from "../../platform/process-state.ts";
import { createFileSecrets } from "../../secrets/file-secrets.ts";
import type { HintMemories } from "../memory-hints.ts";
import type { ServersOptions } from "../servers.ts";

const quiet = () => undefined;
const NO_MEMORIES: HintMemories = {
  search: async () => ({ items: [], lessLikely: 0, mode: "text", notices: [] }),
  shortIds: async () => new Map(),
};

/** The options of servers in a folder, without memories. */
export function testOptions(folder: string): ServersOptions {
  return {
    file: path.join(folder, "servers.json"),
    secrets: createFileSecrets(folder),
    version: "1.2.3",
    env: process.env,
    home: folder,
    ownPort: () => 0,
    clock: { now: Date.now },
    logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    language: () => "en",
    newId: ulid,
    stem: createStemmer(),
    memories: NO_MEMORIES,
    startOf: processStart,
    onChange: quiet,
    onToolsStopped: quiet,
    onSecrets: quiet,
  };
}
