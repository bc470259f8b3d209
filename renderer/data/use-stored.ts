import { useCallback, useState } from "react";

const PREFIX = "recollect.";

/**
 * Reads a stored value; returns `initial` if there is none or it cannot be read. Values in `sessionStorage` last until the
 * window closes.
 */
export function readStored<T>(key: string, initial: T, storage: Storage = localStorage): T {
  try {
    const text = storage.getItem(PREFIX + key);
    return text === null ? initial : (JSON.parse(text) as T);
  } catch {
    return initial;
  }
}

/** Stores a value. Failures, such as full or disabled storage, are ignored. */
export function writeStored(key: string, value: unknown, storage: Storage = localStorage): void {
  try {
    storage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // The value is a convenience.
  }
}

export function forgetStored(key: string): void {
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // The value is a convenience.
  }
}

/** State that is stored between visits. */
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
