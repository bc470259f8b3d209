import clsx from "clsx";
import { useState } from "react";
import { type Memory, titleOf } from "../../../electron/core/memory.ts";
import type { DuplicateGroup, DuplicateLevel } from "../../../electron/core/memory-service.ts";
import { MAX_TAGS } from "../../../electron/core/tags.ts";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { CheckField, toggled } from "../../ui/choice.tsx";
import { FormDialog } from "../../ui/dialog.tsx";
import { nameMemories } from "../memories/data/name-memories.ts";
import { useEditing } from "../memories/data/use-editing.ts";
import { useMemoryActions } from "../memories/data/use-memory-actions.ts";
import { Difference } from "../memories/reading/difference.tsx";
import { MemoryLine, MergedContent } from "./finding-list.tsx";
import type { FindingAction } from "./finding-selection.tsx";
import { ScannedFindings } from "./scanned-findings.tsx";
import { SCANS } from "./scans.ts";
import { useDismissed } from "./use-dismissed.ts";

/** Duplicates of a group that its row names; the dialog shows all. */
const SHOWN_DUPLICATES = 2;

/** Groups of memories that say nearly the same thing. */
export function Duplicates() {
  const text = useText();
  const words = text.health;
  const { remove } = useMemoryActions();
  const { dismiss } = useDismissed();
  const [merging, setMerging] = useState<DuplicateGroup | null>(null);
  const actionsOf = (group: DuplicateGroup): FindingAction[] => {
    const { memory, duplicates } = group;
    const deleteNewest = { label: words.deleteNewer, keys: "backspace", run: () => void remove([memory.id]) };
    const deleteOlder = {
      label: words.deleteOlder(duplicates.length),
      keys: "shift+backspace",
      run: () => void remove(duplicates.map((each) => each.memory.id)),
    };
    const areSame = duplicates.every(({ level }) => level === "same");
    // Only what the row shows can be deleted from it.
    const canDelete = areSame && duplicates.length <= SHOWN_DUPLICATES;
    return [
      { label: isMaybe(group) ? words.compareAll : words.merge, keys: "m", run: () => setMerging(group) },
      ...(canDelete && duplicates.length === 1 ? [deleteNewest] : []),
      ...(canDelete ? [deleteOlder] : []),
      {
        label: words.dismiss,
        keys: "l",
        quiet: true,
        run: () => dismiss([SCANS.duplicates.keyOf(group)], nameMemories([memory], text.memories)),
      },
    ];
  };
  const dismissAll = (groups: readonly DuplicateGroup[]): FindingAction => ({
    label: words.dismiss,
    keys: "l",
    quiet: true,
    run: () => dismiss(groups.map(SCANS.duplicates.keyOf), words.found(groups.length)),
  });
  return (
    <>
      <ScannedFindings
        kind="duplicates"
        actionsOf={actionsOf}
        bulkActionsOf={(groups) => [dismissAll(groups)]}
        lines={2}
      >
        {({ memory, duplicates }, isActive) => (
          <>
            <MemoryLine
              memory={memory}
              note={duplicates.length === 1 ? undefined : words.groupSize(duplicates.length + 1)}
              inTabOrder={isActive}
            />
            {duplicates.slice(0, SHOWN_DUPLICATES).map(({ memory: other, score, level }) => (
              <MemoryLine key={other.id} memory={other} note={noteOf(words, score, level)} inTabOrder={isActive} />
            ))}
            {duplicates.length > SHOWN_DUPLICATES && (
              <span className="text-sm text-ink-faint">{words.moreInGroup(duplicates.length - SHOWN_DUPLICATES)}</span>
            )}
          </>
        )}
      </ScannedFindings>
      {merging !== null && <MergeDialog group={merging} onClose={() => setMerging(null)} />}
    </>
  );
}

type HealthWords = ReturnType<typeof useText>["health"];

