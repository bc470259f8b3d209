import { describe, expect, it } from "vitest";
import { HOOK_EVENTS } from "../../../mcp/hooks/hook-event.ts";
import { launcherPath } from "../launcher.ts";
import { PLUGIN_SYSTEMS } from "../plugins.ts";
import { SKILLS, SOURCE } from "../testing/plugins.ts";

const FOLDER = /\/home\/ann/;
/** Codex starts a relative command in the plugin's folder, so its server is named by the folder of this machine. */
const NAMES_FOLDER: readonly string[] = ["codex"];

describe.each(PLUGIN_SYSTEMS)("the plugin of $clientId", (system) => {
  const files = system.build(SOURCE);
  const entries = Object.entries(files);
  const text = entries.map(([, file]) => file.text).join("\n");

  it("has every skill, unchanged, and a launcher that may be started", () => {
    for (const { name, files: own } of SKILLS) {
      const main = entries.find(([file]) => file.endsWith(`skills/${name}/SKILL.md`));
      expect(main?.[1].text, name).toBe(own["SKILL.md"]);
    }
    const launcher = entries.filter(([file]) => file.endsWith(launcherPath("linux")));
    expect(launcher).toHaveLength(1);
    expect(launcher[0]?.[1]).toMatchObject({ executable: true });
    expect(launcher[0]?.[1].text).toContain(`RECOLLECT_CLIENT=${system.clientId}\n`);
  });

  it("has manifests in JSON with the name and the version, and no token", () => {
    const manifests = entries.filter(([file]) => file.endsWith(".json"));
    for (const [file, { text: json }] of manifests) expect(() => JSON.parse(json), file).not.toThrow();
    expect(manifests.some(([, { text: json }]) => /"name": "recollect",\s+"version": "1\.2\.3"/.test(json))).toBe(true);
    expect(text).not.toMatch(/bearer|token"/i);
  });

  it("names no path of this machine, except where the server would start in the wrong folder", () => {
    const named = entries.filter(([, file]) => FOLDER.test(file.text)).map(([file]) => file);
    expect(named).toHaveLength(NAMES_FOLDER.includes(system.clientId) ? 1 : 0);
  });

  it("asks only for events that the application knows", () => {
    const asked = [...text.matchAll(/(?:hook |ask\(")([A-Z]\w+)\b/g)].map(([, event]) => event);
    expect(asked.length > 0).toBe(system.hasHooks);
    expect(asked.filter((event) => !HOOK_EVENTS.some((known) => known === event))).toEqual([]);
  });

  it("starts the batch file on Windows", () => {
    const onWindows = system.build({ ...SOURCE, platform: "win32", folder: "C:\\data\\plugins\\client" });
    expect(Object.keys(onWindows).some((file) => file.endsWith("bin/recollect-mcp.cmd"))).toBe(true);
    expect(Object.keys(onWindows).some((file) => file.endsWith("bin/recollect-mcp"))).toBe(false);
  });
});
