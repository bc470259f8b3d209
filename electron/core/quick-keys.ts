/** A combination of keys that opens the quick window, as Electron writes accelerators: `Ctrl+Shift+Space`. */
export const QUICK_KEYS =
  /^(?:(?:Ctrl|Alt|Shift|Cmd|Super)\+){1,4}(?:[A-Z0-9]|F(?:[1-9]|1\d|2[0-4])|Space|Up|Down|Left|Right|Home|End|PageUp|PageDown|Insert)$/;

/** A key press as a browser reports it. `code` is the physical key. */
export interface PressedKeys {
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly metaKey: boolean;
}

/**
 * The combination of a key press. Null while only modifiers are pressed, and for a combination that no program may take:
 * it needs Ctrl, Alt or the system's key, because the key alone would be lost for typing.
 */
export function quickKeysOf(pressed: PressedKeys, isMac: boolean): string | null {
  const { code, ctrlKey, altKey, shiftKey, metaKey } = pressed;
  const key = code.replace(/^(?:Key|Digit|Arrow)(?=.)/, "");
  if (!ctrlKey && !altKey && !metaKey) return null;
  const modifiers = [
    ...(ctrlKey ? ["Ctrl"] : []),
    ...(metaKey ? [isMac ? "Cmd" : "Super"] : []),
    ...(altKey ? ["Alt"] : []),
    ...(shiftKey ? ["Shift"] : []),
  ];
  const keys = [...modifiers, key].join("+");
  return QUICK_KEYS.test(keys) ? keys : null;
}
