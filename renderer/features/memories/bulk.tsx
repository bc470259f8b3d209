import { ArrowLeft, Download, FolderInput, Pin, PinOff, RotateCcw, Tags, Trash2 } from "lucide-react";
import { useState } from "react";
import { type Memory, titleOf } from "../../../electron/core/memory.ts";
import type { BulkUpdate } from "../../../electron/window-api/contract.ts";
import { commandsOf } from "../../commands/command.ts";
import { useCommands } from "../../commands/commands.tsx";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { FormDialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { SelectionFoot } from "../../ui/selection-foot.tsx";
import { nameMemories } from "./data/name-memories.ts";
import { useNamespace } from "./data/namespace-question.tsx";
import { useEditing } from "./data/use-editing.ts";
import type { useMemoryActions } from "./data/use-memory-actions.ts";
import { ChoiceField, TagsField, useChoices } from "./editor/metadata-fields.tsx";

/** Maximum number of titles that the pane lists. */
const MAX_TITLES = 12;

/** The selected memories, and what a place does with them. */
export interface BulkSelection {
  readonly selected: readonly Memory[];
  readonly selection: { readonly clear: () => void };
  /** The number of memories that can be selected; null if it is not known. */
  readonly total: number | null;
  readonly selectAll: () => unknown;
  readonly actions: ReturnType<typeof useMemoryActions>;
  /** Moves all selected memories to the trash. */
  readonly remove: () => unknown;
  readonly restore: () => unknown;
  /** Asks before memories in the trash are deleted forever. */
  readonly askToPurge: (ids: readonly string[]) => void;
}

interface BulkProps {
  readonly bulk: BulkSelection;
}

/** The selected memories and the actions for them, in place of an open memory. */
export function BulkPane({ bulk }: BulkProps) {
  const { selected, selection } = bulk;
  const text = useText();
  const words = text.memories.bulk;
  return (
    <section aria-label={words.label} className="flex h-full flex-col gap-5 overflow-y-auto px-8 py-6">
      <h1 className="text-xl font-semibold tracking-tight" aria-live="polite">
        {words.selected(selected.length)}
      </h1>
      <BulkActions bulk={bulk} />
      <ul className="flex flex-col gap-1 text-ink-soft">
        {selected.slice(0, MAX_TITLES).map((memory) => (
          <li key={memory.id} className="max-w-180 truncate" dir="auto">
            {titleOf(memory.content)}
          </li>
        ))}
        {selected.length > MAX_TITLES && (
          <li className="text-ink-faint">… {text.common.count(selected.length - MAX_TITLES)}</li>
        )}
      </ul>
      <div className="flex gap-2">
        <Button variant="quiet" icon={ArrowLeft} keys="escape" onClick={selection.clear} className="-ml-2.5">
          {text.common.clearSelection}
        </Button>
        <SelectAllButton bulk={bulk} />
      </div>
    </section>
  );
}

/** The actions for the selected memories, below a list in which more can be selected. */
export function BulkBar({ bulk }: BulkProps) {
  const { selected, selection, total, selectAll } = bulk;
  const words = useText().memories.bulk;
  const isPart = total !== null && total > selected.length;
  return (
    <SelectionFoot
      label={words.label}
      title={words.selected(selected.length)}
      all={isPart ? { label: words.selectAll(total), run: selectAll } : null}
      onClear={selection.clear}
    >
      <BulkActions bulk={bulk} />
    </SelectionFoot>
  );
}

/** Selects the complete list; not shown if it is selected, or for a search, whose length is not known. */
function SelectAllButton({ bulk }: BulkProps) {
  const { selected, total, selectAll } = bulk;
  const words = useText().memories.bulk;
  if (total === null || total <= selected.length) return null;
  return (
    <Button variant="quiet" onClick={selectAll}>
      {words.selectAll(total)}
    </Button>
  );
}

function BulkActions({ bulk }: BulkProps) {
  const { selected: memories, actions, remove, restore, askToPurge } = bulk;
  const targets = memories.map(({ id }) => id);
  const text = useText();
  const words = text.memories.bulk;
  const verbs = text.memories.actions;
  const [dialog, setDialog] = useState<"tag" | "move" | null>(null);
  const inTrash = memories.every((memory) => memory.deletedAt !== null);
  const allPinned = memories.every((memory) => memory.pinned);
  const command = commandsOf("bulk", verbs.group, { enabled: !inTrash });
  useCommands([
    command("tag", words.tag, () => setDialog("tag"), { keys: ["t"], icon: Tags }),
    command("move", words.move, () => setDialog("move"), { keys: ["m"], icon: FolderInput }),
  ]);
  return (
    <div className="flex flex-wrap gap-2">
      {inTrash ? (
        <>
          <Button icon={RotateCcw} keys="r" onClick={() => restore()}>
            {text.common.restore}
          </Button>
          <Button icon={Trash2} variant="danger" onClick={() => askToPurge(targets)}>
            {verbs.deleteForever}
          </Button>
        </>
      ) : (
        <>
          <Button icon={Trash2} keys="backspace" onClick={() => remove()}>
            {text.common.delete}
          </Button>
          <Button icon={allPinned ? PinOff : Pin} keys="p" onClick={() => void actions.setPinned(targets, !allPinned)}>
            {allPinned ? verbs.unpin : text.common.pin}
          </Button>
          <Button icon={Tags} keys="t" onClick={() => setDialog("tag")}>
            {words.tag}
          </Button>
          <Button icon={FolderInput} keys="m" onClick={() => setDialog("move")}>
            {words.move}
          </Button>
        </>
      )}
      <Button icon={Download} onClick={() => actions.export(memories)}>
        {words.export}
      </Button>
      {dialog !== null && <BulkEditDialog kind={dialog} memories={memories} onClose={() => setDialog(null)} />}
    </div>
  );
}

interface BulkEditDialogProps {
  readonly kind: "tag" | "move";
  readonly memories: readonly Memory[];
  readonly onClose: () => void;
}

/** Asks for the tags to add, or for the namespace and domain to move to. */
export function BulkEditDialog({ kind, memories, onClose }: BulkEditDialogProps) {
  const text = useText();
  const words = text.memories.bulk;
  const choices = useChoices();
  const [tags, setTags] = useState<readonly string[]>([]);
  const [namespace, setNamespace] = useState("");
  const [domain, setDomain] = useState("");
  const edit = useBulkEdit();
  const count = memories.length;
  const isEmpty = kind === "tag" ? tags.length === 0 : namespace === "" && domain === "";
  const apply = () => {
    onClose();
    if (kind === "tag")
      void edit(memories, { addTags: tags }, text.memories.done.tagged(nameMemories(memories, text.memories)));
    else {
      const change = { namespace: namespace || undefined, domain: domain || undefined };
      void edit(memories, change, text.memories.done.moved(nameMemories(memories, text.memories)));
    }
  };
  return (
    <FormDialog
      size="small"
      title={kind === "tag" ? words.tagTitle(count) : words.moveTitle(count)}
      description={kind === "move" ? words.moveText : undefined}
      submitLabel={words.apply}
      canSubmit={!isEmpty}
      onSubmit={apply}
      onClose={onClose}
    >
      {kind === "tag" ? (
        <Field label={text.common.tags} hint={text.memories.editor.tagsHint}>
          <TagsField value={tags} onChange={setTags} known={choices.tags} />
        </Field>
      ) : (
        <div className="flex flex-col gap-2">
          <ChoiceField
            label={text.common.namespace}
            value={namespace}
            onChange={setNamespace}
            choices={choices.namespace}
          />
          <ChoiceField label={text.common.domain} value={domain} onChange={setDomain} choices={choices.domain} />
        </div>
      )}
    </FormDialog>
  );
}

interface BulkChange {
  readonly namespace?: string;
  readonly domain?: string;
  readonly addTags?: readonly string[];
}
type Place = Pick<Memory, "id" | "revision" | "namespace" | "domain" | "tags">;

/**
 * Makes the same change to many memories and offers to undo it, with the message `done`. Memories changed by someone
 * else are skipped, by the change and by the undo, and their number is shown.
 */
export function useBulkEdit(): (memories: readonly Memory[], change: BulkChange, done: string) => Promise<void> {
  const { bridge, cache, text, toast, undo } = useEditing();
  const prepareNamespace = useNamespace();
  const words = text.memories.bulk;

  const reportRefused = ({ refused }: BulkUpdate, total: number) => {
    const [first] = refused;
    if (first === undefined) return;
    const isConflict = refused.every(({ error }) => error.code === "conflict");
    const message = isConflict
      ? words.skipped(refused.length, total)
      : words.someFailed(refused.length, total, first.error.message);
    toast.show(message, { tone: "bad" });
  };

  const write = async (places: readonly Place[]): Promise<BulkUpdate> => {
    const changes = places.map(({ id, revision, namespace, domain, tags }) => ({
      reference: id,
      namespace,
      domain,
      tags: [...tags],
      expectedRevision: revision,
    }));
    const result = await bridge.invoke("memories.updateMany", { changes });
    cache.patch(...result.updated);
    cache.forgetHidden();
    reportRefused(result, places.length);
    return result;
  };

  const changeAll = async (memories: readonly Memory[], change: BulkChange, done: string) => {
    try {
      const namespace = change.namespace === undefined ? undefined : await prepareNamespace(change.namespace);
      if (namespace === null) return;
      const { updated } = await write(memories.map((memory) => changedPlace(memory, { ...change, namespace })));
      const before = placesBefore(memories, updated);
      if (before.length > 0) undo.offer(done, () => write(before));
    } catch (error) {
      toast.fail(error);
    }
  };
  return (...args) => undo.track(() => changeAll(...args));
}

/** The place of a memory after a change, with the revision that the change is based on. */
export function changedPlace(memory: Place, change: BulkChange): Place {
  return {
    id: memory.id,
    revision: memory.revision,
    namespace: change.namespace ?? memory.namespace,
    domain: change.domain ?? memory.domain,
    tags: [...new Set([...memory.tags, ...(change.addTags ?? [])])].sort(),
  };
}

/** The former places of the changed memories, with their present revisions. */
export function placesBefore(before: readonly Place[], after: readonly Place[]): Place[] {
  const revisions = new Map(after.map(({ id, revision }) => [id, revision]));
  return before.flatMap((place) => {
    const revision = revisions.get(place.id);
    return revision === undefined || revision === place.revision ? [] : [{ ...place, revision }];
  });
}
