import { describe, expect, it } from "vitest";
import { changedPlace, placesBefore } from "./bulk.tsx";

const place = { id: "a", revision: 3, namespace: "context", domain: "user", tags: ["db"] };

describe("useBulkEdit", () => {
  it("adds tags once and keeps the other fields", () => {
    expect(changedPlace(place, { addTags: ["db", "api"] })).toEqual({ ...place, tags: ["api", "db"] });
    expect(changedPlace(place, { domain: "acme/shop" })).toEqual({ ...place, domain: "acme/shop" });
  });

  it("undoes a change from the revision it created, so that a later change is not overwritten", () => {
    expect(placesBefore([place], [{ ...place, tags: [], revision: 4 }])).toEqual([{ ...place, revision: 4 }]);
  });

  it("does not undo a change that failed or had no effect", () => {
    expect(placesBefore([place, { ...place, id: "b" }], [place])).toEqual([]);
  });
});
