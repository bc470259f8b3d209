import { Autocomplete } from "@base-ui/react/autocomplete";
import { type KeyboardEvent, useState } from "react";
import type { FacetCount } from "../../../../electron/core/ports.ts";
import { normaliseTag } from "../../../../electron/core/tags.ts";
import { useBridgeQuery } from "../../../data/use-bridge.tsx";
import { useText } from "../../../text/use-text.ts";
import { Field, INPUT_STYLE, TextField } from "../../../ui/field.tsx";
import { OneLine } from "../../../ui/inline-text.tsx";
import { CompletionPopup } from "../../../ui/popup.tsx";
import { ITEM_STYLE } from "../../../ui/select.tsx";
import { Tag } from "../../../ui/tag.tsx";
import { type Draft, validityProblem } from "./draft.ts";

interface DraftFieldsProps {
  readonly draft: Draft;
  readonly onChange: (changes: Partial<Draft>) => void;
}

/** Fields for the namespace, domain, tags, source and interval of a draft. */
export function DraftFields({ draft, onChange }: DraftFieldsProps) {
  const text = useText();
  const words = text.memories.editor;
  const choices = useChoices();
  const problem = validityProblem(draft);
  return (
    <div className="grid grid-cols-2 gap-x-3 gap-y-2 @min-[900px]:grid-cols-1">
      {(["namespace", "domain"] as const).map((field) => (
        <ChoiceField
          key={field}
          label={text.common[field]}
          value={draft[field]}
          onChange={(value) => onChange({ [field]: value })}
          choices={choices[field]}
        />
      ))}
      <Field label={text.common.tags}>
        <TagsField value={draft.tags} onChange={(tags) => onChange({ tags })} known={choices.tags} />
      </Field>
      <TextField
        label={text.common.source}
        value={draft.source}
        placeholder={words.sourcePlaceholder}
        onChange={(source) => onChange({ source })}
        spellCheck={false}
      />
      {(["validFrom", "validUntil"] as const).map((field) => (
        <TextField
          key={field}
          label={words[field]}
          hint={draft[field] === "" ? undefined : words.validityHints[field]}
          error={problem?.field === field ? words.validityProblems[problem.problem] : null}
          value={draft[field]}
          placeholder={words.validityPlaceholder}
          onChange={(value) => onChange({ [field]: value })}
          spellCheck={false}
        />
      ))}
    </div>
  );
}

interface ChoiceFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Suggestions; any other value may be typed. */
  readonly choices: readonly FacetCount[];
}

/** A labelled text field with suggestions. */
export function ChoiceField({ label, value, onChange, choices }: ChoiceFieldProps) {
  const text = useText();
  const [open, setOpen] = useState(false);
  const isKnown = choices.some((choice) => choice.value === value);
  const shown = isKnown ? choices : choices.filter((choice) => choice.value.includes(value.trim().toLowerCase()));
  const isOpen = open && shown.length > 0;
  return (
    <Field label={label}>
      <Autocomplete.Root
        items={shown}
        value={value}
        onValueChange={onChange}
        itemToStringValue={(choice: FacetCount) => choice.value}
        filter={null}
        open={isOpen}
        onOpenChange={setOpen}
        openOnInputClick
      >
        <Autocomplete.Input aria-label={label} className={INPUT_STYLE} spellCheck={false} dir="auto" />
        <CompletionPopup open={isOpen}>
          <Autocomplete.List className="max-h-64 overflow-y-auto p-1">
            {(choice: FacetCount) => (
              <Autocomplete.Item
                key={choice.value}
                value={choice}
                onClick={() => onChange(choice.value)}
                className={ITEM_STYLE}
              >
                <OneLine className="min-w-0 flex-1">{choice.value}</OneLine>
                <span className="text-sm text-ink-faint">{choice.count > 0 && text.common.count(choice.count)}</span>
              </Autocomplete.Item>
            )}
          </Autocomplete.List>
        </CompletionPopup>
      </Autocomplete.Root>
    </Field>
  );
}

