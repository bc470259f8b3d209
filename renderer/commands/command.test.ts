import { afterEach, expect, it } from "vitest";
import { type Command, findCommand } from "./command.ts";

const command = (id: string, rest: Partial<Command>): Command => ({
  id,
  title: id,
  group: "test",
  run: () => undefined,
  ...rest,
});
const commands = [
  command("first", { keys: ["e"] }),
  command("second", { keys: ["e"] }),
  command("save", { keys: ["mod+s"] }),
  command("undo", { keys: ["mod+z"], inFields: false }),
  command("next", { keys: ["arrowdown"] }),
  command("off", { keys: ["p"], enabled: false }),
];

afterEach(() => {
  document.body.innerHTML = "";
});

function pressed(html: string, key: string, rest: KeyboardEventInit = {}): string | undefined {
  document.body.innerHTML = html;
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...rest });
  let found: string | undefined;
  window.addEventListener("keydown", () => (found = findCommand(commands, event)?.id), { once: true });
  (document.body.querySelector("[data-focus]") ?? document.body).dispatchEvent(event);
  return found;
}

it("finds the last registered command of a key", () => {
  expect(pressed("", "e")).toBe("second");
});

it("ignores disabled commands", () => {
  expect(pressed("", "p")).toBeUndefined();
});

it("ignores keys without Ctrl while a field has focus", () => {
  expect(pressed("<textarea data-focus></textarea>", "e")).toBeUndefined();
  expect(pressed("<textarea data-focus></textarea>", "s", { ctrlKey: true })).toBe("save");
});

it("leaves arrows to elements that handle them", () => {
  expect(pressed("", "ArrowDown")).toBe("next");
  expect(pressed('<input type="radio" data-focus>', "ArrowDown")).toBeUndefined();
  expect(pressed('<div data-page data-focus tabindex="-1"></div>', "ArrowDown")).toBeUndefined();
  expect(pressed('<div data-page data-focus tabindex="-1"></div>', "e")).toBe("second");
});

it("leaves undo to the focused field", () => {
  expect(pressed("<input data-focus>", "z", { ctrlKey: true })).toBeUndefined();
  expect(pressed("", "z", { ctrlKey: true })).toBe("undo");
});

it("prefers a command limited to the focused element", () => {
  document.body.innerHTML = "<textarea></textarea><button></button>";
  const field = { current: document.querySelector("textarea") };
  const link = command("link", { keys: ["mod+k"], within: field });
  const palette = command("palette", { keys: ["mod+k"] });
  const foundFrom = (selector: string) => {
    const event = new KeyboardEvent("keydown", { key: "k", ctrlKey: true, bubbles: true });
    let found: string | undefined;
    window.addEventListener("keydown", () => (found = findCommand([palette, link], event)?.id), { once: true });
    document.querySelector(selector)?.dispatchEvent(event);
    return found;
  };
  expect(foundFrom("textarea")).toBe("link");
  expect(foundFrom("button")).toBe("palette");
});

it("ignores keys in an open dialog", () => {
  expect(pressed('<div role="dialog"><button data-focus></button></div>', "e")).toBeUndefined();
});
