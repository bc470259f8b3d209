import type { Page } from "../../core/filter.ts";
import type { Proposal } from "../../core/inbox.ts";
import { titleOf } from "../../core/memory.ts";
import type { MemoryState } from "../../core/memory-fields.ts";
import { RecollectError } from "../../text/errors.ts";
import { localDay } from "../../text/local-time.ts";
import type { AppClient } from "../app-client.ts";
import type { Command, CommandCall, CommandContext } from "../command.ts";
import { memoryFields, shortId } from "../memory-list.ts";
import { LIST_OUTPUT, printList } from "../output.ts";
import { oneLine, plainText } from "../terminal.ts";
import { recordChange } from "../undo-log.ts";

const PAGE_SIZE = 50;

export const inbox: Command = {
  name: "inbox",
  examples: ["recollect inbox", "recollect inbox keep 9TB6W3QF --dry-run"],
  actions: {
    list: {
      options: LIST_OUTPUT,
      examples: ["recollect inbox list", "recollect inbox list --format '{shortId}\\t{title}'"],
      run: printWaiting,
    },
    show: { arguments: "<ID>", examples: ["recollect inbox show 9TB6W3QF"], run: show },
    keep: {
      arguments: "<ID...>",
      options: ["--dry-run"],
      examples: ["recollect inbox keep 9TB6W3QF --dry-run"],
      run: decide("keep"),
    },
    edit: { arguments: "<ID>", options: ["--dry-run"], run: edit },
    reject: {
      arguments: "<ID...>",
      options: ["--dry-run"],
      examples: ["recollect inbox reject 9TB6W3QF --dry-run"],
      run: decide("reject"),
    },
  },
};

function decide(decision: "keep" | "reject") {
  return async (call: CommandCall, context: CommandContext): Promise<void> => {
    const { app, files, terminal, text } = context;
    const [key, sentence] =
      decision === "keep" ? (["kept", text.inbox.kept] as const) : (["rejected", text.inbox.rejected] as const);
    const isDryRun = call.flag("dry-run");
    const waiting = await listWaiting(app);
    // One unknown id changes nothing.
    const ids = call.words.map((word) => findWaiting(waiting, word)?.memory.id ?? word);
    for (const id of ids) {
      const title = titleOf(waiting.find(({ memory }) => memory.id === id)?.memory.content ?? id);
      const line = `${oneLine(title, Math.max(30, terminal.width - 30))}  ${shortId(id)}`;
      if (isDryRun) {
        if (!waiting.some(({ memory }) => memory.id === id)) throw new RecollectError("memory_gone", { id });
        if (!call.json) terminal.print(text.inbox.would(sentence(line)));
        continue;
      }
      await app.ask(`inbox.${decision}`, { id });
      recordChange(files, { kind: decision, ids: [id] });
      if (!call.json) terminal.print(sentence(line));
    }
    if (call.json) terminal.printJson({ [key]: ids, ...(isDryRun ? { written: false } : {}) });
  };
}

/** Keeps a memory with the changes that a person makes in the editor. */
async function edit(call: CommandCall, context: CommandContext): Promise<void> {
  const { app, files, terminal, text } = context;
  const { memory } = await waitingOf(call.words[0] ?? "", app);
  const [{ editText }, { readEditable, toEditable }] = await Promise.all([
    import("../editor.ts"),
    import("../edit-document.ts"),
  ]);
  const edited = await editText(toEditable(memory), `${shortId(memory.id)}.md`, context);
  const changes: Partial<MemoryState> = await readEditable(edited.text, memory, text);
  if (call.flag("dry-run")) {
    if (call.json) return terminal.printJson({ wouldKeep: memory.id, changes, written: false });
    return terminal.print(text.edit.wouldChange(shortId(memory.id), Object.keys(changes).join(", ")));
  }
  const { tags, ...fields } = changes;
  const kept = await app.ask("inbox.keep", {
    id: memory.id,
    ...fields,
    ...(tags === undefined ? {} : { tags: [...tags] }),
  });
  recordChange(files, { kind: "keep", ids: [memory.id] });
  if (call.json) terminal.printJson({ kept: [memory.id], memory: kept });
  else
    terminal.print(
      text.inbox.kept(`${oneLine(titleOf(kept.content), Math.max(30, terminal.width - 30))}  ${shortId(kept.id)}`),
    );
}

async function show(call: CommandCall, { app, terminal, text }: CommandContext): Promise<void> {
  const proposal = await waitingOf(call.words[0] ?? "", app);
  if (call.json) return terminal.printJson(proposal);
  const { memory, subject, reason, proposedAt } = proposal;
  const facts = [memory.namespace, memory.domain, memory.client?.name ?? subject, localDay(proposedAt)];
  const head = `${terminal.bold(oneLine(titleOf(memory.content), terminal.width))}\n${terminal.faint(facts.map((fact) => oneLine(fact, 100)).join(" · "))}`;
  await terminal.page(`${head}\n${text.inbox.reasons[reason]}\n\n${plainText(memory.content)}`);
}

async function listWaiting(app: AppClient): Promise<readonly Proposal[]> {
  const proposals: Proposal[] = [];
  let cursor: string | undefined;
  do {
    const page: Page<Proposal> = await app.ask("inbox.list", { state: "waiting", limit: PAGE_SIZE, cursor });
    proposals.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return proposals;
}

/** Finds a waiting memory by its id, the start or end of it, or the start of its short id. @throws RecollectError if several match */
function findWaiting(waiting: readonly Proposal[], reference: string): Proposal | undefined {
  const part = reference.trim().toUpperCase();
  if (part.length < 4) return undefined;
  const matching = waiting.filter(
    ({ memory: { id } }) => id.startsWith(part) || id.endsWith(part) || shortId(id).startsWith(part),
  );
  if (matching.length < 2) return matching[0];
  const candidates = matching.map(({ memory }) => memory.id);
  throw new RecollectError("id_ambiguous", {
    value: reference,
    candidates: candidates.slice(0, 5),
    more: candidates.length > 5,
  });
}

/** @throws RecollectError if no waiting memory has the id */
async function waitingOf(reference: string, app: AppClient): Promise<Proposal> {
  const found = findWaiting(await listWaiting(app), reference);
  if (found === undefined) throw new RecollectError("memory_gone", { id: reference.slice(0, 200) });
  return found;
}

async function printWaiting(call: CommandCall, context: CommandContext): Promise<void> {
  const { app, terminal, text } = context;
  const waiting = await listWaiting(app);
  const { columns } = text;
  await printList(call, context, {
    json: { waiting },
    items: waiting,
    form: {
      columns: [
        { title: columns.title, min: 28 },
        { title: columns.from, max: 24, min: 10, drop: 2, style: terminal.faint },
        { title: columns.reason, drop: 1, style: terminal.faint },
        { title: columns.date, drop: 3, style: terminal.faint },
        { title: columns.id, style: terminal.faint },
      ],
      cells: ({ memory, subject, reason, proposedAt }) => [
        titleOf(memory.content),
        memory.client?.name ?? subject,
        reason,
        localDay(proposedAt),
        shortId(memory.id),
      ],
    },
    fields: (proposal) => ({ ...memoryFields(proposal.memory), ...proposal }),
    empty: text.inbox.empty,
  });
  if (waiting.length > 0 && !call.json) terminal.note(terminal.faint(text.inbox.waiting(waiting.length)));
}
