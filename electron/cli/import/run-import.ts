import { statSync } from "node:fs";
import path from "node:path";
import { ANY, parseDomain, USER_DOMAIN } from "../../core/domain.ts";
import type { FoundImport, ImportReport } from "../../core/memory-import.ts";
import { PLAIN_NAMING } from "../../core/project-name.ts";
import { findImports } from "../../import/find-imports.ts";
import type { ImportSource } from "../../import/import-item.ts";
import { type ImportOptions, importMemories } from "../../import/import-memories.ts";
import type { ImportTarget } from "../../import/import-target.ts";
import { openImportSource, readTextStream } from "../../import/open-source.ts";
import { mayBeOwnDatabase } from "../../import/own-database.ts";
import { projectOfPath } from "../../shim/project.ts";
import type { CommandText } from "../../text/command-line.ts";
import { localDay } from "../../text/local-time.ts";
import type { AppClient } from "../app-client.ts";
import { type CommandCall, type CommandContext, EXIT, type ExitCode, UsageError } from "../command.ts";
import { plainText } from "../terminal.ts";
import { walkMemories } from "../walk-memories.ts";

const SUPERSEDED = { domain: ANY, superseded: "only", detail: "everything" };

/** Imports a file, a folder or the memories of a program; without an argument, lists those found on this computer. */
export async function runImport(call: CommandCall, context: CommandContext): Promise<ExitCode> {
  const { folder, stdin, text } = context;
  const [given] = call.words;
  if (given === undefined) {
    printFound(findImports(context), call.json, context);
    return EXIT.ok;
  }
  const { target, projects } = projectsOf(call, text);
  const options = {
    dryRun: call.flag("dry-run"),
    toInbox: call.flag("inbox"),
    asNew: call.flag("as-new"),
    domain: target === undefined ? undefined : await domainOf(target, context),
    projects: new Map(
      await Promise.all(projects.map(async ([theirs, ours]) => [theirs, await domainOf(ours, context)] as const)),
    ),
  };
  const file = given === "-" ? given : findFile(path.resolve(folder, given), given, context);
  const report =
    given === "-"
      ? await importFrom(readTextStream(stdin, "stdin"), options, context)
      : await importFile(file, options, context);
  if (call.json) context.terminal.printJson(report);
  else printReport(report, options, context);
  return report.refused.length + report.conflicts.length === 0 ? EXIT.ok : EXIT.failed;
}

async function importFile(
  file: string,
  options: Omit<ImportOptions, "defaultDomain" | "now">,
  context: CommandContext,
): Promise<ImportReport> {
  try {
    return await importFrom(await openImportSource(file), options, context);
  } catch (error) {
    if (!mayBeOwnDatabase(error)) throw error;
    // Only the application can read a database of Recollect.
    return await context.app.ask("imports.run", {
      ...options,
      path: file,
      projects: Object.fromEntries(options.projects),
    });
  }
}

/** Imports the memories of a source, and shows the progress on a terminal. @throws as `importMemories` */
export async function importFrom(
  source: ImportSource,
  options: Omit<ImportOptions, "defaultDomain" | "now" | "naming">,
  { app, terminal, text, home }: CommandContext,
): Promise<ImportReport> {
  const project = await app.project();
  const naming = { ...PLAIN_NAMING, ofFolder: (folder: string) => projectOfPath(folder, home) };
  const all = { ...options, naming, defaultDomain: project ?? USER_DOMAIN, now: Date.now() };
  return await importMemories(source, createTarget(app, project), all, (read, total) =>
    terminal.progress(text.import.read(read, total)),
  );
}

/** Returns the file, or the file in which the program of that name stores its memories. */
function findFile(file: string, given: string, context: CommandContext): string {
  if (statSync(file, { throwIfNoEntry: false }) !== undefined) return file;
  const found = findImports(context).filter(({ program }) => program === given);
  if (found.length <= 1) return found[0]?.path ?? file;
  const paths = found.map((each) => each.path).join(", ");
  throw new UsageError(context.text.import.several(given, paths));
}

/** @throws invalid_argument for what cannot be a domain */
function domainOf(given: string, { app }: CommandContext): Promise<string> {
  return app.ask("memories.domainOf", { domain: parseDomain(given) });
}

