import { existsSync } from "node:fs";
import { ulid } from "ulid";
import type { Grant, ServerGrant } from "../core/caller.ts";
import { markHidden } from "../core/hidden-characters.ts";
import type { ServerService } from "../core/servers.ts";
import { createStemmer } from "../core/stem.ts";
import { createOnDemand, type OnDemand } from "../core/util/on-demand.ts";
import type { CatalogListener, CatalogSource } from "../mcp/catalog-entries.ts";
import { processStart, processStartByPs } from "../platform/process-state.ts";
import { RecollectError } from "../text/errors.ts";
import type { AppContext } from "./context.ts";
import type { Data } from "./open-data.ts";
import type { StandingAlerts } from "./standing-alerts.ts";

/** Other MCP servers. Their code is loaded when there is one. */
export interface ServersAccess extends OnDemand<ServerService> {
  /** Offers their tools, prompts and resources to the clients that the owner granted them to. */
  readonly source: CatalogSource;
  /** Refuses grants of servers that do not exist. @throws invalid_argument */
  readonly checkGrants: (grants: readonly ServerGrant[]) => Promise<void>;
}

/** Opens the servers that the owner added, without starting one. */
export async function openServers(
  context: AppContext,
  { service, requests }: Data,
  ownPort: () => number,
): Promise<ServersAccess> {
  const { options, events, logger, records, secrets, settings, standingAlerts, shutdown } = context;
  const { files, env, home, version } = options;
  const catalog = createCatalog((grant) => opened()?.entriesFor(grant) ?? {});
  const clientConnected = (grant: Grant) => opened()?.clientConnected(grant);

  const load = async () => {
    const { Servers } = await import("../servers/servers.ts");
    const servers = new Servers({
      ...records,
      file: files.servers,
      secrets,
      version,
      env,
      home,
      ownPort,
      language: () => settings.current().language,
      newId: ulid,
      stem: createStemmer(),
      memories: service,
      startOf: (pid) => (process.platform === "darwin" ? processStartByPs(pid) : processStart(pid)),
      onChange: () => events.emit("servers.changed", null),
      onToolsStopped: createToolAlerts(standingAlerts),
      onSecrets: requests.mask,
    });
    servers.onCatalogChanged(catalog.notify);
    return servers;
  };
  const { opened, open, openAtStart, close } = createOnDemand("servers", logger, load, (servers) => servers.close());
  events.on("memories.changed", (changes) => opened()?.noteMemories(changes));
  shutdown.add("servers", close);
  if (existsSync(files.servers)) await openAtStart();
  return {
    source: { ...catalog.source, clientConnected },
    opened,
    open,
    async checkGrants(grants) {
      if (grants.length > 0) (await open()).checkGrants(grants);
    },
  };
}

/** A catalog source whose entries are unknown until its part is loaded, with a function that notifies its listeners. */
export function createCatalog(entriesFor: NonNullable<CatalogSource["entriesFor"]>): {
  readonly source: CatalogSource;
  readonly notify: CatalogListener;
} {
  const listeners = new Set<CatalogListener>();
  return {
    source: {
      entriesFor,
      onChanged(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    notify(kind, concerns) {
      for (const listener of [...listeners]) listener(kind, concerns);
    },
  };
}

/** The tools of a server that changed since their approval, so that they are stopped. */
interface StoppedTools {
  readonly id: string;
  readonly name: string;
  readonly tools: readonly string[];
}

const TOOLS_STOPPED = "server_tools_stopped";

/**
 * Alerts the owner when an approved tool of a server changes: it worked, and now it does not. There is one alert for
 * each server. It ends when the tools are approved or as they were, and another changed tool renews a dismissed alert.
 */
function createToolAlerts(
  alerts: Pick<StandingAlerts, "list" | "add" | "resolve">,
): (stopped: StoppedTools, before: readonly string[]) => void {
  return ({ id, name, tools }, before) => {
    const isOfServer = (details: Readonly<Record<string, unknown>> = {}) => details.id === id;
    const stands = alerts.list().some(({ details }) => details?.reason === TOOLS_STOPPED && isOfServer(details));
    const isNew = tools.some((tool) => !before.includes(tool));
    if (stands) alerts.resolve(TOOLS_STOPPED, isOfServer);
    if (tools.length === 0 || !(stands || isNew)) return;
    alerts.add(new RecollectError(TOOLS_STOPPED, { id, server: name, tools: tools.map(markHidden) }));
  };
}
