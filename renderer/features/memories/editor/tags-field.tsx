import { Autocomplete } from "@base-ui/react/autocomplete";
import { type KeyboardEvent, useState } from "react";
import type { FacetCount } from "../../../../electron/core/ports.ts";
import { normaliseTag } from "../../../../electron/core/tags.ts";
import { useText } from "../../../text/use-text.ts";
import { CompletionPopup } from "../../../ui/completion-popup.tsx";
import { ITEM_STYLE } from "../../../ui/select.tsx";
import { Tag } from "../../../ui/tag.tsx";

interface TagsFieldProps {
  readonly value: readonly string[];
  readonly onChange: (tags: readonly string[]) => void;
  /** Tags in use, the most used first. */
  readonly known: readonly FacetCount[];
}

const SHOWN = 8;

/** Tags as chips, with those in use to choose from while typing. */
export function TagsField({ value, onChange, known }: TagsFieldProps) {
  const text = useText();
  const words = text.memories.editor;
  const [typed, setTyped] = useState("");
  const [closed, setClosed] = useState(false);
  const start = normaliseTag(typed);
  const offered = known
    .filter((tag) => tag.value.includes(start) && !value.includes(tag.value))
    .sort((a, b) => Number(b.value.startsWith(start)) - Number(a.value.startsWith(start)))
    .slice(0, SHOWN);

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
          aria-label={words.tags}
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
