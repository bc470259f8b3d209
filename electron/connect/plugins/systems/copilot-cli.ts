import { homePath, joinPath } from "../../folders.ts";
import { HOOK_TIMEOUT_S, hookCommand } from "../claude-form.ts";
import { commonFiles, launcherPath } from "../launcher.ts";
import { jsonFile, manifestOf, PLUGIN_NAME, type PluginSource, type PluginSystem } from "../plugin.ts";

const ROOT = `\${PLUGIN_ROOT}`;

/**
 * A plugin (copilot-cli-reference/cli-plugin-reference.md and hooks-reference.md of github/docs). Its hooks for a
 * prompt and before a compaction accept no text.
 */
export const copilotCliPlugin: PluginSystem = {
  clientId: "copilot-cli",
  program: "copilot",
  hasHooks: true,
  build(source) {
    const server = { type: "local", command: `${ROOT}/${launcherPath(source.platform)}`, args: ["mcp"], tools: ["*"] };
    return {
      "plugin.json": jsonFile({
        ...manifestOf(source),
        skills: "skills/",
        hooks: "hooks.json",
        mcpServers: ".mcp.json",
      }),
      ".mcp.json": jsonFile({ mcpServers: { [PLUGIN_NAME]: server } }),
      "hooks.json": jsonFile({
        version: 1,
        hooks: { sessionStart: [hookOf("SessionStart", source)], agentStop: [hookOf("Stop", source)] },
      }),
      ...commonFiles("copilot-cli", source),
    };
  },
  install: ({ folder }) => [{ kind: "run", words: ["copilot", "plugin", "install", folder] }],
  remove: () => [{ kind: "run", words: ["copilot", "plugin", "uninstall", PLUGIN_NAME], mayFail: true }],
  evidence(place) {
    const folder = place.env.COPILOT_HOME || homePath(place, ".copilot");
    return { path: joinPath(place, folder, "config.json"), contains: `"${PLUGIN_NAME}"` };
  },
};

function hookOf(event: string, { platform }: PluginSource) {
  const shell = platform === "win32" ? "powershell" : "bash";
  return { type: "command", [shell]: hookCommand(ROOT, event, platform), timeoutSec: HOOK_TIMEOUT_S };
}
