import { Autocomplete } from "@base-ui/react/autocomplete";
import { useState } from "react";
import type { FacetCount } from "../../../../electron/core/ports.ts";
import { useText } from "../../../text/use-text.ts";
import { CompletionPopup } from "../../../ui/completion-popup.tsx";
import { INPUT_STYLE } from "../../../ui/field.tsx";
import { ITEM_STYLE } from "../../../ui/select.tsx";

interface ChoiceFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** What is there already; anything else may be typed. */
  readonly choices: readonly FacetCount[];
}

/** One of what is there, or something new. */
export function ChoiceField({ label, value, onChange, choices }: ChoiceFieldProps) {
  const text = useText();
  const [open, setOpen] = useState(false);
  const isKnown = choices.some((choice) => choice.value === value);
  const shown = isKnown ? choices : choices.filter((choice) => choice.value.includes(value.trim().toLowerCase()));
  const isOpen = open && shown.length > 0;
  return (
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
              <span className="min-w-0 flex-1 truncate" dir="auto">
                {choice.value}
              </span>
              <span className="text-sm text-ink-faint">{choice.count > 0 && text.common.count(choice.count)}</span>
            </Autocomplete.Item>
          )}
        </Autocomplete.List>
      </CompletionPopup>
    </Autocomplete.Root>
  );
}
