import { homePath, joinPath } from "../../folders.ts";
import { CLAUDE_HOOKS, hooksFile } from "../claude-form.ts";
import { commonFiles, launcherPath } from "../launcher.ts";
import { jsonFile, manifestOf, PLUGIN_NAME, type PluginSystem } from "../plugin.ts";

const ROOT = `\${CLAUDE_PLUGIN_ROOT}`;
const SELECTOR = `${PLUGIN_NAME}@${PLUGIN_NAME}`;

/**
 * A plugin in a marketplace of its own, which is the same folder (code.claude.com/docs/en/plugins-reference).
 *
 * The hooks are commands. Hooks of the type `mcp_tool` would need a tool that recalls for a session, whose definition
 * would be part of every request to the model, and the server is not connected yet when a session starts.
 */
export const claudeCodePlugin: PluginSystem = {
  clientId: "claude-code",
  program: "claude",
  hasHooks: true,
  build(source) {
    const { name, description, author } = manifestOf(source);
    const marketplace = {
      name,
      owner: author,
      metadata: { description },
      plugins: [{ name, source: "./", description }],
    };
    const server = { command: `${ROOT}/${launcherPath(source.platform)}`, args: ["mcp"] };
    return {
      ".claude-plugin/plugin.json": jsonFile(manifestOf(source)),
      ".claude-plugin/marketplace.json": jsonFile(marketplace),
      ".mcp.json": jsonFile({ mcpServers: { [PLUGIN_NAME]: server } }),
      // By default Claude Code uses Git's bash if it is installed, otherwise PowerShell.
      "hooks/hooks.json": jsonFile(
        hooksFile(CLAUDE_HOOKS, ROOT, source.platform, { windows: { shell: "powershell" } }),
      ),
      ...commonFiles("claude-code", source),
    };
  },
  install: ({ folder }) => [
    { kind: "run", words: ["claude", "plugin", "marketplace", "add", folder] },
    { kind: "run", words: ["claude", "plugin", "install", SELECTOR] },
  ],
  remove: () => [
    { kind: "run", words: ["claude", "plugin", "uninstall", SELECTOR], mayFail: true },
    { kind: "run", words: ["claude", "plugin", "marketplace", "remove", PLUGIN_NAME], mayFail: true },
  ],
  evidence(place) {
    const folder = place.env.CLAUDE_CONFIG_DIR || homePath(place, ".claude");
    return { path: joinPath(place, folder, "plugins", "installed_plugins.json"), contains: `"${SELECTOR}"` };
  },
};