/**
 * The project for all memories, and the pairs of projects. `--domain` is the former name of the first.
 * @throws UsageError for two projects for everything, or a pair without one of its names
 */
function projectsOf(call: CommandCall, text: CommandText) {
  const given = call.texts("project");
  const former = call.text("domain");
  const targets = [...given.filter((each) => !each.includes("=")), ...(former === undefined ? [] : [former])];
  if (targets.length > 1) throw new UsageError(text.import.oneProject);
  const projects = given.flatMap((each): [string, string][] => {
    const separator = each.indexOf("=");
    if (separator === -1) return [];
    const [theirs, ours] = [each.slice(0, separator), each.slice(separator + 1)];
    if (theirs === "" || ours === "") throw new UsageError(text.import.projectForm);
    return [[theirs, parseDomain(ours, "--project")]];
  });
  return { target: targets[0], projects };
}

function createTarget(app: AppClient, project: string | null): ImportTarget {
  return {
    send: (memories, options) => app.ask("imports.store", { memories, ...options }),
    async places() {
      const [{ domains }, namespaces] = await Promise.all([
        app.ask("memories.facets", { domain: ANY }),
        app.ask("memories.namespaces", {}),
      ]);
      const known = domains.map(({ value }) => value);
      return { domains: [...new Set([...known, ...(project === null ? [] : [project])])], namespaces };
    },
    superseded: () => walkMemories(app, SUPERSEDED, Number.MAX_SAFE_INTEGER),
  };
}

/** How many entries of a list are printed; --json prints all of them. */
const MAX_PRINTED = 20;
/** How many of the files that were left out for one reason are printed. */
const MAX_NAMED = 5;

/** Prints the counts to stdout and the details to stderr. */
export function printReport(
  report: ImportReport,
  { dryRun, toInbox }: Pick<ImportOptions, "dryRun" | "toInbox">,
  { terminal, text }: CommandContext,
): void {
  const { created, known, conflicts, refused, notices, leftOut, cleaned, masked, domains } = report;
  const words = text.import;
  const counts = [
    words.created(created, dryRun, toInbox === true),
    words.known(known),
    ...(conflicts.length === 0 ? [] : [words.conflicts(conflicts.length)]),
    words.refused(refused.length),
  ];
  const note = (line: string) => terminal.note(`  ${plainText(line)}`);
  terminal.print(counts.join(", "));
  const showDomains = domains.length > 1 || domains.some(({ from }) => from.length > 0);
  for (const { domain, created: count, from } of showDomains ? domains.slice(0, MAX_PRINTED) : []) {
    const others = from.filter((project) => project !== domain);
    note(`${words.into(count, domain)}${others.length === 0 ? "" : words.from(others.join(", "))}`);
  }
  if (domains.length > MAX_PRINTED) note(words.moreDomains(domains.length - MAX_PRINTED));
  for (const { reason, count, files = [] } of leftOut) {
    note(words.skipped(count, words.skippedFor[reason]));
    const named = files.slice(0, MAX_NAMED);
    if (named.length > 0) note(`  ${words.files(named, count - named.length)}`);
  }
  if (cleaned > 0) note(words.cleaned(cleaned));
  if (masked > 0) note(words.masked(masked));
  for (const list of [[...conflicts, ...refused], notices]) {
    const inOrder = list.toSorted((one, other) => one.line - other.line);
    for (const { place, reason } of inOrder.slice(0, MAX_PRINTED)) note(`${place}: ${reason}`);
    if (list.length > MAX_PRINTED) note(words.more(list.length - MAX_PRINTED));
  }
}

function printFound(found: readonly FoundImport[], json: boolean, { terminal, text }: CommandContext): void {
  if (json) terminal.printJson({ found });
  else if (found.length === 0) {
    terminal.print(text.import.noneFound);
    terminal.note(text.import.elsewhere);
  } else {
    for (const { program, path, changedAt } of found) {
      terminal.print(`${program.padEnd(20)} ${localDay(changedAt)}  ${plainText(path)}`);
    }
    terminal.note(text.import.preview);
  }
}