/** Whether no memory of a group is surely the same as its newest. */
function isMaybe({ duplicates }: DuplicateGroup): boolean {
  return duplicates.every(({ level }) => level === "maybe");
}

function noteOf(words: HealthWords, score: number, level: DuplicateLevel): string {
  const percent = Math.round(score * 100);
  return level === "maybe" ? words.maybe(percent) : words.similarity(percent);
}

/** Merges a group of memories: asks which one to keep and which ones it replaces, and shows and edits the result. */
function MergeDialog({ group, onClose }: { readonly group: DuplicateGroup; readonly onClose: () => void }) {
  const text = useText();
  const words = text.health.mergeDialog;
  const members = [group.memory, ...group.duplicates.map(({ memory }) => memory)];
  const [keptId, setKeptId] = useState(group.memory.id);
  // Those that may say something else are merged only if the owner chooses them.
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(
    () => new Set(group.duplicates.flatMap(({ memory, level }) => (level === "maybe" ? [memory.id] : []))),
  );
  const [comparedId, setComparedId] = useState<string | null>(null);
  const [content, setContent] = useState(group.memory.content);
  const merge = useMerge();
  const kept = members.find(({ id }) => id === keptId) ?? group.memory;
  const others = members.filter(({ id }) => id !== kept.id && !leftOut.has(id));
  const compared =
    members.find(({ id }) => id === comparedId && id !== kept.id) ??
    others[0] ??
    members.find(({ id }) => id !== kept.id);
  const tags = combineTags(kept, others);
  const { health } = text;
  const notes = [health.newest, ...group.duplicates.map(({ score, level }) => noteOf(health, score, level))];

  const keep = (memory: Memory) => {
    if (content === kept.content) setContent(memory.content);
    setKeptId(memory.id);
  };
  const finish = () => {
    onClose();
    void merge({ keep: kept, others, content, tags: tags.slice(0, MAX_TAGS) });
  };
  return (
    <FormDialog
      size="large"
      title={others.length === 0 ? words.compareTitle(members.length) : words.title(others.length + 1)}
      description={others.length === 0 ? words.compareText : words.text(others.length)}
      submitLabel={text.common.merge}
      canSubmit={content.trim() !== "" && others.length > 0}
      onSubmit={finish}
      onClose={onClose}
    >
      {members.length > 2 && (
        <CheckField
          layout={CHOICE}
          checked={leftOut.size === 0}
          onChange={() => setLeftOut(new Set(leftOut.size === 0 ? members.slice(1).map(({ id }) => id) : []))}
        >
          {words.mergeAll}
        </CheckField>
      )}
      <ul
        aria-label={words.members}
        className="max-h-[35vh] overflow-y-auto rounded-md shadow-[inset_0_0_0_1px_var(--line)] forced-colors:border"
      >
        {members.map((memory, index) => (
          <Member
            key={memory.id}
            memory={memory}
            note={notes[index] ?? ""}
            isKept={memory.id === kept.id}
            isMerged={!leftOut.has(memory.id)}
            isCompared={members.length > 2 && memory.id === compared?.id}
            onKeep={() => keep(memory)}
            onToggle={() => setLeftOut(toggled(leftOut, memory.id))}
            onCompare={members.length > 2 ? () => setComparedId(memory.id) : undefined}
          />
        ))}
      </ul>
      {compared !== undefined && (
        <section aria-label={words.difference(titleOf(compared.content))} className="flex flex-col gap-1">
          <h3 className="text-sm text-ink-soft">{words.difference(titleOf(compared.content))}</h3>
          <Difference before={compared.content} after={kept.content} />
        </section>
      )}
      <MergedContent label={words.result} value={content} onChange={setContent} />
      {tags.length > 0 && (
        <p className="text-sm text-ink-faint">
          {words.tags(tags.slice(0, MAX_TAGS).join(", "))}
          {tags.length > MAX_TAGS && ` ${words.tagsLeftOut(MAX_TAGS, tags.slice(MAX_TAGS).join(", "))}`}
        </p>
      )}
    </FormDialog>
  );
}

