import { Search, X } from "lucide-react";
import type { KeyboardEventHandler, Ref } from "react";
import { useText } from "../text/use-text.ts";
import { KeyHint } from "./key-hint.tsx";

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
  /** The shortcut that focuses the field, displayed while it is empty. */
  readonly keys?: string;
  readonly onKeyDown?: KeyboardEventHandler<HTMLInputElement>;
  /** Moves the focus to the results: on ↓, on Enter, and on Esc in an empty field. Otherwise Esc clears the field. */
  readonly onLeave?: () => void;
  readonly inputRef?: Ref<HTMLInputElement>;
}

/** A search input with a button that clears it. */
export function SearchField(props: SearchFieldProps) {
  const { label, value, onChange, placeholder, keys, onKeyDown, onLeave, inputRef } = props;
  const text = useText();
  const leaveByKey: KeyboardEventHandler = (event) => {
    const { key, nativeEvent } = event;
    const isForward = key === "ArrowDown" || (key === "Enter" && !nativeEvent.isComposing);
    if (onLeave === undefined || (!isForward && key !== "Escape")) return;
    event.preventDefault();
    if (isForward || value === "") onLeave();
    else onChange("");
  };
  return (
    <div className="relative flex min-w-0 flex-1 items-center">
      <Search size={14} strokeWidth={1.75} className="pointer-events-none absolute left-2 text-ink-faint" aria-hidden />
      <input
        ref={inputRef}
        type="search"
        aria-label={label}
        value={value}
        placeholder={placeholder ?? label}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown ?? leaveByKey}
        spellCheck={false}
        autoComplete="off"
        dir="auto"
        className="h-7 w-full min-w-0 rounded-md bg-sunken pr-7 pl-7 text-ellipsis text-ink shadow-[inset_0_0_0_1px_var(--line)] focus-visible:outline-offset-0 forced-colors:border"
      />
      {value === "" ? (
        keys !== undefined && (
          <span className="pointer-events-none absolute right-2" aria-hidden>
            <KeyHint keys={keys} />
          </span>
        )
      ) : (
        <button
          type="button"
          aria-label={text.common.clear}
          onClick={() => onChange("")}
          className="absolute right-0.5 flex size-6 items-center justify-center rounded-sm text-ink-faint hover:bg-hover hover:text-ink"
        >
          <X size={13} aria-hidden />
        </button>
      )}
    </div>
  );
}
