import { homePath } from "../../folders.ts";
import { CLAUDE_HOOKS, hooksFile } from "../claude-form.ts";
import { commonFiles, launcherPath } from "../launcher.ts";
import { jsonFile, manifestOf, PLUGIN_NAME, type PluginSystem } from "../plugin.ts";

const ROOT = `\${extensionPath}`;
/** In hooks, Qwen Code replaces only the variable of Claude Code. */
const HOOK_ROOT = `\${CLAUDE_PLUGIN_ROOT}`;

/** An extension (docs of QwenLM/qwen-code, in the program's `bundled/qc-helper/docs/extension`). */
export const qwenCodePlugin: PluginSystem = {
  clientId: "qwen-code",
  program: "qwen",
  hasHooks: true,
  build(source) {
    const { name, version, description } = manifestOf(source);
    const server = { command: `${ROOT}/${launcherPath(source.platform)}`, args: ["mcp"] };
    return {
      "qwen-extension.json": jsonFile({ name, version, description, mcpServers: { [PLUGIN_NAME]: server } }),
      "hooks/hooks.json": jsonFile(
        hooksFile(CLAUDE_HOOKS, HOOK_ROOT, source.platform, { windows: { shell: "powershell" } }),
      ),
      ...commonFiles("qwen-code", source),
    };
  },
  install: ({ folder }) => [{ kind: "run", words: ["qwen", "extensions", "install", folder, "--consent"] }],
  remove: () => [{ kind: "run", words: ["qwen", "extensions", "uninstall", PLUGIN_NAME], mayFail: true }],
  evidence: (place) => ({
    path: homePath(place, ".qwen", "extensions", PLUGIN_NAME, "qwen-extension.json"),
    contains: `"${PLUGIN_NAME}"`,
  }),
};
