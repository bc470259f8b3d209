import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ulid } from "ulid";
import { onTestFinished } from "vitest";
import { writePrivateFile } from "../../platform/atomic-file.ts";
import { processStart } from "../../platform/process-state.ts";
import { createStemmer } from "../../search/stem.ts";
import { createFileSecrets } from "../../secrets/file-secrets.ts";
import { DEFAULT_SERVER_LIMITS, type ServerLimits } from "../limits.ts";
import type { HintMemories } from "../memory-hints.ts";
import { Servers, type ServersOptions } from "../servers.ts";

const quiet = () => undefined;
const NO_MEMORIES: HintMemories = {
  search: async () => ({ items: [], lessLikely: 0, mode: "text", notices: [] }),
  shortIds: async () => new Map(),
};

/** Opens servers in a folder of their own, or in that of others, which must be closed. */
export function openServers(
  options: {
    readonly limits?: Partial<ServerLimits>;
    readonly folder?: string;
    readonly env?: NodeJS.ProcessEnv;
    readonly now?: () => number;
    /** Default: there are no memories. */
    readonly memories?: HintMemories;
    readonly onToolsStopped?: ServersOptions["onToolsStopped"];
  } = {},
): { readonly servers: Servers; readonly folder: string } {
  const folder = options.folder ?? mkdtempSync(path.join(tmpdir(), "recollect-servers-"));
  const servers = new Servers({
    file: path.join(folder, "servers.json"),
    write: writePrivateFile,
    secrets: createFileSecrets(folder),
    version: "1.2.3",
    env: options.env ?? process.env,
    home: folder,
    ownPort: () => 0,
    clock: { now: options.now ?? Date.now },
    logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    language: () => "en",
    newId: ulid,
    reserved: { tools: new Set(["search_memories"]), prompts: new Set(["tutorial"]) },
    stem: createStemmer(),
    memories: options.memories ?? NO_MEMORIES,
    startOf: processStart,
    onChange: quiet,
    onToolsStopped: options.onToolsStopped ?? quiet,
    limits: { ...DEFAULT_SERVER_LIMITS, ...options.limits },
  });
  onTestFinished(async () => {
    await servers.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { servers, folder };
}

/** The text of a result. */
export function textOf(result: unknown): string {
  return (result as { content: { text: string }[] }).content[0]?.text ?? "";
}
