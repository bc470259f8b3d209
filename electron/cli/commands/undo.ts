import type { MemoryState } from "../../core/memory-fields.ts";
import { isSameState, stateOf } from "../../core/memory-fields.ts";
import { localMinute } from "../../text/local-time.ts";
import { type Command, type CommandContext, EXIT } from "../command.ts";
import { shortId } from "../memory-list.ts";
import { printList } from "../output.ts";
import { type CommandChange, type RecordedChange, readChanges, removeLastChange } from "../undo-log.ts";

export const undo: Command = {
  name: "undo",
  options: ["--list", "--dry-run"],
  examples: ["recollect undo", "recollect undo --list"],
  async run(call, context) {
    const { files, terminal, text } = context;
    const changes = readChanges(files);
    if (call.flag("list")) {
      await printList(call, context, {
        json: { changes },
        items: changes.toReversed(),
        form: {
          columns: [
            { title: text.columns.change, min: 20 },
            { title: text.columns.date, style: terminal.faint },
          ],
          cells: (change) => [summaryOf(change, context), localMinute(change.at)],
        },
        empty: text.undo.nothing,
      });
      return EXIT.ok;
    }
    const last = changes.at(-1);
    if (last === undefined) {
      if (call.json) terminal.printJson({ undone: null });
      else terminal.note(text.undo.nothing);
      return EXIT.ok;
    }
    const words = summaryOf(last, context);
    if (!call.flag("dry-run")) {
      await revert(last, context);
      removeLastChange(files);
    }
    if (call.json) terminal.printJson({ undone: last, written: !call.flag("dry-run") });
    else terminal.print(call.flag("dry-run") ? text.undo.would(words) : text.undo.undone(words));
    return EXIT.ok;
  },
};

function summaryOf(change: RecordedChange, { text }: CommandContext): string {
  const ids = "memories" in change ? change.memories.map(({ id }) => id) : "ids" in change ? change.ids : [];
  const names = ids.slice(0, 5).map(shortId).join(" ") + (ids.length > 5 ? " …" : "");
  return text.undo.kinds[change.kind]("from" in change ? change.from : names);
}

/** Reverts a change. @throws RecollectError conflict if a memory was changed since */
async function revert(change: CommandChange, { app }: CommandContext): Promise<void> {
  switch (change.kind) {
    case "add":
    case "restore":
      await app.ask("memories.delete", { references: change.ids });
      return;
    case "delete":
      await app.ask("memories.restore", { references: change.ids });
      return;
    case "pin":
    case "unpin":
      await app.ask("memories.setPinned", { references: change.ids, pinned: change.kind === "unpin" });
      return;
    case "keep":
    case "reject":
      for (const id of change.ids) await app.ask("inbox.reopen", { id });
      return;
    case "place":
      await app.ask("memories.undoPlaceMove", { id: change.id });
      return;
    default:
      for (const { id, before, after } of change.memories) {
        const history = await app.ask("memories.history", { reference: id });
        const stateAt = (wanted: number) => history.find(({ revision }) => revision === wanted);
        const [earlier, changed, current] = [stateAt(before), stateAt(after), history[0]];
        if (earlier === undefined) continue;
        // The trash and pins make revisions without another text: only the fields must be as the change left them.
        const isUntouched = changed !== undefined && current !== undefined && isSameState(changed, current);
        const expectedRevision = isUntouched ? current.revision : after;
        await app.ask("memories.update", { reference: id, expectedRevision, ...changesTo(stateOf(earlier)) });
      }
  }
}

/** The fields as a change takes them: null removes a value. */
function changesTo(state: MemoryState) {
  return { ...state, tags: [...state.tags] };
}
