import { useText } from "../../../text/use-text.ts";
import { Field, TextInput } from "../../../ui/field.tsx";
import { ChoiceField } from "./choice-field.tsx";
import type { Draft } from "./draft.ts";
import { TagsField } from "./tags-field.tsx";
import { useChoices } from "./use-choices.ts";

interface DraftFieldsProps {
  readonly draft: Draft;
  readonly onChange: (changes: Partial<Draft>) => void;
}

/** Where a memory belongs and where it comes from. */
export function DraftFields({ draft, onChange }: DraftFieldsProps) {
  const text = useText();
  const words = text.memories.editor;
  const choices = useChoices();
  return (
    <div className="grid max-w-180 min-[2000px]:mx-auto grid-cols-2 gap-x-3 gap-y-2 border-b border-line pb-4">
      <Field label={words.namespace}>
        <ChoiceField
          label={words.namespace}
          value={draft.namespace}
          onChange={(namespace) => onChange({ namespace })}
          choices={choices.namespaces}
        />
      </Field>
      <Field label={words.domain}>
        <ChoiceField
          label={words.domain}
          value={draft.domain}
          onChange={(domain) => onChange({ domain })}
          choices={choices.domains}
        />
      </Field>
      <Field label={words.tags}>
        <TagsField value={draft.tags} onChange={(tags) => onChange({ tags })} known={choices.tags} />
      </Field>
      <Field label={words.source}>
        <TextInput
          value={draft.source}
          placeholder={words.sourcePlaceholder}
          onValueChange={(source) => onChange({ source })}
          spellCheck={false}
        />
      </Field>
    </div>
  );
}
