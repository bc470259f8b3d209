// Hand-written because shortcuts must match punctuation by character and letters by position on layouts without Latin
// letters, and their display and their match read the same notation.

import clsx from "clsx";

const APPLE = /mac|iphone|ipad/i.test(navigator.platform);

const APPLE_SYMBOLS: Readonly<Record<string, string>> = {
  mod: "⌘",
  shift: "⇧",
  alt: "⌥",
  enter: "↵",
  backspace: "⌫",
  delete: "⌦",
  escape: "esc",
  arrowup: "↑",
  arrowdown: "↓",
  pageup: "PgUp",
  pagedown: "PgDn",
  home: "Home",
  end: "End",
  space: "␣",
};
const OTHER_SYMBOLS: Readonly<Record<string, string>> = {
  ...APPLE_SYMBOLS,
  mod: "Ctrl",
  shift: "Shift",
  alt: "Alt",
  delete: "Del",
  escape: "Esc",
  space: "Space",
};

/** Formats `mod+shift+k` for the platform: ⌘⇧K or Ctrl+Shift+K. */
export function formatKeys(keys: string, apple = APPLE): string {
  const symbols = apple ? APPLE_SYMBOLS : OTHER_SYMBOLS;
  return keys
    .split("+")
    .map((key) => symbols[key] ?? (key.length === 1 ? key.toUpperCase() : key))
    .join(apple ? "" : "+");
}

type KeyPress = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey">;

/**
 * Whether a key press is a shortcut. `mod` is ⌘ on Apple platforms and Ctrl elsewhere. Punctuation (`?`) is matched by
 * the character, with or without Shift. Letters are matched by position if the layout has no Latin letters.
 */
export function matchesKeys(event: KeyPress, keys: string, apple = APPLE): boolean {
  const parts = keys.split("+");
  const wanted = parts.at(-1) ?? "";
  const mod = apple ? event.metaKey : event.ctrlKey;
  const other = apple ? event.ctrlKey : event.metaKey;
  if (other || mod !== parts.includes("mod") || event.altKey !== parts.includes("alt")) return false;
  const key = keyOf(event);
  const isPunctuation = wanted.length === 1 && !/[a-z0-9]/.test(wanted);
  if (!isPunctuation && event.shiftKey !== parts.includes("shift")) return false;
  return key === wanted;
}

function keyOf(event: KeyPress): string {
  const key = event.key.toLowerCase();
  const letter = /^(?:Key([A-Z])|Digit([0-9]))$/.exec(event.code);
  const isLatin = key.length > 1 || key.charCodeAt(0) < 128;
  if (isLatin && !(letter?.[2] !== undefined && event.ctrlKey)) return key;
  return letter === null ? key : (letter[1] ?? letter[2] ?? "").toLowerCase();
}

interface KeyHintProps {
  /** Such as `mod+k` or `?`. */
  readonly keys: string;
  readonly tone?: "quiet" | "on-accent";
}

/** A keyboard shortcut in the notation of the platform. */
export function KeyHint({ keys, tone = "quiet" }: KeyHintProps) {
  return (
    <kbd
      className={clsx(
        "inline-flex gap-0.5 font-sans text-xs whitespace-nowrap",
        tone === "quiet" ? "text-ink-faint" : "text-on-accent",
      )}
    >
      {formatKeys(keys)}
    </kbd>
  );
}
