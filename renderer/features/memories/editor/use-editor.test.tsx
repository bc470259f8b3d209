import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, renderHook, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Memory } from "../../../../electron/core/memory.ts";
import type { DesktopBridge } from "../../../../electron/window-api/contract.ts";
import { createDesktopBridge } from "../../../bridge.ts";
import { BridgeProvider } from "../../../data/use-bridge.tsx";
import { sampleMemory } from "../../../testing/samples.ts";
import { UndoButton } from "../../../testing/undo-button.tsx";
import { ToastProvider } from "../../../ui/toast.tsx";
import { UndoProvider, useUndo } from "../../../ui/undo.tsx";
import { draftOf } from "./draft.ts";
import { useEditor } from "./use-editor.ts";

const base = sampleMemory({ content: "as it was" });

/** The stored memory. An update based on another revision fails. */
let stored: Memory;
let saved: Memory[];
/** The earlier changes that were undone. */
let undone: string[];

const invoke: DesktopBridge["invoke"] = async (method, input) => {
  if (method === "memories.namespaces") return { ok: true, value: ["context", "decisions"] };
  const {
    expectedRevision,
    reference: _,
    ...changes
  } = input as Partial<Memory> & {
    expectedRevision: number;
    reference: string;
  };
  if (expectedRevision !== stored.revision) {
    return { ok: false, error: { code: "conflict", message: "Changed.", details: { current: stored } } };
  }
  stored = { ...stored, ...changes, revision: stored.revision + 1 };
  return { ok: true, value: { ...stored, notices: [] } };
};

beforeEach(() => {
  stored = base;
  saved = [];
  undone = [];
  localStorage.clear();
});
afterEach(cleanup);

/** An earlier change that can be undone, and the key. */
function Actions() {
  const { offer } = useUndo();
  return (
    <>
      <button type="button" onClick={() => offer("Another memory deleted.", async () => undone.push("deletion"))}>
        Delete another
      </button>
      <UndoButton />
    </>
  );
}

function edit() {
  const bridge = createDesktopBridge({
    invoke,
    cancel: () => undefined,
    onEvent: () => () => undefined,
    pathOf: () => "",
  });
  const { result } = renderHook(
    () => useEditor({ memory: base, initial: draftOf(base), onSaved: (memory) => saved.push(memory) }),
    {
      wrapper: ({ children }) => (
        <BridgeProvider bridge={bridge}>
          <QueryClientProvider client={new QueryClient()}>
            <ToastProvider>
              <UndoProvider>
                <Actions />
                {children}
              </UndoProvider>
            </ToastProvider>
          </QueryClientProvider>
        </BridgeProvider>
      ),
    },
  );
  return result;
}

describe("useEditor", () => {
  it("undoes the save and not an earlier change, and names both", async () => {
    const editor = edit();
    fireEvent.click(screen.getByRole("button", { name: "Delete another" }));
    act(() => editor.current.change({ content: "as I want it", tags: ["new"] }));
    await act(() => editor.current.save());
    expect(await screen.findByText("“as I want it” saved.")).toBeTruthy();
    const undo = () => fireEvent.click(screen.getByRole("button", { name: "Undo the last change" }));
    undo();
    expect(await screen.findByText("Undone: “as I want it” saved.")).toBeTruthy();
    expect(stored).toMatchObject({ content: "as it was", tags: base.tags, revision: base.revision + 2 });
    expect(undone).toEqual([]);
    undo();
    expect(await screen.findByText("Undone: Another memory deleted.")).toBeTruthy();
    expect(undone).toEqual(["deletion"]);
  });

  it("offers nothing if nothing was changed", async () => {
    const editor = edit();
    await act(() => editor.current.save());
    expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  });

  it("saves the changed fields", async () => {
    const editor = edit();
    act(() => editor.current.change({ content: "mine" }));
    expect(editor.current.isDirty).toBe(true);
    await act(() => editor.current.save());
    expect(stored).toMatchObject({ content: "mine", revision: 2 });
    expect(saved).toEqual([stored]);
  });

  it("saves nothing if nothing was changed", async () => {
    const editor = edit();
    await act(() => editor.current.save());
    expect(stored.revision).toBe(1);
    expect(saved).toEqual([base]);
  });

  it("merges a change made elsewhere to another field", async () => {
    const editor = edit();
    act(() => editor.current.change({ content: "mine" }));
    stored = { ...base, namespace: "decisions", revision: 2 };
    await act(() => editor.current.save());
    expect(stored).toMatchObject({ content: "mine", namespace: "decisions", revision: 3 });
    expect(editor.current.conflict).toBeNull();
  });

  it("reports a conflict in the same field and saves only after a decision", async () => {
    const editor = edit();
    act(() => editor.current.change({ content: "mine" }));
    stored = { ...base, content: "theirs", revision: 2 };
    await act(() => editor.current.save());
    expect(stored.content).toBe("theirs");
    expect(editor.current.conflict?.conflicts).toEqual(["content"]);
    await act(() => editor.current.keepMine());
    expect(stored).toMatchObject({ content: "mine", revision: 3 });
  });

  it("bases a manual merge on the other version", async () => {
    const editor = edit();
    act(() => editor.current.change({ content: "mine" }));
    stored = { ...base, content: "theirs", revision: 2 };
    await act(() => editor.current.save());
    act(() => editor.current.mergeManually());
    expect(editor.current.reference?.content).toBe("theirs");
    act(() => editor.current.change({ content: "mine and theirs" }));
    await act(() => editor.current.save());
    expect(stored).toMatchObject({ content: "mine and theirs", revision: 3 });
  });
});
