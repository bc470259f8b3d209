import { afterEach, describe, expect, it } from "vitest";
import type { Command } from "./command.ts";
import { findCommand } from "./find-command.ts";

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

describe("a key press", () => {
  it("means the newest command of that key", () => {
    expect(pressed("", "e")).toBe("second");
  });

  it("means nothing where the command is not enabled", () => {
    expect(pressed("", "p")).toBeUndefined();
  });

  it("is typing while a field has the focus, unless it is made with Ctrl", () => {
    expect(pressed("<textarea data-focus></textarea>", "e")).toBeUndefined();
    expect(pressed("<textarea data-focus></textarea>", "s", { ctrlKey: true })).toBe("save");
  });

  it("leaves arrows to what they move already: a choice, tabs, a border, a page that scrolls", () => {
    expect(pressed("", "ArrowDown")).toBe("next");
    expect(pressed('<input type="radio" data-focus>', "ArrowDown")).toBeUndefined();
    expect(pressed('<div data-page data-focus tabindex="-1"></div>', "ArrowDown")).toBeUndefined();
    expect(pressed('<div data-page data-focus tabindex="-1"></div>', "e")).toBe("second");
  });

  it("leaves a field's own undo to the field", () => {
    expect(pressed("<input data-focus>", "z", { ctrlKey: true })).toBeUndefined();
    expect(pressed("", "z", { ctrlKey: true })).toBe("undo");
  });

  it("means a command of the place that holds the focus before one of everywhere", () => {
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

  it("belongs to the dialog that is open", () => {
    expect(pressed('<div role="dialog"><button data-focus></button></div>', "e")).toBeUndefined();
  });
});
