import { type Backup, type BackupComparison, countsOfBackup } from "../../core/backup.ts";
import type { CommandText } from "../../text/command-line.ts";
import { RecollectError } from "../../text/errors.ts";
import { localMinute } from "../../text/local-time.ts";
import type { AppClient } from "../app-client.ts";
import { formatColumns } from "../columns.ts";
import { type Command, type CommandCall, type CommandContext, EXIT, type ExitCode } from "../command.ts";
import { shortId } from "../memory-list.ts";
import { LIST_OUTPUT, printList } from "../output.ts";
import { PrivateInput } from "../private-input.ts";
import { oneLine, type Terminal } from "../terminal.ts";

/** How many differences of a preview are printed; --json prints all that the application lists. */
const MAX_PRINTED = 20;

export const backup: Command = {
  name: "backup",
  examples: ["recollect backup now", "recollect backup restore latest --dry-run"],
  actions: {
    list: { options: LIST_OUTPUT, examples: ["recollect backup list"], run: list },
    now: { options: ["--dry-run"], stopsBeforeWriting: true, examples: ["recollect backup now"], run: make },
    verify: { arguments: "[BACKUP]", examples: ["recollect backup verify"], run: verify },
    restore: {
      arguments: "<BACKUP>",
      options: ["--dry-run", "--id <ID...>", "-y, --yes"],
      examples: ["recollect backup restore latest --dry-run", "recollect backup restore latest --id K3NCCX12"],
      run: restore,
    },
  },
};

async function list(call: CommandCall, context: CommandContext): Promise<void> {
  const { app, terminal, text } = context;
  const result = await app.ask("backups.list", {});
  await printList(call, context, {
    json: result,
    items: result.backups,
    form: backupForm(terminal, text),
    empty: text.backup.none,
  });
}

async function make(call: CommandCall, { app, terminal, text }: CommandContext): Promise<void> {
  const made = await app.ask("backups.make", {});
  if (call.json) terminal.printJson(made);
  else {
    const form = backupForm(terminal, text);
    terminal.print(formatColumns([form.cells(made)], form.columns, terminal.width).join("\n"));
  }
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

async function restore(call: CommandCall, context: CommandContext): Promise<void> {
  const { app, stdin, terminal, text } = context;
  const name = await resolveName(call.words[0] ?? "", app);
  if (call.flag("dry-run")) {
    const comparison = await app.ask("backups.compare", { name });
    if (call.json) terminal.printJson(comparison);
    else printComparison(comparison, terminal, text);
    return;
  }
  const ids = await completeIds(call.texts("id"), name, app);
  if (stdin.isTTY === true) {
    const { counts } = await app.ask("backups.compare", { name });
    const question =
      ids.length > 0 ? text.backup.askSome(ids.length) : text.backup.ask(counts.added, counts.changed, counts.removed);
    await new PrivateInput(context).confirm(question, { name: "yes", isGiven: call.flag("yes") });
  }
  const report = await app.ask("backups.restore", { name, ids: ids.length === 0 ? null : ids });
  if (call.json) return terminal.printJson(report);
  const { counts } = report;
  if (counts === null) terminal.print(text.backup.replaced);
  else terminal.print(text.backup.restored(counts.added, counts.changed, counts.removed));
  const { salvaged } = report;
  if (salvaged !== null) terminal.note(text.backup.salvaged(salvaged.recovered, salvaged.lost));
  if (report.kept !== null) terminal.note(text.backup.undo(report.kept));
}

/** The complete ids: a short one is the end of a memory that the backup would change. */
async function completeIds(ids: readonly string[], name: string, app: AppClient): Promise<readonly string[]> {
  if (ids.every((id) => id.length >= 26)) return ids;
  const { differences } = await app.ask("backups.compare", { name });
  return await Promise.all(
    ids.map(async (given) => {
      const part = given.trim().toUpperCase();
      const matching = differences.filter(({ id }) => id.endsWith(part) || id.startsWith(part)).map(({ id }) => id);
      // A memory that is the same in the backup is not among the differences.
      if (matching.length === 0) return (await app.ask("memories.get", { reference: given })).id;
      if (matching.length === 1) return matching[0] ?? given;
      const candidates = matching.slice(0, 5);
      throw new RecollectError("id_ambiguous", { value: given, candidates, more: matching.length > 5 });
    }),
  );
}

/** `latest` is the newest backup that can be read. */
async function resolveName(name: string, app: AppClient): Promise<string> {
  if (name !== "latest") return name;
  const newest = (await app.ask("backups.list", {})).backups.find(({ memories }) => memories !== null);
  return newest?.name ?? name;
}

function backupForm(terminal: Terminal, { backup, columns }: CommandText) {
  return {
    columns: [
      { title: columns.date },
      { title: columns.kind, drop: 2, style: terminal.faint },
      { title: columns.contents, min: 20 },
      { title: columns.size, drop: 1, style: terminal.faint },
      { title: columns.name, style: terminal.faint },
    ],
    cells: (made: Backup) => {
      const counts = countsOfBackup(made);
      return [
        localMinute(made.at),
        made.kind,
        counts === null ? backup.unreadable : backup.contents(counts),
        `${(made.bytes / 1_048_576).toFixed(1)} MB`,
        made.name,
      ];
    },
  };
}

function printComparison({ counts, differences }: BackupComparison, terminal: Terminal, { backup }: CommandText): void {
  terminal.print(backup.wouldRestore(counts.added, counts.changed, counts.removed));
  for (const { kind, id, backedUp, present } of differences.slice(0, MAX_PRINTED)) {
    const [title = ""] = (backedUp ?? present ?? "").trim().split("\n", 1);
    terminal.note(`  ${kind.padEnd(8)} ${oneLine(title, terminal.width - 22)}  ${shortId(id)}`);
  }
  if (differences.length > MAX_PRINTED) terminal.note(backup.more);
}
