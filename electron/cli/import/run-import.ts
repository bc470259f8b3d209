import { statSync } from "node:fs";
import path from "node:path";
import type { ImportOutcome } from "../../core/archive.ts";
import { ANY, parseDomain, USER_DOMAIN } from "../../core/domain.ts";
import { findImports } from "../../import/find-imports.ts";
import { type ImportTarget, importMemories } from "../../import/import-memories.ts";
import { openImportSource, readTextStream } from "../../import/open-source.ts";
import type { Places } from "../../import/places.ts";
import type { AppClient } from "../app-client.ts";
import type { CommandCall, CommandContext } from "../command.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { UsageError } from "../usage-error.ts";
import { walkMemories } from "../walk-memories.ts";
import { tellFound, tellReport } from "./tell-import.ts";

const SUPERSEDED = { domain: ANY, superseded: "only", detail: "everything" };

/** Takes in what a file, a folder or a program holds, or lists what is found here. */
export async function runImport(call: CommandCall, context: CommandContext): Promise<ExitCode> {
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
  const report = await importMemories(source, targetOf(app, project), options, (read, total) =>
    terminal.progress(total === null ? `${read} read …` : `${read} of ${total} read …`),
  );
  tellReport(report, call, terminal);
  return report.refused.length + report.conflicts.length === 0 ? EXIT.ok : EXIT.failed;
}

/** A file, or what the program of that name keeps. */
function locate(file: string, given: string, context: CommandContext): string {
  if (statSync(file, { throwIfNoEntry: false }) !== undefined) return file;
  const found = findImports(context).filter(({ program }) => program === given);
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
