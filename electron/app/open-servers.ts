import { existsSync } from "node:fs";
import { ulid } from "ulid";
import type { ServerGrant } from "../core/caller.ts";
import type { ServerService } from "../core/servers.ts";
import type { CatalogListener, CatalogSource } from "../mcp/catalog-entries.ts";
import { MEMORY_PROMPTS, MEMORY_TOOLS } from "../mcp/memory-source.ts";
import { writePrivateFile } from "../platform/atomic-file.ts";
import { processStart, processStartByPs } from "../platform/process-state.ts";
import { createStemmer } from "../search/stem.ts";
import type { Servers } from "../servers/servers.ts";
import type { AppContext } from "./context.ts";
import type { Data } from "./open-data.ts";
import { createToolAlerts } from "./tool-alerts.ts";

/** Other MCP servers. Their code is loaded when there is one. */
export interface ServersAccess {
  /** Offers their tools, prompts and resources to the clients that the owner granted them to. */
  readonly source: CatalogSource;
  /** Null while there is no server. */
  readonly opened: () => ServerService | null;
  /** Loads the code for a first server. */
  readonly open: () => Promise<ServerService>;
  /** Refuses grants of servers that do not exist. @throws invalid_argument */
  readonly checkGrants: (grants: readonly ServerGrant[]) => Promise<void>;
}

/** Opens the servers that the owner added, without starting one. */
export async function openServers(
  context: AppContext,
  { service }: Data,
  ownPort: () => number,
): Promise<ServersAccess> {
  const { options, clock, events, logger, secrets, settings, standingAlerts, shutdown } = context;
  const { files, env, home, version } = options;
  const listeners = new Set<CatalogListener>();
  let servers: Servers | null = null;
  let opening: Promise<Servers> | null = null;

  const load = async (): Promise<Servers> => {
    const { Servers: Opened } = await import("../servers/servers.ts");
    servers = new Opened({
      file: files.servers,
      write: writePrivateFile,
      secrets,
      version,
      env,
      home,
      ownPort,
      clock,
      logger,
      language: () => settings.current().language,
      newId: ulid,
      reserved: { tools: new Set(MEMORY_TOOLS), prompts: new Set(MEMORY_PROMPTS) },
      stem: createStemmer(),
      memories: service,
      startOf: (pid) => (process.platform === "darwin" ? processStartByPs(pid) : processStart(pid)),
      onChange: () => events.emit("servers.changed", null),
      onToolsStopped: createToolAlerts(standingAlerts),
    });
    if (servers.damage !== null) standingAlerts.add(servers.damage);
    events.on("memories.changed", (changes) => servers?.noteMemories(changes));
    servers.onCatalogChanged((kind, concerns) => {
      for (const listener of [...listeners]) listener(kind, concerns);
    });
    return servers;
  };
  const open = () => {
    opening ??= load();
    return opening;
  };
  shutdown.add("servers", async () => (await opening)?.close());
  if (existsSync(files.servers)) await open();

  return {
    source: {
      entriesFor: (grant) => servers?.entriesFor(grant) ?? {},
      onChanged(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    opened: () => servers,
    open,
    async checkGrants(grants) {
      if (grants.length > 0) (await open()).checkGrants(grants);
    },
  };
}
