import { findNodeAtLocation, parseTree } from "jsonc-parser";
import { applicationPath } from "../../folders.ts";
import { refuse } from "../../install/refusal.ts";
import { insertMember, removeMember, replaceMember } from "../../install/splice-json.ts";
import { hooksFile } from "../claude-form.ts";
import { commonFiles, launcherPath } from "../launcher.ts";
import { jsonFile, manifestOf, PLUGIN_NAME, type PluginPlace, type PluginStep, type PluginSystem } from "../plugin.ts";

const ROOT = `\${CLAUDE_PLUGIN_ROOT}`;
/** The setting with the folders of local plugins, and whether each is switched on. */
const LOCATIONS = "chat.pluginLocations";

/**
 * A plugin in the form of Claude Code, which VS Code reads too (docs/agent-customization of microsoft/vscode-docs). The
 * user's settings name its folder. Its hooks for a prompt and before a compaction accept no text. Matchers are ignored.
 */
export const vscodePlugin: PluginSystem = {
  clientId: "vscode",
  program: null,
  hasHooks: true,
  build(source) {
    const server = {
      command: `${ROOT}/${launcherPath(source.platform)}`,
      args: ["mcp"],
      env: { RECOLLECT_FOLDER: `\${workspaceFolder}` },
    };
    const hooks = [
      { name: "SessionStart", event: "SessionStart" },
      { name: "Stop", event: "Stop" },
    ];
    return {
      ".claude-plugin/plugin.json": jsonFile(manifestOf(source)),
      ".mcp.json": jsonFile({ mcpServers: { [PLUGIN_NAME]: server } }),
      "hooks/hooks.json": jsonFile(hooksFile(hooks, ROOT, source.platform)),
      ...commonFiles("vscode", source),
    };
  },
  install: (place) => [editSettings(place, true)],
  remove: (place) => [editSettings(place, false)],
  evidence: (place) => ({ path: settingsFile(place), contains: JSON.stringify(place.folder) }),
};

function settingsFile(place: PluginPlace): string {
  return applicationPath(place, "Code", "User", "settings.json");
}

/** Adds our folder to the setting, or removes it, and the setting if it is then empty. The rest stays to the byte. */
function editSettings(place: PluginPlace, isOn: boolean): PluginStep {
  return {
    kind: "edit",
    path: settingsFile(place),
    edit(before) {
      const text = before.trim() === "" ? "{}\n" : before;
      const root = parseTree(text, [], { allowTrailingComma: true });
      if (root?.type !== "object") throw refuse("file_unsafe", {});
      const locations = findNodeAtLocation(root, [LOCATIONS]);
      const own = locations && findNodeAtLocation(locations, [place.folder]);
      if (isOn) {
        if (locations === undefined) return insertMember(text, root, LOCATIONS, { [place.folder]: true });
        if (own?.parent === undefined) return insertMember(text, locations, place.folder, true);
        return own.value === true ? text : replaceMember(text, locations, own.parent, true);
      }
      if (locations?.parent === undefined || own?.parent === undefined) return before;
      if (locations.children?.length === 1) return removeMember(text, root, locations.parent);
      return removeMember(text, locations, own.parent);
    },
  };
}
