import { useState } from "react";
import { markHidden } from "../../../electron/core/hidden-characters.ts";
import { MAX_CONTENT_BYTES } from "../../../electron/core/memory-fields.ts";
import { entryFieldsOf } from "../../../electron/core/memory-rules.ts";
import type { MemoryConflictEntry } from "../../../electron/core/replication/change-store.ts";
import type { FieldName } from "../../../electron/core/replication/entry.ts";
import type { MethodInput } from "../../../electron/window-api/contract.ts";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Select } from "../../ui/select.tsx";
import { fieldText } from "./conflict-fields.ts";

/** The fields that a merge can choose in addition to the text. */
const CHOOSABLE = ["namespace", "domain", "tags", "source", "validity"] as const satisfies readonly FieldName[];
type Choosable = (typeof CHOOSABLE)[number];
type Changes = NonNullable<MethodInput<"spaces.resolve">["changes"]>;

interface ConflictDialogProps {
  readonly conflict: MemoryConflictEntry;
  readonly onMerge: (changes: Changes) => void;
  readonly onClose: () => void;
}

/** Merges two versions of a memory by hand: both are shown, and the text below starts with the present one. */
export function ConflictDialog({ conflict, onMerge, onClose }: ConflictDialogProps) {
  const text = useText();
  const words = text.spaces.conflict;
  const { memory, other, device, fields } = conflict;
  const [content, setContent] = useState(memory.content);
  const [taken, setTaken] = useState<ReadonlySet<Choosable>>(new Set());
  if (other === null) return null;
  const present = entryFieldsOf(memory);
  const choosable = CHOOSABLE.filter((name) => fields.includes(name));
  const isTooLarge = new TextEncoder().encode(content).length > MAX_CONTENT_BYTES;
  const choose = (name: Choosable, isTheirs: boolean) => {
    const next = new Set(taken);
    if (isTheirs) next.add(name);
    else next.delete(name);
    setTaken(next);
  };
  const merge = () => {
    const { validity, tags, ...others } = other;
    const chosen: Changes = {
      ...(content === memory.content ? {} : { content }),
      ...(taken.has("namespace") ? { namespace: others.namespace } : {}),
      ...(taken.has("domain") ? { domain: others.domain } : {}),
      ...(taken.has("tags") ? { tags: [...tags] } : {}),
      ...(taken.has("source") ? { source: others.source } : {}),
      ...(taken.has("validity") ? validity : {}),
    };
    onClose();
    onMerge(chosen);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      title={words.merging.title}
      description={words.merging.text}
      footer={
        <>
          <Button onClick={onClose}>{text.common.cancel}</Button>
          <Button variant="primary" disabled={content.trim() === "" || isTooLarge} onClick={merge}>
            {text.common.merge}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <label className="flex flex-col gap-1">
          <span className="text-sm text-ink-soft">{words.merging.result}</span>
          <textarea
            value={content}
            dir="auto"
            onChange={(event) => setContent(event.target.value)}
            className="field-sizing-content max-h-[40vh] min-h-24 w-full resize-y rounded-md bg-canvas p-3 text-md text-ink shadow-[inset_0_0_0_1px_var(--line-strong)] forced-colors:border"
          />
        </label>
        {isTooLarge && (
          <p role="alert" className="text-bad-text">
            {text.memories.editor.tooLarge(Math.ceil(new TextEncoder().encode(content).length / 1024))}
          </p>
        )}
        {choosable.map((name) => (
          <div key={name} className="flex flex-wrap items-center gap-3">
            <span className="text-sm text-ink-soft" aria-hidden>
              {words.merging.field(words.fields[name])}
            </span>
            <Select
              label={words.merging.field(words.fields[name])}
              value={taken.has(name) ? "theirs" : "present"}
              options={[
                { value: "present", label: words.merging.ofPresent(fieldText(present, name, words)) },
                { value: "theirs", label: words.merging.ofTheirs(fieldText(other, name, words)) },
              ]}
              onChange={(value) => choose(name, value === "theirs")}
            />
          </div>
        ))}
        <div className="grid grid-cols-2 gap-4 max-[620px]:grid-cols-1">
          <Version title={words.merging.present} content={memory.content} />
          <Version
            title={words.merging.theirs(markHidden(device.name || text.spaces.device.unnamed))}
            content={other.content}
          />
        </div>
      </div>
    </Dialog>
  );
}

interface VersionProps {
  readonly title: string;
  readonly content: string;
}

/** A version to read and copy from. */
function Version({ title, content }: VersionProps) {
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
