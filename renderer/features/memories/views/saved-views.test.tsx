import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { SavedView } from "../../../../electron/window-api/contract.ts";
import { parseRoute } from "../../../navigation/route.ts";
import { renderPlace } from "../../../testing/render-place.tsx";
import type { Responses } from "../../../testing/test-bridge.ts";
import { parseQuery } from "../query/memory-query.ts";
import { movedBy, showsView, useSavedViews, viewAddress } from "./saved-views.ts";

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

/** Renders the hook with a bridge that stores the views. */
async function show(changed: Responses = {}) {
  let stored = start;
  const bridge = renderPlace(<Views />, "#/memories", {
    "views.list": () => stored,
    "views.replace": ({ views }) => {
      stored = views;
      return stored;
    },
    ...changed,
  });
  await screen.findByText("Databases, Orders");
  return { bridge, stored: () => stored.map(({ name }) => name) };
}
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

describe("useSavedViews", () => {
  it("saves a view under a new id", async () => {
    const { bridge, stored } = await show();
    press("save");
    await waitFor(() => expect(stored()).toEqual(["Databases", "Orders", "New"]));
    const written = bridge.calls.find(({ method }) => method === "views.replace")?.input as { views: SavedView[] };
    expect(new Set(written.views.map(({ id }) => id)).size).toBe(3);
  });

  it("renames and moves views", async () => {
    const { stored } = await show();
    press("rename");
    await screen.findByText("Stores, Orders");
    await waitFor(() => expect(stored()).toEqual(["Stores", "Orders"]));
    press("move");
    await waitFor(() => expect(stored()).toEqual(["Orders", "Stores"]));
  });

  it("shows a change before the server has responded", async () => {
    await show({ "views.replace": () => new Promise(() => undefined) });
    press("rename");
    expect(await screen.findByText("Stores, Orders")).toBeTruthy();
  });

  it("restores a deleted view at its position on undo", async () => {
    const { stored } = await show();
    press("remove");
    await waitFor(() => expect(stored()).toEqual(["Orders"]));
    fireEvent.click(await screen.findByRole("button", { name: "Undo" }));
    await waitFor(() => expect(stored()).toEqual(["Databases", "Orders"]));
  });

  it("reverts a change that fails, and shows the error", async () => {
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

describe("view address", () => {
  const address = "#/memories/all?q=orders&tag=db";

  it("saves the address of a list without the open memory", () => {
    const query = parseQuery("all", new URLSearchParams("tag=db&q=orders"));
    expect(viewAddress(query)).toBe(address);
  });

  it("recognises a view with any open memory and any order of filters", () => {
    expect(showsView(parseRoute("#/memories/all/01J?tag=db&q=orders"), address)).toBe(true);
    expect(showsView(parseRoute("#/memories/all?tag=db"), address)).toBe(false);
    expect(showsView(parseRoute("#/memories/pinned?q=orders&tag=db"), address)).toBe(false);
  });

  it("moves an item by steps, at most to the end of the list", () => {
    const views = [{ id: "a" }, { id: "b" }, { id: "c" }];
    expect(movedBy(views, "c", -1).map(({ id }) => id)).toEqual(["a", "c", "b"]);
    expect(movedBy(views, "a", -1)).toEqual(views);
    expect(movedBy(views, "gone", 1)).toEqual(views);
  });
});
