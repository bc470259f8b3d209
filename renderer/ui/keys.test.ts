import { expect, it } from "vitest";
import { formatKeys, matchesKeys } from "./keys.tsx";

const press = (key: string, rest: Partial<KeyboardEvent> = {}) => ({
  key,
  code: "",
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...rest,
});

it("matches mod as Ctrl, or as ⌘ on Apple platforms", () => {
  expect(matchesKeys(press("k", { ctrlKey: true }), "mod+k", false)).toBe(true);
  expect(matchesKeys(press("k", { metaKey: true }), "mod+k", true)).toBe(true);
  expect(matchesKeys(press("k", { ctrlKey: true }), "mod+k", true)).toBe(false);
  expect(matchesKeys(press("k"), "mod+k", false)).toBe(false);
});

it("does not match with additional modifiers", () => {
  expect(matchesKeys(press("e", { ctrlKey: true }), "e", false)).toBe(false);
  expect(matchesKeys(press("C", { shiftKey: true }), "c", false)).toBe(false);
  expect(matchesKeys(press("C", { shiftKey: true }), "shift+c", false)).toBe(true);
});

it("matches punctuation by character, regardless of the layout", () => {
  expect(matchesKeys(press("?", { shiftKey: true }), "?", false)).toBe(true);
  expect(matchesKeys(press("/", { shiftKey: true, code: "Digit7" }), "/", false)).toBe(true);
});

it("matches a letter by position if the layout has no Latin letters", () => {
  expect(matchesKeys(press("у", { code: "KeyE" }), "e", false)).toBe(true);
  expect(matchesKeys(press("&", { code: "Digit1", ctrlKey: true }), "mod+1", false)).toBe(true);
});

it("formats shortcuts for the platform", () => {
  expect(formatKeys("mod+shift+z", true)).toBe("⌘⇧Z");
  expect(formatKeys("mod+shift+z", false)).toBe("Ctrl+Shift+Z");
  expect(formatKeys("backspace", true)).toBe("⌫");
});
