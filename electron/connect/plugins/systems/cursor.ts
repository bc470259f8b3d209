import { homePath } from "../../folders.ts";
import { HOOK_TIMEOUT_S, hookCommand } from "../claude-form.ts";
import { commonFiles, launcherPath } from "../launcher.ts";
import { jsonFile, manifestOf, PLUGIN_NAME, type PluginSystem } from "../plugin.ts";

const ROOT = `\${CURSOR_PLUGIN_ROOT}`;

/**
 * A plugin in Cursor's folder of local plugins (cursor.com/docs/reference/plugins, and the repository cursor/plugins).
 * Its hooks for a prompt and before a compaction accept no text.
 */
export const cursorPlugin: PluginSystem = {
  clientId: "cursor",
  program: null,
  hasHooks: true,
  build(source) {
    const { platform } = source;
    const server = {
      command: `${ROOT}/${launcherPath(platform)}`,
      args: ["mcp"],
      // Cursor substitutes the open folder. It does not document the working directory of servers.
      env: { RECOLLECT_FOLDER: `\${workspaceFolder}` },
    };
    const hook = (event: string) => [{ command: hookCommand(ROOT, event, platform), timeout: HOOK_TIMEOUT_S }];
    return {
      ".cursor-plugin/plugin.json": jsonFile(manifestOf(source)),
      "mcp.json": jsonFile({ mcpServers: { [PLUGIN_NAME]: server } }),
      "hooks/hooks.json": jsonFile({ version: 1, hooks: { sessionStart: hook("SessionStart"), stop: hook("Stop") } }),
      ...commonFiles("cursor", source),
    };
  },
  install: (place) => [{ kind: "copy", path: homePath(place, ".cursor", "plugins", "local", PLUGIN_NAME) }],
  remove: (place) => [{ kind: "delete", path: homePath(place, ".cursor", "plugins", "local", PLUGIN_NAME) }],
  evidence: (place) => ({
    path: homePath(place, ".cursor", "plugins", "local", PLUGIN_NAME, ".cursor-plugin", "plugin.json"),
    contains: `"${PLUGIN_NAME}"`,
  }),
};
