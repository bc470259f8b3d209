import { describe, expect, it } from "vitest";
import { parseRoute } from "../../../navigation/route.ts";
import { parseQuery } from "../query/memory-query.ts";
import { movedBy } from "./moved-by.ts";
import { showsView, viewAddress } from "./view-address.ts";

describe("a saved view", () => {
  const address = "#/memories/all?q=orders&tag=db";

  it("is a list's address, without the memory that is open in it", () => {
    const query = parseQuery("all", new URLSearchParams("tag=db&q=orders"));
    expect(viewAddress(query)).toBe(address);
  });

  it("is shown whatever memory is open, and in whatever order its filters stand", () => {
    expect(showsView(parseRoute("#/memories/all/01J?tag=db&q=orders"), address)).toBe(true);
    expect(showsView(parseRoute("#/memories/all?tag=db"), address)).toBe(false);
    expect(showsView(parseRoute("#/memories/pinned?q=orders&tag=db"), address)).toBe(false);
  });

  it("moves by steps and stays at the ends", () => {
    const views = [{ id: "a" }, { id: "b" }, { id: "c" }];
    expect(movedBy(views, "c", -1).map(({ id }) => id)).toEqual(["a", "c", "b"]);
    expect(movedBy(views, "a", -1)).toEqual(views);
    expect(movedBy(views, "gone", 1)).toEqual(views);
  });
});
