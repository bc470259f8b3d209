import { type Backup, type BackupComparison, countsOfBackup } from "../../core/backup.ts";
import type { CommandText } from "../../text/command-line.ts";
import { localMinute } from "../../text/local-time.ts";
import type { AppClient } from "../app-client.ts";
import { type Command, type CommandCall, type CommandContext, EXIT, type ExitCode } from "../command.ts";
import { plainText, type Terminal } from "../terminal.ts";

/** How many differences of a preview are printed; --json prints all that the application lists. */
const MAX_PRINTED = 20;

export const backup: Command = {
  name: "backup",
  actions: {
    list: { run: list },
    now: { run: make },
    verify: { arguments: "[NAME]", run: verify },
    restore: { arguments: "<NAME>", options: ["--dry-run", "--id <ID...>"], run: restore },
  },
};

async function list(call: CommandCall, { app, terminal, text }: CommandContext): Promise<void> {
  const result = await app.ask("backups.list", {});
  if (call.json) terminal.printJson(result);
  else if (result.backups.length === 0) terminal.print(text.backup.none);
  else for (const each of result.backups) printBackup(each, terminal, text);
}

async function make(call: CommandCall, { app, terminal, text }: CommandContext): Promise<void> {
  const made = await app.ask("backups.make", {});
  if (call.json) terminal.printJson(made);
  else printBackup(made, terminal, text);
}

async function verify(call: CommandCall, { app, terminal, text }: CommandContext): Promise<ExitCode> {
  const [name] = call.words;
  const names =
    name === undefined
      ? (await app.ask("backups.list", {})).backups.map((each) => each.name)
      : [await resolveName(name, app)];
  const results: { name: string; finding: string | null }[] = [];
  for (const each of names) {
    const finding = await app.ask("backups.verify", { name: each });
    results.push({ name: each, finding });
    if (!call.json)
      terminal.print(`${each}  ${finding === null ? text.backup.undamaged : text.backup.damaged(finding)}`);
  }
  if (call.json) terminal.printJson({ backups: results });
  return results.every(({ finding }) => finding === null) ? EXIT.ok : EXIT.failed;
}

async function restore(call: CommandCall, { app, terminal, text }: CommandContext): Promise<void> {
  const name = await resolveName(call.words[0] ?? "", app);
  if (call.flag("dry-run")) {
    const comparison = await app.ask("backups.compare", { name });
    if (call.json) terminal.printJson(comparison);
    else printComparison(comparison, terminal, text);
    return;
  }
  const ids = call.texts("id");
  const report = await app.ask("backups.restore", { name, ids: ids.length === 0 ? null : ids });
  if (call.json) return terminal.printJson(report);
  const { counts } = report;
  if (counts === null) terminal.print(text.backup.replaced);
  else terminal.print(text.backup.restored(counts.added, counts.changed, counts.removed));
  const { salvaged } = report;
  if (salvaged !== null) terminal.note(text.backup.salvaged(salvaged.recovered, salvaged.lost));
  if (report.kept !== null) terminal.note(text.backup.undo(report.kept));
}

/** `latest` is the newest backup that can be read. */
async function resolveName(name: string, app: AppClient): Promise<string> {
  if (name !== "latest") return name;
  const newest = (await app.ask("backups.list", {})).backups.find(({ memories }) => memories !== null);
  return newest?.name ?? name;
}

function printBackup(made: Backup, terminal: Terminal, { backup }: CommandText): void {
  const { at, kind, bytes, name } = made;
  const counts = countsOfBackup(made);
  const contents = counts === null ? backup.unreadable : backup.contents(counts);
  const size = `${(bytes / 1_048_576).toFixed(1)} MB`;
  terminal.print(`${localMinute(at)}  ${kind.padEnd(8)} ${contents}, ${size}  ${plainText(name)}`);
}

function printComparison({ counts, differences }: BackupComparison, terminal: Terminal, { backup }: CommandText): void {
  terminal.print(backup.wouldRestore(counts.added, counts.changed, counts.removed));
  for (const { kind, id, backedUp, present } of differences.slice(0, MAX_PRINTED)) {
    const [title = ""] = (backedUp ?? present ?? "").trim().split("\n", 1);
    terminal.note(`  ${kind.padEnd(8)} ${id}  ${plainText(title)}`);
  }
  if (differences.length > MAX_PRINTED) terminal.note(backup.more);
}
