import type { Backup, BackupComparison } from "../../core/backup.ts";
import type { AppClient } from "../app-client.ts";
import { type Command, type CommandCall, type CommandContext, EXIT, type ExitCode, UsageError } from "../command.ts";
import { plainText, type Terminal } from "../terminal.ts";

/** How many differences of a preview are printed; --json prints all that the application lists. */
const MAX_PRINTED = 20;

export const backup: Command = {
  name: "backup",
  summary: "List, make, check and restore backups of the memories",
  usage: "[list | now | verify [NAME] | restore NAME] [options]",
  details: `Without an argument, lists the backups. NAME is a name of that list, or latest.

restore replaces all memories, or those given with --id. Memories that the
backup lacks are removed, or moved to the trash if they are chosen. The present
state is kept as a backup first; restoring that backup undoes the restore.
Clients stay connected. --dry-run shows what would change.`,
  options: {
    "dry-run": { type: "boolean", help: "Only show what a restore would change." },
    id: { type: "string", multiple: true, value: "ID", help: "Restore this memory only; repeatable." },
  },
  words: [0, 2],
  async run(call, context) {
    const [action = "list", name] = call.words;
    const isRestore = action === "restore";
    if (!isRestore && (call.flag("dry-run") || call.texts("id").length > 0)) {
      throw new UsageError("--dry-run and --id are options of restore.", "backup");
    }
    if (name !== undefined && !isRestore && action !== "verify") throw new UsageError("Too many arguments.", "backup");
    if (action === "list") return list(call, context);
    if (action === "now") return make(call, context);
    if (action === "verify") return verify(name, call, context);
    if (!isRestore) throw new UsageError(`There is no action "${action}".`, "backup");
    if (name === undefined) throw new UsageError("Name the backup to restore, or latest.", "backup");
    return restore(name, call, context);
  },
};

async function list(call: CommandCall, { app, terminal }: CommandContext): Promise<ExitCode> {
  const result = await app.ask("backups.list", {});
  if (call.json) terminal.print(JSON.stringify(result, null, 2));
  else if (result.backups.length === 0) terminal.print("There are no backups yet. To make one: recollect backup now");
  else for (const each of result.backups) printBackup(each, terminal);
  return EXIT.ok;
}

async function make(call: CommandCall, { app, terminal }: CommandContext): Promise<ExitCode> {
  const made = await app.ask("backups.make", {});
  if (call.json) terminal.print(JSON.stringify(made, null, 2));
  else printBackup(made, terminal);
  return EXIT.ok;
}

async function verify(name: string | undefined, call: CommandCall, { app, terminal }: CommandContext) {
  const names =
    name === undefined
      ? (await app.ask("backups.list", {})).backups.map((each) => each.name)
      : [await resolveName(name, app)];
  const results: { name: string; finding: string | null }[] = [];
  for (const each of names) {
    const finding = await app.ask("backups.verify", { name: each });
    results.push({ name: each, finding });
    if (!call.json) terminal.print(`${each}  ${finding === null ? "no damage found" : `damaged: ${finding}`}`);
  }
  if (call.json) terminal.print(JSON.stringify({ backups: results }, null, 2));
  return results.every(({ finding }) => finding === null) ? EXIT.ok : EXIT.failed;
}

async function restore(given: string, call: CommandCall, { app, terminal }: CommandContext): Promise<ExitCode> {
  const name = await resolveName(given, app);
  if (call.flag("dry-run")) {
    const comparison = await app.ask("backups.compare", { name });
    if (call.json) terminal.print(JSON.stringify(comparison, null, 2));
    else printComparison(comparison, terminal);
    return EXIT.ok;
  }
  const ids = call.texts("id");
  const report = await app.ask("backups.restore", { name, ids: ids.length === 0 ? null : ids });
  if (call.json) {
    terminal.print(JSON.stringify(report, null, 2));
    return EXIT.ok;
  }
  const { counts } = report;
  if (counts === null) terminal.print("The backup has replaced the damaged database.");
  else terminal.print(`${counts.added} added, ${counts.changed} changed, ${counts.removed} removed`);
  if (report.kept !== null) terminal.note(`To undo: recollect backup restore ${report.kept}`);
  return EXIT.ok;
}

/** `latest` is the newest backup that can be read. */
async function resolveName(name: string, app: AppClient): Promise<string> {
  if (name !== "latest") return name;
  const newest = (await app.ask("backups.list", {})).backups.find(({ memories }) => memories !== null);
  return newest?.name ?? name;
}

function printBackup({ at, kind, memories, trash, bytes, name }: Backup, terminal: Terminal): void {
  const count = memories === null ? "cannot be read" : `${memories} memories, ${trash ?? 0} in the trash`;
  const size = `${(bytes / 1_048_576).toFixed(1)} MB`;
  terminal.print(`${at.slice(0, 16).replace("T", " ")}  ${kind.padEnd(8)} ${count}, ${size}  ${plainText(name)}`);
}

function printComparison({ counts, differences }: BackupComparison, terminal: Terminal): void {
  terminal.print(`${counts.added} would be added, ${counts.changed} changed, ${counts.removed} removed`);
  for (const { kind, id, backedUp, present } of differences.slice(0, MAX_PRINTED)) {
    const [title = ""] = (backedUp ?? present ?? "").trim().split("\n", 1);
    terminal.note(`  ${kind.padEnd(8)} ${id}  ${plainText(title)}`);
  }
  if (differences.length > MAX_PRINTED) terminal.note("  and more; --json lists them");
}
