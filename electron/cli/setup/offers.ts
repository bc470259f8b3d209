import type { ConversationSurvey } from "../../core/conversations.ts";
import type { FoundImport, ImportReport } from "../../core/memory-import.ts";
import { findImports } from "../../import/find-imports.ts";
import { openImportSource } from "../../import/open-source.ts";
import type { CommandContext } from "../command.ts";
import { importFrom } from "../import/run-import.ts";

/** Memories of another program, and what importing them would do. */
export interface OfferedImport extends FoundImport {
  readonly report: ImportReport;
}

/** The memories of other programs on this computer that are not here yet. */
export async function findOfferedImports(context: CommandContext): Promise<readonly OfferedImport[]> {
  const offered: OfferedImport[] = [];
  for (const found of findImports(context)) {
    const report = await importFound(found, true, context).catch(() => null);
    // A source that cannot be read is not offered; `recollect import` says why.
    if (report !== null && report.created > 0) offered.push({ ...found, report });
  }
  return offered;
}

/** Imports the memories of a program; with `dryRun`, only reports what an import would do. @throws RecollectError */
export async function importFound(
  { path }: FoundImport,
  dryRun: boolean,
  context: CommandContext,
): Promise<ImportReport> {
  const options = { dryRun, toInbox: false, asNew: false, domain: undefined, projects: new Map<string, string>() };
  return await importFrom(await openImportSource(path), options, context);
}

/** The clients with transcripts that are not read yet. */
export async function findOfferedConversations({ app }: CommandContext): Promise<readonly ConversationSurvey[]> {
  const survey = await app.ask("conversations.survey", {});
  return survey.filter(({ enabled, transcripts }) => !enabled && transcripts > 0);
}

/** Starts reading these clients' conversations, in addition to those that are already read. */
export async function readConversations(
  { app }: CommandContext,
  offered: readonly ConversationSurvey[],
): Promise<void> {
  const { clients } = await app.ask("conversations.settings", {});
  await app.ask("conversations.updateSettings", {
    clients: [...clients, ...offered.map(({ client }) => client)],
  });
}
