import type { FoundImport, ImportReport, LeftOutReason } from "../../core/memory-import.ts";
import type { CommandCall } from "../command.ts";
import { plainText, type Terminal } from "../terminal.ts";

/** What is told one by one; --json tells all. */
const TOLD = 20;

const LEFT_OUT: Readonly<Record<LeftOutReason, string>> = {
  prompt: "what was typed, which is no knowledge of its own",
  empty: "nothing is written in it",
  deleted: "deleted there",
  replaced: "replaced there by what was deleted since",
  relation: "a relation of an entity that is not in the file",
};

/** Says what became of everything: the counts to stdout, what is behind them to stderr. */
export function tellReport(report: ImportReport, call: CommandCall, terminal: Terminal): void {
  if (call.json) {
    terminal.print(JSON.stringify(report, null, 2));
    return;
  }
  const { created, known, conflicts, refused, leftOut, domains } = report;
  const counts = [
    `${created} ${call.flag("dry-run") ? "would be imported" : "imported"}`,
    `${known} known already`,
    ...(conflicts.length === 0 ? [] : [`${conflicts.length} here otherwise`]),
    `${refused.length} refused`,
  ];
  const note = (text: string) => terminal.note(`  ${plainText(text)}`);
  terminal.print(counts.join(", "));
  const several = domains.length > 1 || domains.some(({ from }) => from.length > 0);
  for (const { domain, created: count, from } of several ? domains.slice(0, TOLD) : []) {
    const others = from.filter((project) => project !== domain);
    note(`${count} into ${domain}${others.length === 0 ? "" : `, there ${others.join(", ")}`}`);
  }
  if (domains.length > TOLD) note(`and ${domains.length - TOLD} more domains; --json tells all of them.`);
  for (const { reason, count } of leftOut) note(`${count} left out: ${LEFT_OUT[reason]}`);
  const told = [...conflicts, ...refused].sort((one, other) => one.line - other.line);
  for (const { place, reason } of told.slice(0, TOLD)) note(`${place}: ${reason}`);
  if (told.length > TOLD) note(`and ${told.length - TOLD} more; --json tells all of them.`);
}

/** Lists what other programs keep on this computer. */
export function tellFound(found: readonly FoundImport[], json: boolean, terminal: Terminal): void {
  if (json) terminal.print(JSON.stringify({ found }, null, 2));
  else if (found.length === 0) {
    terminal.print("No memories of other programs were found where they keep them unless told otherwise.");
    terminal.note("Name the file or folder: recollect import FILE --dry-run");
  } else {
    for (const { program, path, changedAt } of found) {
      terminal.print(`${program.padEnd(20)} ${changedAt.slice(0, 10)}  ${plainText(path)}`);
    }
    terminal.note("To see what would come in: recollect import PROGRAM --dry-run, or name the file.");
  }
}
