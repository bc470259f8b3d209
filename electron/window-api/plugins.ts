import type { Plugins } from "../connect/plugins/plugins.ts";
import type { Events } from "../core/events.ts";
import type { AreaHandlers } from "./contract.ts";

export interface PluginDependencies {
  readonly plugins: Plugins;
  readonly events: Pick<Events, "emit">;
}

/** Plans and applies clients' plugins. The window names a client or a plan, never a file or a command. */
export function createPluginHandlers({ plugins, events }: PluginDependencies): AreaHandlers<"plugins"> {
  return {
    "plugins.list": () => plugins.list(),
    "plugins.plan": ({ clientId, action }) => plugins.plan(clientId, action),
    "plugins.applyPlan": async ({ planId }) => {
      try {
        return await plugins.apply(planId);
      } finally {
        events.emit("clients.changed", null);
      }
    },
  };
}
