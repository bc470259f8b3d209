import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { ToastProvider } from "./toast.tsx";
import { UndoProvider, useUndo } from "./undo.tsx";

afterEach(cleanup);

function Actions({ undo }: { readonly undo: () => Promise<unknown> }) {
  const { offer, undoLast } = useUndo();
  return (
    <>
      <button type="button" onClick={() => offer("Deleted.", undo)}>
        delete
      </button>
      <button type="button" onClick={undoLast}>
        key
      </button>
    </>
  );
}

function show(undo: () => Promise<unknown>) {
  render(
    <ToastProvider>
      <UndoProvider>
        <Actions undo={undo} />
      </UndoProvider>
    </ToastProvider>,
  );
  fireEvent.click(screen.getByRole("button", { name: "delete" }));
}

it("an offer to undo goes once it was taken by the key, so that nothing is offered twice", async () => {
  const undo = vi.fn(async () => undefined);
  show(undo);
  expect(await screen.findByRole("button", { name: "Undo" })).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "key" }));
  expect(await screen.findByText("Undone")).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("button", { name: "Undo" })).toBeNull());
  expect(undo).toHaveBeenCalledTimes(1);
});

it("what could not be undone is said", async () => {
  show(() => Promise.reject(new Error("It was changed meanwhile.")));
  fireEvent.click(await screen.findByRole("button", { name: "Undo" }));
  expect(await screen.findAllByText(/changed meanwhile/)).not.toHaveLength(0);
});
