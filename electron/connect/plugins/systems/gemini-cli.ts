import { homePath } from "../../folders.ts";
import { HOOK_TIMEOUT_S, hooksFile } from "../claude-form.ts";
import { commonFiles, launcherPath } from "../launcher.ts";
import { jsonFile, manifestOf, PLUGIN_NAME, type PluginSystem } from "../plugin.ts";

const ROOT = `\${extensionPath}`;

/**
 * An extension (docs/extensions/reference.md of google-gemini/gemini-cli). Its hooks before a compression accept no
 * text. An entry in the user's settings has precedence over an extension's entry.
 */
export const geminiCliPlugin: PluginSystem = {
  clientId: "gemini-cli",
  program: "gemini",
  hasHooks: true,
  build(source) {
    const { name, version, description } = manifestOf(source);
    const server = { command: `${ROOT}/${launcherPath(source.platform)}`, args: ["mcp"] };
    const hooks = [
      { name: "SessionStart", event: "SessionStart" },
      { name: "BeforeAgent", event: "UserPromptSubmit" },
      { name: "AfterAgent", event: "Stop" },
    ];
    // Gemini CLI counts milliseconds.
    const timeout = HOOK_TIMEOUT_S * 1000;
    return {
      "gemini-extension.json": jsonFile({ name, version, description, mcpServers: { [PLUGIN_NAME]: server } }),
      "hooks/hooks.json": jsonFile(hooksFile(hooks, ROOT, source.platform, { timeout })),
      ...commonFiles("gemini-cli", source),
    };
  },
  install: ({ folder }) => [{ kind: "run", words: ["gemini", "extensions", "install", folder, "--consent"] }],
  remove: () => [{ kind: "run", words: ["gemini", "extensions", "uninstall", PLUGIN_NAME], mayFail: true }],
  evidence: (place) => ({
    path: homePath(place, ".gemini", "extensions", PLUGIN_NAME, "gemini-extension.json"),
    contains: `"${PLUGIN_NAME}"`,
  }),
};
