import { describe, expect, it } from "vitest";
import { createUndoStack } from "./undo-stack.ts";

const step = async () => undefined;

describe("what can be undone", () => {
  it("is taken back the newest first", () => {
    const stack = createUndoStack();
    const older = async () => "older";
    stack.push(older);
    stack.push(step);
    expect(stack.pop()).toBe(step);
    expect(stack.pop()).toBe(older);
    expect(stack.pop()).toBeNull();
  });

  it("is taken back once, whether by its button or by the key", () => {
    const stack = createUndoStack();
    const take = stack.push(step);
    expect(take()).toBe(step);
    expect(take()).toBeNull();
    expect(stack.pop()).toBeNull();
  });

  it("is forgotten past the limit", () => {
    const stack = createUndoStack(1);
    const take = stack.push(async () => "oldest");
    stack.push(step);
    expect(take()).toBeNull();
  });
});
