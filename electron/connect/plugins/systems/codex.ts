import { homePath, joinPath } from "../../folders.ts";
import { CLAUDE_HOOKS, hooksFile } from "../claude-form.ts";
import { commonFiles, launcherPath } from "../launcher.ts";
import { jsonFile, manifestOf, PLUGIN_NAME, type PluginFiles, type PluginSystem } from "../plugin.ts";

/** The plugin's folder in its marketplace. */
const PLUGIN_FOLDER = `plugins/${PLUGIN_NAME}`;
const SELECTOR = `${PLUGIN_NAME}@${PLUGIN_NAME}`;

/**
 * A plugin in a marketplace (developers.openai.com/codex/plugins). Codex runs its hooks after the user has trusted them
 * with `/hooks`. A hook before a compaction cannot add to the summary there.
 */
export const codexPlugin: PluginSystem = {
  clientId: "codex",
  program: "codex",
  hasHooks: true,
  build(source) {
    const { description, author } = manifestOf(source);
    const [displayName, category] = ["Recollect", "Productivity"];
    const manifest = {
      ...manifestOf(source),
      skills: "./skills/",
      mcpServers: "./.mcp.json",
      hooks: "./hooks/hooks.json",
      interface: { displayName, shortDescription: description, developerName: author.name, category },
    };
    const hooks = CLAUDE_HOOKS.filter(({ event }) => event !== "PreCompact");
    // A relative command would need `cwd`, and the server would not run in the project.
    const launcher = [PLUGIN_FOLDER, launcherPath(source.platform)].join("/");
    const server = { command: joinPath(source, source.folder, ...launcher.split("/")), args: ["mcp"] };
    const plugin: PluginFiles = {
      ".codex-plugin/plugin.json": jsonFile(manifest),
      ".mcp.json": jsonFile({ mcpServers: { [PLUGIN_NAME]: server } }),
      "hooks/hooks.json": jsonFile(hooksFile(hooks, `\${PLUGIN_ROOT}`, source.platform)),
      ...commonFiles("codex", source),
    };
    const entry = {
      name: PLUGIN_NAME,
      source: { source: "local", path: `./${PLUGIN_FOLDER}` },
      policy: { installation: "AVAILABLE", authentication: "ON_INSTALL" },
      category,
    };
    const marketplace = { name: PLUGIN_NAME, interface: { displayName }, plugins: [entry] };
    return {
      ".agents/plugins/marketplace.json": jsonFile(marketplace),
      ...Object.fromEntries(Object.entries(plugin).map(([file, content]) => [`${PLUGIN_FOLDER}/${file}`, content])),
    };
  },
  install: ({ folder }) => [
    { kind: "run", words: ["codex", "plugin", "marketplace", "add", folder] },
    { kind: "run", words: ["codex", "plugin", "add", SELECTOR] },
  ],
  remove: () => [
    { kind: "run", words: ["codex", "plugin", "remove", SELECTOR], mayFail: true },
    { kind: "run", words: ["codex", "plugin", "marketplace", "remove", PLUGIN_NAME], mayFail: true },
  ],
  evidence(place) {
    const folder = place.env.CODEX_HOME || homePath(place, ".codex");
    return { path: joinPath(place, folder, "config.toml"), contains: `[plugins."${SELECTOR}"]` };
  },
};
