import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import { DEFAULT_SERVER_LIMITS, type ServerLimits } from "../limits.ts";
import type { HintMemories } from "../memory-hints.ts";
import { Servers, type ServersOptions } from "../servers.ts";
import { testOptions } from "./test-options.ts";

/** Opens servers in a new folder, or in the folder of others, which must be closed. */
export function openServers(
  options: {
    readonly limits?: Partial<ServerLimits>;
    readonly folder?: string;
    readonly env?: NodeJS.ProcessEnv;
    readonly now?: () => number;
    /** None by default. */
    readonly memories?: HintMemories;
    readonly onToolsStopped?: ServersOptions["onToolsStopped"];
    readonly report?: ServersOptions["report"];
  } = {},
): { readonly servers: Servers; readonly folder: string } {
  const folder = options.folder ?? mkdtempSync(path.join(tmpdir(), "recollect-servers-"));
  const { limits, now = Date.now, report } = options;
  const defaults = testOptions(folder);
  const { env = defaults.env, memories = defaults.memories, onToolsStopped = defaults.onToolsStopped } = options;
  const servers = new Servers({
    ...defaults,
    env,
    clock: { now },
    memories,
    onToolsStopped,
    report,
    limits: { ...DEFAULT_SERVER_LIMITS, ...limits },
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
