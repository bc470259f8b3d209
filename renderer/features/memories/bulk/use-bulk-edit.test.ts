import { describe, expect, it } from "vitest";
import { changedPlace, placesBefore } from "./use-bulk-edit.ts";

const place = { id: "a", revision: 3, namespace: "context", domain: "user", tags: ["db"] };

describe("changing many memories alike", () => {
  it("adds tags once and keeps what is not named", () => {
    expect(changedPlace(place, { addTags: ["db", "api"] })).toEqual({ ...place, tags: ["api", "db"] });
    expect(changedPlace(place, { domain: "acme/shop" })).toEqual({ ...place, domain: "acme/shop" });
  });

  it("is undone from the revision it made, so that a later change is not overwritten", () => {
    expect(placesBefore([place], [{ ...place, tags: [], revision: 4 }])).toEqual([{ ...place, revision: 4 }]);
  });

  it("is not undone where it was refused or changed nothing", () => {
    expect(placesBefore([place, { ...place, id: "b" }], [place])).toEqual([]);
  });
});
