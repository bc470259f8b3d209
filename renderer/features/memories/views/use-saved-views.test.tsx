import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { SavedView } from "../../../../electron/ipc/contract.ts";
import { renderPlace } from "../../../testing/render-place.tsx";
import type { Answers } from "../../../testing/test-bridge.ts";
import { useSavedViews } from "./use-saved-views.ts";

const start: readonly SavedView[] = [
  { id: "a", name: "Databases", address: "#/memories/all?tag=db" },
  { id: "b", name: "Orders", address: "#/memories/all?q=orders" },
];

function Views() {
  const { views, save, rename, remove, move } = useSavedViews();
  return (
    <>
      <output>{views.map(({ name }) => name).join(", ")}</output>
      <button type="button" onClick={() => save("New", "#/memories/pinned")}>
        save
      </button>
      <button type="button" onClick={() => rename("a", "Stores")}>
        rename
      </button>
      <button type="button" onClick={() => remove("a")}>
        remove
      </button>
      <button type="button" onClick={() => move("b", -1)}>
        move
      </button>
    </>
  );
}

/** Renders the hook against an application that keeps what it is given. */
async function show(changed: Answers = {}) {
  let kept = start;
  const bridge = renderPlace(<Views />, "#/memories", {
    "views.list": () => kept,
    "views.replace": ({ views }) => {
      kept = views;
      return kept;
    },
    ...changed,
  });
  await screen.findByText("Databases, Orders");
  return { bridge, kept: () => kept.map(({ name }) => name) };
}
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

describe("the saved views", () => {
  it("get one more under an id of its own", async () => {
    const { bridge, kept } = await show();
    press("save");
    await waitFor(() => expect(kept()).toEqual(["Databases", "Orders", "New"]));
    const written = bridge.calls.find(({ method }) => method === "views.replace")?.input as { views: SavedView[] };
    expect(new Set(written.views.map(({ id }) => id)).size).toBe(3);
  });

  it("are renamed and moved", async () => {
    const { kept } = await show();
    press("rename");
    await screen.findByText("Stores, Orders");
    await waitFor(() => expect(kept()).toEqual(["Stores", "Orders"]));
    press("move");
    await waitFor(() => expect(kept()).toEqual(["Orders", "Stores"]));
  });

  it("show a change before the application has answered", async () => {
    await show({ "views.replace": () => new Promise(() => undefined) });
    press("rename");
    expect(await screen.findByText("Stores, Orders")).toBeTruthy();
  });

  it("come back at their place when a deletion is undone", async () => {
    const { kept } = await show();
    press("remove");
    await waitFor(() => expect(kept()).toEqual(["Orders"]));
    fireEvent.click(await screen.findByRole("button", { name: "Undo" }));
    await waitFor(() => expect(kept()).toEqual(["Databases", "Orders"]));
  });

  it("are as they were where the application refuses the change, and say so", async () => {
    await show({
      "views.replace": () => {
        throw new Error("The settings cannot be written.");
      },
    });
    press("rename");
    expect(await screen.findAllByText(/settings cannot be written/)).not.toHaveLength(0);
    expect(await screen.findByText("Databases, Orders")).toBeTruthy();
  });
});
