import { useState } from "react";
import { markHidden } from "../../../electron/core/hidden-characters.ts";
import { MAX_CONTENT_BYTES } from "../../../electron/core/memory-fields.ts";
import { entryFieldsOf } from "../../../electron/core/memory-rules.ts";
import type { MemoryConflictEntry } from "../../../electron/core/replication/change-store.ts";
import type { EntryFields, FieldName } from "../../../electron/core/replication/entry.ts";
import type { Text } from "../../../electron/text/en.ts";
import { useBridge } from "../../data/use-bridge.tsx";
import { useBridgePages } from "../../data/use-bridge-pages.ts";
import { useText } from "../../text/use-text.ts";
import { toggled } from "../../ui/choice.tsx";
import { clientName } from "../../ui/client-name.ts";
import { FormDialog } from "../../ui/dialog.tsx";
import { optionsOf, SelectField } from "../../ui/select.tsx";
import { Pending } from "../../ui/states.tsx";
import { RelativeTime } from "../../ui/time.tsx";
import { formatValidityTime } from "../memories/editor/draft.ts";
import { Difference } from "../memories/reading/difference.tsx";
import { type Changes, changesOf, useDecisions } from "./conflict-decisions.ts";
import { FindingList, MemoryLine, MergedContent, NothingFound } from "./finding-list.tsx";
import type { FindingAction } from "./finding-selection.tsx";

/** Concurrent changes of one memory about which nobody has decided. */
export function Conflicts() {
  const text = useText();
  const words = text.spaces.conflict;
  const [merging, setMerging] = useState<MemoryConflictEntry | null>(null);
  const bridge = useBridge();
  const conflicts = useBridgePages<MemoryConflictEntry>({
    queryKey: ["spaces.conflicts", {}],
    read: (cursor) => bridge.invoke("spaces.conflicts", { limit: 50, ...(cursor === undefined ? {} : { cursor }) }),
    refetchOnMount: "always",
  });
  const { reopened, decide } = useDecisions();
  const items = conflicts.items === undefined ? undefined : [...reopened, ...conflicts.items];
  if (items === undefined) return <Pending error={conflicts.error} onRetry={conflicts.retry} rows={3} />;
  if (items.length === 0) return <NothingFound kind="conflicts" />;
  const actionsOf = (conflict: MemoryConflictEntry): FindingAction[] => {
    const isTrashed = conflict.memory.deletedAt !== null;
    const keepLabel = isTrashed ? words.keepTrashed : words.keep;
    const keep = { label: keepLabel, keys: "p", run: () => decide([conflict], { kind: "keep" }) };
    if (conflict.other === null) return [keep];
    const takeLabel = isTrashed ? words.takeTrashed : words.take;
    const take = { label: takeLabel, keys: "t", run: () => decide([conflict], { kind: "take" }) };
    const merge = { label: words.merge, keys: "m", run: () => setMerging(conflict) };
    return isTrashed ? [take, keep] : [take, keep, merge];
  };
  const bulkActionsOf = (chosen: readonly MemoryConflictEntry[]): FindingAction[] => {
    const keep = { label: words.bulk.keep, keys: "p", run: () => decide(chosen, { kind: "keep" }) };
    if (chosen.some(({ other }) => other === null)) return [keep];
    const isDestructive = chosen.some(({ other }) => other !== null && other.deletedAt !== null);
    const take = { label: words.bulk.take, keys: "t", isDestructive, run: () => decide(chosen, { kind: "take" }) };
    return [take, keep];
  };
  return (
    <>
      <FindingList
        label={text.common.conflicts}
        items={items}
        keyOf={keyOf}
        memoryOf={({ memory }) => memory}
        actionsOf={actionsOf}
        bulkActionsOf={bulkActionsOf}
        lines={2}
        onNearEnd={conflicts.loadMore}
      >
        {(conflict, isActive) => <ConflictLines conflict={conflict} isActive={isActive} />}
      </FindingList>
      {merging !== null && (
        <ConflictDialog
          conflict={merging}
          onMerge={(changes) => decide([merging], { kind: "merge", changes })}
          onClose={() => setMerging(null)}
        />
      )}
    </>
  );
}

function keyOf({ space, stamp, memory }: MemoryConflictEntry): string {
  return `${space} ${memory.id} ${stamp}`;
}

/** The memory, who changed it and when, and the differences. */
function ConflictLines({ conflict, isActive }: { readonly conflict: MemoryConflictEntry; readonly isActive: boolean }) {
  const text = useText();
  const words = text.spaces.conflict;
  const { memory, other, device, client, at } = conflict;
  const fields = differingFields(conflict, words);
  const who = client === null ? words.you : clientName(client, text);
  return (
    <>
      <MemoryLine memory={memory} inTabOrder={isActive} />
      <p className="text-sm text-ink-soft">
        {words.changedOn(who, markHidden(device.name || text.spaces.device.unnamed))},{" "}
        <RelativeTime at={at} form="long" />
        {fields.length > 0 && ` · ${words.differs(fields.map((field) => words.fields[field]))}`}
      </p>
      {memory.deletedAt !== null && <p className="text-sm text-warn-text">{words.trashed}</p>}
      {other === null ? (
        <p className="text-sm text-ink-faint">{words.missing}</p>
      ) : (
        <>
          {fieldDifferences(conflict, words).map((line) => (
            <p key={line} className="text-sm text-ink-soft wrap-anywhere">
              {line}
            </p>
          ))}
          {other.content !== memory.content && (
            <>
              <section
                aria-label={words.difference}
                tabIndex={isActive ? 0 : -1}
                className="max-h-48 overflow-y-auto rounded-md"
              >
                <Difference before={memory.content} after={other.content} />
              </section>
              <p className="text-sm text-ink-faint">{words.legend}</p>
            </>
          )}
        </>
      )}
    </>
  );
}

