import type { IndexStatus } from "../../core/memory-service.ts";
import type { MemoryCounts } from "../../core/ports.ts";
import type { Command } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import { findRunning } from "../running-app.ts";

interface StatusAnswer {
  readonly counts: MemoryCounts;
  readonly index: IndexStatus;
  readonly version: string;
  readonly uptimeSeconds: number;
}

export const status: Command = {
  name: "status",
  summary: "Whether Recollect runs, where, and what it holds",
  usage: "",
  details: "Never starts Recollect. Ends with 3 where it does not run.",
  options: {},
  words: [0, 0],
  async run(call, { app, files, project, terminal }) {
    const endpoint = await findRunning(files.endpoint);
    if (endpoint === null) {
      const answer = { running: false, dataFolder: files.folder };
      terminal.print(call.json ? JSON.stringify(answer, null, 2) : "Recollect is not running.");
      return EXIT.notRunning;
    }
    const { counts, index, version, uptimeSeconds } = await app.call<StatusAnswer>("memory_status", {});
    const { url, pid } = endpoint;
    if (call.json) {
      const answer = {
        running: true,
        url,
        pid,
        version,
        uptimeSeconds,
        project,
        dataFolder: files.folder,
        counts,
        index,
      };
      terminal.print(JSON.stringify(answer, null, 2));
      return EXIT.ok;
    }
    const { text, vectors } = index;
    const meaning = vectors.state === "off" ? "off" : `${vectors.ready} ready, ${vectors.pending} to come`;
    const lines = [
      ["Running", `${url} (version ${version}, pid ${pid}, up ${spanOf(uptimeSeconds)})`],
      ["Memories", `${counts.memories}, and ${counts.trash} in the trash`],
      ["By words", `${text.indexed} indexed${text.state === "rebuilding" ? ", rebuilding" : ""}`],
      ["By meaning", `${meaning}${vectors.message === undefined ? "" : ` (${vectors.message})`}`],
      ["Project", project ?? "none in this folder"],
      ["Data", files.folder],
    ];
    for (const [name = "", value = ""] of lines) terminal.print(`${terminal.faint(name.padEnd(11))} ${value}`);
    return EXIT.ok;
  },
};

function spanOf(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  return seconds < 86_400 ? `${Math.floor(seconds / 3600)} h` : `${Math.floor(seconds / 86_400)} days`;
}
