import { useCallback, useState } from "react";

const PREFIX = "recollect.";

/** Reads a remembered value of this window; anything unreadable counts as never stored. */
export function readStored<T>(key: string, initial: T): T {
  try {
    const text = localStorage.getItem(PREFIX + key);
    return text === null ? initial : (JSON.parse(text) as T);
  } catch {
    return initial;
  }
}

/** Remembers a value for this window; a full or refused storage only means that it is forgotten. */
export function writeStored(key: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // Nothing depends on it.
  }
}

export function forgetStored(key: string): void {
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // Nothing depends on it.
  }
}

/** State that is remembered between visits. */
export function useStored<T>(key: string, initial: T): [T, (value: T) => void] {
  const [value, setValue] = useState(() => readStored(key, initial));
  const store = useCallback(
    (next: T) => {
      setValue(next);
      writeStored(key, next);
    },
    [key],
  );
  return [value, store];
}
