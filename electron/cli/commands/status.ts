import { AppUnavailable } from "../../shim/http-channel.ts";
import { findRunning } from "../app-client.ts";
import { type Command, EXIT } from "../command.ts";
import { formatJson } from "../terminal.ts";

export const status: Command = {
  name: "status",
  summary: "Show whether Recollect is running, and its contents",
  usage: "",
  details: "Never starts Recollect. Exits with 3 if it is not running.",
  options: {},
  words: [0, 0],
  async run(call, { app, files, terminal }) {
    const found = await findRunning(files.endpoint).catch((error: unknown) => {
      if (error instanceof AppUnavailable) return error;
      throw error;
    });
    if (found === null || found instanceof AppUnavailable) {
      const problem = found === null ? undefined : [found.message, found.hint].filter(Boolean).join(" ");
      const answer = { running: false, dataFolder: files.folder, problem };
      terminal.print(call.json ? formatJson(answer) : (problem ?? "Recollect is not running."));
      return EXIT.notRunning;
    }
    const { counts, index, version, uptimeSeconds, project } = await app.call("memory_status", {});
    const { url, pid } = found;
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
      terminal.print(formatJson(answer));
      return EXIT.ok;
    }
    const { text, vectors } = index;
    const meaning = vectors.state === "off" ? "off" : `${vectors.ready} indexed, ${vectors.pending} pending`;
    const lines = [
      ["Running", `${url} (version ${version}, pid ${pid}, up ${formatDuration(uptimeSeconds)})`],
      ["Memories", `${counts.memories}, ${counts.trash} in the trash, ${counts.expired} expired`],
      ["Text", `${text.indexed} indexed${text.state === "rebuilding" ? ", rebuilding" : ""}`],
      ["Vectors", `${meaning}${vectors.message === undefined ? "" : ` (${vectors.message})`}`],
      ["Project", project ?? "none"],
      ["Data", files.folder],
    ];
    for (const [name = "", value = ""] of lines) terminal.print(`${terminal.faint(name.padEnd(11))} ${value}`);
    return EXIT.ok;
  },
};

function formatDuration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  return seconds < 86_400 ? `${Math.floor(seconds / 3600)} h` : `${Math.floor(seconds / 86_400)} days`;
}
