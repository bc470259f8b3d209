import type { ServerFigures } from "../core/request-log.ts";
import type { ServerService } from "../core/servers.ts";
import type { ServerMoves } from "../server-moves/server-moves.ts";
import { RecollectError } from "../text/errors.ts";
import type { AreaHandlers } from "./contract.ts";

export interface ServerDependencies {
  readonly moves: ServerMoves;
  /** Null while no server is configured. */
  opened(): ServerService | null;
  /** Loads the code for a first server. */
  open(): Promise<ServerService>;
  /** The figures of servers by the request log, in the order of their names. */
  figures(names: readonly string[]): Promise<readonly ServerFigures[]>;
}

const NO_CALLS: ServerFigures = { calls: 0, errors: 0, p50: null };

/** Other MCP servers for the window and the command line. */
export function createServerHandlers(dependencies: ServerDependencies): AreaHandlers<"servers"> {
  const { moves, opened, open, figures } = dependencies;
  const existing = (id: string): ServerService => {
    const servers = opened();
    if (servers !== null) return servers;
    throw new RecollectError("server_unknown", { id }, { field: "id" });
  };
  return {
    async "servers.list"() {
      const all = opened()?.list() ?? [];
      if (all.length === 0) return [];
      // The list of servers does not depend on the request log.
      const today = await figures(all.map(({ name }) => name)).catch(() => []);
      return all.map((server, index) => ({ ...server, today: today[index] ?? NO_CALLS }));
    },
    "servers.add": async (server, signal) => (await open()).add(server, signal),
    "servers.addingLog": async ({ name }) => opened()?.addingLog(name) ?? [],
    "servers.remove": async ({ id }) => existing(id).remove(id),
    "servers.restore": async ({ id }) => existing(id).restore(id),
    "servers.setSecrets": async ({ id, values }) => existing(id).setSecrets(id, values),
    "servers.restart": async ({ id }) => existing(id).restart(id),
    "servers.stop": async ({ id }) => existing(id).stop(id),
    "servers.signIn": async ({ id }) => existing(id).signIn(id),
    "servers.finishSignIn": async ({ id }) => existing(id).finishSignIn(id),
    "servers.cancelSignIn": async ({ id }) => existing(id).cancelSignIn(id),
    "servers.signOut": async ({ id }) => existing(id).signOut(id),
    "servers.tools": async ({ id }) => existing(id).tools(id),
    "servers.approve": async ({ id, names }) => existing(id).approve(id, names),
    "servers.setEnabled": async ({ id, names, enabled }) => existing(id).setEnabled(id, names, enabled),
    "servers.setMemoryHints": async ({ id, enabled }) => existing(id).setMemoryHints(id, enabled),
    "servers.log": async ({ id }) => existing(id).log(id),
    "servers.sources": () => moves.sources(),
    "servers.planMove": (choice) => moves.planMove(choice),
    "servers.move": ({ planId }, signal) => moves.move(planId, signal),
    "servers.planReturn": (choice) => moves.planReturn(choice),
    "servers.return": ({ planId }) => moves.return(planId),
    "servers.call": async ({ id, tool, arguments: args }, signal) => existing(id).call(id, tool, args, signal),
  };
}
