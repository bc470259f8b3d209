import { statSync } from "node:fs";
import path from "node:path";
import type { ImportOutcome } from "../../core/archive.ts";
import { ANY, parseDomain, USER_DOMAIN } from "../../core/domain.ts";
import type { FoundImport } from "../../core/memory-import.ts";
import { findImports } from "../../import/find-imports.ts";
import { type ImportTarget, importMemories as importAll } from "../../import/import-memories.ts";
import { openImportSource, readTextStream } from "../../import/open-source.ts";
import type { Places } from "../../import/places.ts";
import type { AppClient } from "../app-client.ts";
import type { Command, CommandContext } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import { tellFound, tellReport } from "../import/tell-import.ts";
import { UsageError } from "../usage-error.ts";
import { walkMemories } from "../walk-memories.ts";

const SUPERSEDED = { domain: ANY, superseded: "only", detail: "everything" };

export const importMemories: Command = {
  name: "import",
  summary: "Take in memories of another Recollect, or of other programs",
  usage: "[FILE | FOLDER | PROGRAM | -] [options]",
  details: `Without a file: tells what other programs keep on this computer. A program's name takes that in.

What recollect export wrote comes in as it was: ids, dates, pins, tags, what replaced what, and earlier states. So does
what claude-mem keeps (claude-mem.db, or its export), and mcp-memory-service (sqlite_vec.db, or a JSON export of it), with
dates, tags and kinds; their projects become domains. Both are read only, and may be running.
The entities of @modelcontextprotocol/server-memory (memory.jsonl), Markdown files with their front matter, as
basic-memory keeps them, and lines of JSON with a "content" become memories, too.
A memory that is here already stays as it is, so an import can be repeated; where it says something else here, that is
told. Ends with 1 where something was refused or differs from what is here.`,
  options: {
    domain: {
      type: "string",
      short: "d",
      value: "NAME",
      help: "Put all of them into this domain; out of an export, as memories of today.",
    },
    project: {
      type: "string",
      short: "p",
      multiple: true,
      value: "THEIRS=OURS",
      help: "Put another program's project into this domain (shop=acme/shop); may be repeated.",
    },
    "as-new": { type: "boolean", help: "Memories of today with ids of their own, whatever they are out of." },
    "dry-run": { type: "boolean", help: "Only tell what would come in; nothing is changed." },
  },
  words: [0, 1],
  async run(call, context) {
    const { app, folder, stdin, terminal, project } = context;
    const [given] = call.words;
    if (given === undefined) {
      tellFound(findImports(context), call.json, terminal);
      return EXIT.ok;
    }
    const domain = call.text("domain");
    const options = {
      dryRun: call.flag("dry-run"),
      asNew: call.flag("as-new"),
      domain: domain === undefined ? undefined : parseDomain(domain),
      defaultDomain: project ?? USER_DOMAIN,
      projects: new Map(call.texts("project").map(readProject)),
      now: Date.now(),
    };
    const file = given === "-" ? given : locate(path.resolve(folder, given), given, context);
    const source = given === "-" ? readTextStream(stdin, "What was piped in") : await openImportSource(file);
    const report = await importAll(source, targetOf(app, project), options, (read, total) =>
      terminal.progress(total === null ? `${read} read …` : `${read} of ${total} read …`),
    );
    tellReport(report, call, terminal);
    return report.refused.length + report.conflicts.length === 0 ? EXIT.ok : EXIT.failed;
  },
};

/** A file, or what the program of that name keeps. */
function locate(file: string, given: string, context: CommandContext): string {
  if (statSync(file, { throwIfNoEntry: false }) !== undefined) return file;
  const found = findImports(context).filter(({ program }: FoundImport) => program === given);
  if (found.length <= 1) return found[0]?.path ?? file;
  throw new UsageError(`${given} keeps several: ${found.map((each) => each.path).join(", ")}. Name one.`, "import");
}

function readProject(text: string): [string, string] {
  const [, theirs, ours] = /^(.+?)=(.+)$/.exec(text) ?? [];
  if (theirs === undefined || ours === undefined) {
    throw new UsageError("--project takes THEIRS=OURS, shop=acme/shop for example.", "import");
  }
  return [theirs, parseDomain(ours, "--project")];
}

function targetOf(app: AppClient, project: string | null): ImportTarget {
  return {
    async send(memories, dryRun) {
      const { outcomes } = await app.ask<{ outcomes: ImportOutcome[] }>("import", { memories, dryRun });
      return outcomes;
    },
    async places() {
      const { domains, namespaces } = await app.ask<Places>("places", {});
      return { domains: [...new Set([...domains, ...(project === null ? [] : [project])])], namespaces };
    },
    superseded: () => walkMemories(app, SUPERSEDED, Number.MAX_SAFE_INTEGER),
  };
}
