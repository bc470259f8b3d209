import { homePath } from "../../folders.ts";
import { hooksFile } from "../claude-form.ts";
import { launcherFiles, launcherPath } from "../launcher.ts";
import { jsonFile, manifestOf, PLUGIN_NAME, type PluginSystem, skillFiles } from "../plugin.ts";

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
    const hooks = [
      { name: "SessionStart", event: "SessionStart", matcher: "startup|clear|compact" },
      { name: "UserPromptSubmit", event: "UserPromptSubmit" },
      { name: "PreCompact", event: "PreCompact" },
      { name: "Stop", event: "Stop" },
    ];
    return {
      "qwen-extension.json": jsonFile({ name, version, description, mcpServers: { [PLUGIN_NAME]: server } }),
      "hooks/hooks.json": jsonFile(hooksFile(hooks, HOOK_ROOT, source.platform, { windows: { shell: "powershell" } })),
      ...launcherFiles("qwen-code", source),
      ...skillFiles(source),
    };
  },
  install: ({ folder }) => [{ kind: "run", words: ["qwen", "extensions", "install", folder, "--consent"] }],
  remove: () => [{ kind: "run", words: ["qwen", "extensions", "uninstall", PLUGIN_NAME], mayFail: true }],
  evidence: (place) => ({
    path: homePath(place, ".qwen", "extensions", PLUGIN_NAME, "qwen-extension.json"),
    contains: `"${PLUGIN_NAME}"`,
  }),
};