interface MemberProps {
  readonly memory: Memory;
  /** Its similarity to the newest member. */
  readonly note: string;
  readonly isKept: boolean;
  readonly isMerged: boolean;
  readonly isCompared: boolean;
  readonly onKeep: () => void;
  readonly onToggle: () => void;
  /** Undefined if there is only one other memory. */
  readonly onCompare: (() => void) | undefined;
}

const CHOICE = "flex shrink-0 items-center gap-1.5 text-sm text-ink-soft";

function Member(props: MemberProps) {
  const { memory, note, isKept, isMerged, isCompared, onKeep, onToggle, onCompare } = props;
  const { common, health: text } = useText();
  const words = text.mergeDialog;
  const title = titleOf(memory.content);
  return (
    <li className="flex items-center gap-3 border-line px-3 py-2 not-last:border-b">
      <CheckField
        type="radio"
        name="kept"
        layout={CHOICE}
        checked={isKept}
        aria-label={words.keepThis(title)}
        onChange={onKeep}
      >
        <span aria-hidden>{common.keep}</span>
      </CheckField>
      <CheckField
        layout={CHOICE}
        checked={isMerged || isKept}
        disabled={isKept}
        aria-label={words.mergeThis(title)}
        onChange={onToggle}
      >
        <span aria-hidden>{common.merge}</span>
      </CheckField>
      <div className="min-w-0 flex-1">
        <MemoryLine memory={memory} note={note} />
      </div>
      {onCompare !== undefined && !isKept && (
        <Button
          size="small"
          variant="quiet"
          aria-pressed={isCompared}
          aria-label={words.compareThis(title)}
          className={clsx(isCompared && "bg-pressed text-ink")}
          onClick={onCompare}
        >
          {common.compare}
        </Button>
      )}
    </li>
  );
}

/** The tags of the kept memory, then the others' tags, the most frequent first. */
function combineTags(kept: Memory, others: readonly Memory[]): string[] {
  const counts = new Map<string, number>();
  for (const tag of others.flatMap((memory) => memory.tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  const added = [...counts]
    .filter(([tag]) => !kept.tags.includes(tag))
    .sort(([one, ones], [other, others]) => others - ones || (one < other ? -1 : 1))
    .map(([tag]) => tag);
  return [...kept.tags, ...added];
}

interface Merge {
  readonly keep: Memory;
  readonly others: readonly Memory[];
  readonly content: string;
  readonly tags: readonly string[];
}

const referenceOf = ({ id, revision }: Memory) => ({ reference: id, revision });

/** Merges memories and offers to undo it. Fails if one of them has changed since it was shown. */
function useMerge(): (merge: Merge) => Promise<void> {
  const { bridge, cache, text, toast, undo } = useEditing();

  const separate = async ({ keep }: Merge, merged: Memory, superseded: readonly Memory[]) => {
    const { kept, reinstated } = await bridge.invoke("memories.separate", {
      kept: merged.id,
      others: superseded.map(referenceOf),
      content: keep.content,
      tags: [...keep.tags],
      expectedRevision: merged.revision,
    });
    cache.patch(kept, ...reinstated);
    await cache.refresh();
  };

  const mergeThem = async (merge: Merge) => {
    try {
      const { kept, superseded } = await bridge.invoke("memories.merge", {
        keep: merge.keep.id,
        others: merge.others.map(referenceOf),
        content: merge.content,
        tags: [...merge.tags],
        expectedRevision: merge.keep.revision,
      });
      cache.patch(kept, ...superseded);
      cache.remove(superseded.map(({ id }) => id));
      undo.offer(text.health.mergeDialog.done(superseded.length + 1), () => separate(merge, kept, superseded));
    } catch (error) {
      toast.fail(error);
    }
  };
  return (merge) => undo.track(() => mergeThem(merge));
}