interface TagsFieldProps {
  readonly value: readonly string[];
  readonly onChange: (tags: readonly string[]) => void;
  /** The tags in use, most used first. */
  readonly known: readonly FacetCount[];
}

/** Maximum number of suggested tags. */
const MAX_SUGGESTIONS = 8;

/** Tags as chips, with suggestions while typing. */
export function TagsField({ value, onChange, known }: TagsFieldProps) {
  const text = useText();
  const words = text.memories.editor;
  const [typed, setTyped] = useState("");
  const [closed, setClosed] = useState(false);
  const start = normaliseTag(typed);
  const offered = known
    .filter((tag) => tag.value.includes(start) && !value.includes(tag.value))
    .sort((a, b) => Number(b.value.startsWith(start)) - Number(a.value.startsWith(start)))
    .slice(0, MAX_SUGGESTIONS);

  const isOpen = start !== "" && offered.length > 0 && !closed;
  const add = (raw: string) => {
    const added = raw
      .split(",")
      .map(normaliseTag)
      .filter((tag) => tag !== "");
    setTyped("");
    if (added.length > 0) onChange([...new Set([...value, ...added])].sort());
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const chosen = event.currentTarget.getAttribute("aria-activedescendant");
    const commits = event.key === "," || (event.key === "Enter" && !chosen && !event.ctrlKey && !event.metaKey);
    if (commits && typed.trim() !== "") {
      event.preventDefault();
      add(typed);
    } else if (event.key === "Backspace" && typed === "") onChange(value.slice(0, -1));
  };

  return (
    <Autocomplete.Root
      items={offered}
      open={isOpen}
      onOpenChange={(open) => setClosed(!open)}
      value={typed}
      onValueChange={(next, details) => {
        if (details.reason === "item-press") return;
        setTyped(next);
        setClosed(false);
      }}
      itemToStringValue={(tag: FacetCount) => tag.value}
      filter={null}
    >
      <div className="flex min-h-7 flex-wrap items-center gap-1 rounded-md bg-canvas px-1 py-0.5 shadow-[inset_0_0_0_1px_var(--line-strong)] focus-within:outline-2 focus-within:outline-accent forced-colors:border">
        {value.map((tag) => (
          <Tag key={tag} label={tag} onRemove={() => onChange(value.filter((other) => other !== tag))} />
        ))}
        <Autocomplete.Input
          aria-label={text.common.tags}
          placeholder={value.length === 0 ? words.addTag : ""}
          onKeyDown={onKeyDown}
          onBlur={() => add(typed)}
          spellCheck={false}
          dir="auto"
          className="h-5.5 min-w-20 flex-1 bg-transparent px-1 outline-hidden"
        />
      </div>
      <CompletionPopup open={isOpen}>
        <Autocomplete.List className="p-1">
          {(tag: FacetCount) => (
            <Autocomplete.Item key={tag.value} value={tag} onClick={() => add(tag.value)} className={ITEM_STYLE}>
              <span className="flex-1" dir="auto">
                {tag.value}
              </span>
              <span className="text-sm text-ink-faint">{text.common.count(tag.count)}</span>
            </Autocomplete.Item>
          )}
        </Autocomplete.List>
      </CompletionPopup>
    </Autocomplete.Root>
  );
}

/** Suggestions for the fields: values in use with their counts, and the unused namespaces. */
export function useChoices(): Readonly<Record<"namespace" | "domain" | "tags", readonly FacetCount[]>> {
  const facets = useBridgeQuery("memories.facets", {}).data;
  const names = useBridgeQuery("memories.namespaces", {}).data ?? [];
  const used = facets?.namespaces ?? [];
  const unused = names.filter((name) => !used.some((facet) => facet.value === name));
  const domains = facets?.domains ?? [];
  return {
    namespace: [...used, ...unused.map((value) => ({ value, count: 0 }))],
    domain: domains.some((domain) => domain.value === "user") ? domains : [...domains, { value: "user", count: 0 }],
    tags: facets?.tags ?? [],
  };
}