/** The fields that a merge can choose in addition to the text. */
const CHOOSABLE = ["namespace", "domain", "tags", "source", "validity"] as const satisfies readonly FieldName[];
type Choosable = (typeof CHOOSABLE)[number];

interface ConflictDialogProps {
  readonly conflict: MemoryConflictEntry;
  readonly onMerge: (changes: Changes) => void;
  readonly onClose: () => void;
}

/** Merges two versions of a memory by hand: both are shown, and the text below starts with the present one. */
function ConflictDialog({ conflict, onMerge, onClose }: ConflictDialogProps) {
  const text = useText();
  const words = text.spaces.conflict;
  const { memory, other, device, fields } = conflict;
  const [content, setContent] = useState(memory.content);
  const [taken, setTaken] = useState<ReadonlySet<Choosable>>(new Set());
  if (other === null) return null;
  const present = entryFieldsOf(memory);
  const choosable = CHOOSABLE.filter((name) => fields.includes(name));
  const isTooLarge = new TextEncoder().encode(content).length > MAX_CONTENT_BYTES;
  const merge = () => {
    onClose();
    onMerge({ ...changesOf(other, taken), ...(content === memory.content ? {} : { content }) });
  };
  return (
    <FormDialog
      size="large"
      title={words.merging.title}
      description={words.merging.text}
      submitLabel={text.common.merge}
      canSubmit={content.trim() !== "" && !isTooLarge}
      onSubmit={merge}
      onClose={onClose}
    >
      <MergedContent label={words.merging.result} value={content} onChange={setContent} />
      {isTooLarge && (
        <p role="alert" className="text-bad-text">
          {text.memories.editor.tooLarge(Math.ceil(new TextEncoder().encode(content).length / 1024))}
        </p>
      )}
      {choosable.map((name) => (
        <SelectField
          key={name}
          label={words.merging.field(words.fields[name])}
          value={taken.has(name) ? "theirs" : "present"}
          options={optionsOf({
            present: words.merging.ofPresent(fieldText(present, name, words)),
            theirs: words.merging.ofTheirs(fieldText(other, name, words)),
          })}
          onChange={(value) => (value === "theirs") !== taken.has(name) && setTaken(toggled(taken, name))}
        />
      ))}
      <div className="grid grid-cols-2 gap-4 max-[620px]:grid-cols-1">
        <Version title={words.merging.present} content={memory.content} />
        <Version
          title={words.merging.theirs(markHidden(device.name || text.spaces.device.unnamed))}
          content={other.content}
        />
      </div>
    </FormDialog>
  );
}

/** A version to read and copy from. */
function Version({ title, content }: { readonly title: string; readonly content: string }) {
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="mb-1 text-sm text-ink-soft">{title}</h3>
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
        tabIndex={0}
        dir="auto"
        data-selectable
        className="max-h-60 overflow-y-auto rounded-md bg-sunken p-3 break-words whitespace-pre-wrap shadow-[inset_0_0_0_1px_var(--line)] focus-visible:outline-offset-0"
      >
        {markHidden(content)}
      </div>
    </section>
  );
}

type ConflictWords = Text["spaces"]["conflict"];

/** The value of a field as text. */
function fieldText(fields: EntryFields, name: FieldName, words: ConflictWords): string {
  switch (name) {
    case "tags":
      return fields.tags.join(", ") || words.none;
    case "validity": {
      const { validFrom, validUntil } = fields.validity;
      if (validFrom === null && validUntil === null) return words.none;
      return words.between(formatValidityTime(validFrom) || "…", formatValidityTime(validUntil) || "…");
    }
    case "pinned":
    case "deletedAt":
    case "supersededBy":
      return fields[name] === null || fields[name] === false ? words.no : words.yes;
    default:
      return fields[name] ?? words.none;
  }
}

/** The changed fields whose values differ: both sides may have made the same change, or one may have deleted the memory. */
function differingFields({ fields, other, memory }: MemoryConflictEntry, words: ConflictWords): readonly FieldName[] {
  if (other === null) return fields;
  const present = entryFieldsOf(memory);
  return fields.filter((name) => fieldText(other, name, words) !== fieldText(present, name, words));
}

/** Describes the differences apart from the text, one sentence per field. */
function fieldDifferences(conflict: MemoryConflictEntry, words: ConflictWords): string[] {
  const { other, memory } = conflict;
  if (other === null) return [];
  const present = entryFieldsOf(memory);
  return differingFields(conflict, words)
    .filter((name) => name !== "content")
    .map((name) => words.values(words.fields[name], fieldText(other, name, words), fieldText(present, name, words)))
    .filter((line, index, lines) => lines.indexOf(line) === index);
}
