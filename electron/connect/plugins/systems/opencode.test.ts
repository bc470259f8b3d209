import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { giveHome, here, write } from "../../testing/connections.ts";
import { SOURCE } from "../testing/plugins.ts";
import { writeFolder } from "../write-folder.ts";
import { opencodePlugin } from "./opencode.ts";

giveHome();

/** Responds to each event with its name and an "é" whose two bytes arrive separately. */
const LAUNCHER = `#!/bin/sh
cat > /dev/null
printf '{"text":"%s \\303' "$2"
sleep 0.2
printf '\\251"}'
`;

interface Part {
  readonly type: string;
  readonly text: string;
  readonly synthetic?: boolean;
}

/** Loads the generated module as opencode does, with a launcher that responds to each event. */
async function load() {
  const folder = path.join(here.home, "plug in");
  writeFolder(folder, opencodePlugin.build(SOURCE));
  write(path.join(folder, "bin", "recollect-mcp"), LAUNCHER, 0o755);
  const prompts: { readonly body: { readonly noReply: boolean; readonly parts: readonly Part[] } }[] = [];
  const client = { session: { prompt: async (prompt: (typeof prompts)[number]) => prompts.push(prompt) } };
  const module = await import(pathToFileURL(path.join(folder, "index.js")).href);
  return { plugin: await module.Recollect({ client, directory: "/w" }), prompts, folder };
}

const onPosix = it.skipIf(process.platform === "win32");
const SESSION = { sessionID: "s" };

onPosix("adds what is recalled at the start and for each prompt of a session in opencode", async () => {
  const { plugin } = await load();
  const ask = async () => {
    const parts: Part[] = [{ type: "text", text: "Which port?" }];
    await plugin["chat.message"](SESSION, { message: { id: "m" }, parts });
    return parts.filter(({ synthetic }) => synthetic).map(({ text }) => text);
  };
  expect(await ask()).toEqual(["SessionStart é", "UserPromptSubmit é"]);
  expect(await ask()).toEqual(["UserPromptSubmit é"]);
});

onPosix("reminds once in a session of opencode, if files were changed since the last capture", async () => {
  const { plugin, prompts } = await load();
  const used = (tool: string) => plugin["tool.execute.after"]({ ...SESSION, tool });
  const idle = () => plugin.event({ event: { type: "session.idle", properties: SESSION } });
  await used("edit");
  await used("recollect_capture_memory");
  await idle();
  expect(prompts).toEqual([]);
  await used("edit");
  await idle();
  await idle();
  expect(prompts).toMatchObject([{ body: { noReply: false, parts: [{ text: "Stop é", synthetic: true }] } }]);
});

it("quotes the batch file for the shell of Windows", () => {
  const { "index.js": module } = opencodePlugin.build({ ...SOURCE, platform: "win32" });
  expect(module?.text).toContain(`spawn('"' + launcher + '"', ["hook", event]`);
});
