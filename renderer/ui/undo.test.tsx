import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { ToastProvider } from "./toast.tsx";
import { UndoProvider, useUndo } from "./undo.tsx";

afterEach(cleanup);

/** The end of the change that the button "change" starts: how to undo it. */
let later = Promise.withResolvers<() => Promise<unknown>>();
afterEach(() => {
  later = Promise.withResolvers();
});

function Actions({ steps }: { readonly steps: readonly (() => Promise<unknown>)[] }) {
  const { offer, track, undoLast } = useUndo();
  return (
    <>
      <button type="button" onClick={() => steps.forEach((step, index) => void offer(`Deleted ${index}.`, step))}>
        delete
      </button>
      <button type="button" onClick={() => void track(async () => offer("Changed.", await later.promise))}>
        change
      </button>
      <button type="button" onClick={() => offer("Language changed.", async () => undefined, { quiet: true })}>
        quiet
      </button>
      <button type="button" onClick={undoLast}>
        key
      </button>
    </>
  );
}

function show(...steps: (() => Promise<unknown>)[]) {
  render(
    <ToastProvider>
      <UndoProvider maxSteps={2}>
        <Actions steps={steps} />
      </UndoProvider>
    </ToastProvider>,
  );
  fireEvent.click(screen.getByRole("button", { name: "delete" }));
}
const pressKey = () => fireEvent.click(screen.getByRole("button", { name: "key" }));

it("undoes a step once and removes its offer, by the key as by the button", async () => {
  const undo = vi.fn(async () => undefined);
  show(undo);
  expect(await screen.findByRole("button", { name: "Undo" })).toBeTruthy();
  pressKey();
  expect(await screen.findByText("Undone: Deleted 0.")).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("button", { name: "Undo" })).toBeNull());
  pressKey();
  expect(await screen.findByText("Nothing to undo")).toBeTruthy();
  expect(undo).toHaveBeenCalledTimes(1);
});

it("undoes the newest step first and drops the oldest beyond the maximum", () => {
  const undone: number[] = [];
  show(...[0, 1, 2].map((step) => async () => void undone.push(step)));
  for (let presses = 0; presses < 3; presses++) pressKey();
  expect(undone).toEqual([2, 1]);
});

it("waits for a change in progress, and undoes it instead of an earlier one", async () => {
  const undone: string[] = [];
  show(async () => undone.push("earlier"));
  fireEvent.click(screen.getByRole("button", { name: "change" }));
  pressKey();
  expect(undone).toEqual([]);
  act(() => later.resolve(async () => undone.push("later")));
  await waitFor(() => expect(undone).toEqual(["later"]));
});

it("names the change of each step that it undoes, even without a message", async () => {
  const undo = async () => undefined;
  show(undo);
  fireEvent.click(screen.getByRole("button", { name: "quiet" }));
  expect(screen.queryByText("Language changed.")).toBeNull();
  for (const message of ["Undone: Language changed.", "Undone: Deleted 0."]) {
    pressKey();
    expect(await screen.findByText(message)).toBeTruthy();
  }
});

it("shows why a step could not be undone", async () => {
  show(() => Promise.reject(new Error("The memory has changed.")));
  fireEvent.click(await screen.findByRole("button", { name: "Undo" }));
  expect(await screen.findAllByText(/memory has changed/)).not.toHaveLength(0);
});

it("shows one offer at a time, and undoes the earlier changes by the key", async () => {
  const undone: number[] = [];
  show(...[0, 1].map((step) => async () => void undone.push(step)));
  expect(await screen.findByText("Deleted 1.")).toBeTruthy();
  await waitFor(() => expect(screen.queryByText("Deleted 0.")).toBeNull());
  expect(screen.getAllByRole("button", { name: "Undo" })).toHaveLength(1);
  pressKey();
  pressKey();
  await waitFor(() => expect(undone).toEqual([1, 0]));
});
