import { AppUnavailable } from "../../shim/app-unavailable.ts";
import type { CommandText } from "../../text/command-line.ts";
import { describeError } from "../../text/error-text.ts";
import { toErrorBody } from "../../text/errors.ts";
import { findRunning } from "../app-client.ts";
import { type Command, EXIT } from "../command.ts";
import { formatJson } from "../terminal.ts";

export const status: Command = {
  name: "status",
  neverStarts: true,
  examples: ["recollect status", "recollect status --json"],
  async run(call, { app, files, terminal, text: words }) {
    const found = await findRunning(files.endpoint).catch((error: unknown) => {
      if (error instanceof AppUnavailable) return error;
      throw error;
    });
    if (found === null || found instanceof AppUnavailable) {
      const problem = found === null ? undefined : describeError(toErrorBody(found), words);
      const answer = { running: false, dataFolder: files.folder, problem };
      terminal.print(call.json ? formatJson(answer) : (problem ?? words.status.notRunning));
      return EXIT.notRunning;
    }
    const { counts, index, version, uptimeSeconds, project } = await app.call("memory_status", {});
    const { url, pid } = found;
    if (call.json) {
      const state = { running: true, url, pid, version, uptimeSeconds, project };
      terminal.printJson({ ...state, dataFolder: files.folder, counts, index });
      return EXIT.ok;
    }
    const { status: named } = words;
    const { text, vectors } = index;
    const meaning = vectors.state === "off" ? named.off : named.embedded(vectors.ready, vectors.pending);
    const lines = [
      [named.running, named.version(url, version, pid, formatDuration(uptimeSeconds, words))],
      [named.memories, named.counts(counts)],
      [named.text, `${named.indexed(text.indexed)}${text.state === "rebuilding" ? named.rebuilding : ""}`],
      [named.vectors, `${meaning}${vectors.message === undefined ? "" : ` (${vectors.message})`}`],
      [named.project, project ?? named.none],
      [named.data, files.folder],
    ];
    for (const [name = "", value = ""] of lines) terminal.print(`${terminal.faint(name.padEnd(11))} ${value}`);
    return EXIT.ok;
  },
};

function formatDuration(seconds: number, { status: { uptime } }: CommandText): string {
  if (seconds < 60) return uptime.seconds(seconds);
  if (seconds < 3600) return uptime.minutes(Math.floor(seconds / 60));
  return seconds < 86_400 ? uptime.hours(Math.floor(seconds / 3600)) : uptime.days(Math.floor(seconds / 86_400));
}
