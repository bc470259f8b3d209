import { type FormEvent, useId, useState } from "react";
import type { Memory } from "../../../../electron/core/memory.ts";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { ChoiceField } from "../editor/choice-field.tsx";
import { TagsField } from "../editor/tags-field.tsx";
import { useChoices } from "../editor/use-choices.ts";
import { useBulkEdit } from "./use-bulk-edit.ts";

interface BulkEditDialogProps {
  readonly kind: "tag" | "move";
  readonly memories: readonly Memory[];
  readonly onClose: () => void;
}

/** Asks for the tags to add, or for where to move to. */
export function BulkEditDialog({ kind, memories, onClose }: BulkEditDialogProps) {
  const text = useText();
  const words = text.memories.bulk;
  const { namespaces, domains, tags: known } = useChoices();
  const [tags, setTags] = useState<readonly string[]>([]);
  const [namespace, setNamespace] = useState("");
  const [domain, setDomain] = useState("");
  const edit = useBulkEdit();
  const count = memories.length;
  const isEmpty = kind === "tag" ? tags.length === 0 : namespace === "" && domain === "";
  const form = useId();
  const apply = (event: FormEvent) => {
    event.preventDefault();
    if (isEmpty) return;
    onClose();
    if (kind === "tag") void edit(memories, { addTags: tags }, text.memories.done.tagged(count));
    else {
      const change = { ...(namespace === "" ? {} : { namespace }), ...(domain === "" ? {} : { domain }) };
      void edit(memories, change, text.memories.done.moved(count));
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title={kind === "tag" ? words.tagTitle(count) : words.moveTitle(count)}
      {...(kind === "move" ? { description: words.moveText } : {})}
      footer={
        <>
          <Button onClick={onClose}>{text.common.cancel}</Button>
          <Button type="submit" form={form} variant="primary" disabled={isEmpty}>
            {words.apply}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={apply}>
        {kind === "tag" ? (
          <Field label={text.memories.editor.tags} hint={text.memories.editor.tagsHint}>
            <TagsField value={tags} onChange={setTags} known={known} />
          </Field>
        ) : (
          <div className="flex flex-col gap-2">
            <Field label={text.memories.editor.namespace}>
              <ChoiceField
                label={text.memories.editor.namespace}
                value={namespace}
                onChange={setNamespace}
                choices={namespaces}
              />
            </Field>
            <Field label={text.memories.editor.domain}>
              <ChoiceField label={text.memories.editor.domain} value={domain} onChange={setDomain} choices={domains} />
            </Field>
          </div>
        )}
      </form>
    </Dialog>
  );
}
