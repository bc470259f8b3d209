import { commonFiles, launcherPath } from "../launcher.ts";
import { jsonFile, manifestOf, PLUGIN_NAME, type PluginSystem } from "../plugin.ts";

const SCHEMAS = "https://agent-plugins.org/schemas/1.0.0";

/**
 * A folder in the vendor-neutral format Agent Plugins 1.0.0 (agentplugins/agent-plugins-spec). The format has no hooks.
 * A client starts the server in the plugin's folder, so a capture has no project unless it names one.
 */
export const agentPlugins: PluginSystem = {
  clientId: "other",
  program: null,
  hasHooks: false,
  build: (source) => ({
    "plugin.json": jsonFile({ $schema: `${SCHEMAS}/plugin.schema.json`, ...manifestOf(source) }),
    "mcp.json": jsonFile({
      $schema: `${SCHEMAS}/mcp.schema.json`,
      mcpServers: { [PLUGIN_NAME]: { type: "stdio", command: `./${launcherPath(source.platform)}`, args: ["mcp"] } },
    }),
    ...commonFiles("other", source),
  }),
  install: () => [],
  remove: () => [],
  evidence: () => null,
};
