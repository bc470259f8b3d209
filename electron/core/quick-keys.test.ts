import { expect, it } from "vitest";
import { QUICK_KEYS, quickKeysOf } from "./quick-keys.ts";

const press = (code: string, held = "", isMac = false) =>
  quickKeysOf(
    {
      code,
      ctrlKey: held.includes("c"),
      altKey: held.includes("a"),
      shiftKey: held.includes("s"),
      metaKey: held.includes("m"),
    },
    isMac,
  );

it.each([
  ["Space", "cs", "Ctrl+Shift+Space"],
  ["KeyK", "a", "Alt+K"],
  ["Digit7", "ca", "Ctrl+Alt+7"],
  ["F12", "a", "Alt+F12"],
  ["ArrowUp", "m", "Super+Up"],
])("writes %s with %s as %s", (code, held, keys) => {
  expect(press(code, held)).toBe(keys);
  expect(QUICK_KEYS.test(keys)).toBe(true);
});

it("names the system's key of a Mac", () => {
  expect(press("KeyM", "ms", true)).toBe("Cmd+Shift+M");
});

it.each([
  ["KeyK", ""],
  ["KeyK", "s"],
  ["ControlLeft", "c"],
  ["Escape", "c"],
  ["Enter", "c"],
  ["F25", "c"],
])("refuses %s with the modifiers “%s”", (code, held) => {
  expect(press(code, held)).toBeNull();
});
