import { fireEvent, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderPlace } from "../testing/render-place.tsx";
import { sampleSpace } from "../testing/samples.ts";
import { MemoryTabs } from "./memory-tabs.tsx";

const counts = {
  memories: 1204,
  trash: 3,
  superseded: 0,
  expired: 0,
  upcoming: 0,
  pinned: 0,
  domains: 1,
  namespaces: 1,
  tags: 1,
};

it("shows the counts of views except zero, and the conflicts in Health", async () => {
  renderPlace(<MemoryTabs />, "#/memories", {
    "memories.counts": () => counts,
    "spaces.list": () => [sampleSpace({ conflicts: 2 })],
  });
  expect(await within(screen.getByRole("link", { name: "Trash" })).findByText("3")).toBeTruthy();
  expect(within(screen.getByRole("link", { name: "Pinned" })).queryByText("0")).toBeNull();
  expect(await within(screen.getByRole("link", { name: "Health" })).findByText("2 conflicts")).toBeTruthy();
  fireEvent.click(screen.getByRole("link", { name: "Health" }));
  expect(location.hash).toBe("#/health/conflicts");
});

it.each([
  ["#/memories", "All"],
  ["#/memories/all/01J?tag=db", "All"],
  ["#/memories/pinned/01J", "Pinned"],
  ["#/memories/trash", "Trash"],
  ["#/timeline", "Timeline"],
  ["#/map?domain=user", "Map"],
  ["#/health/duplicates", "Health"],
  ["#/memories/welcome", "All"],
])("marks the view of %s", (address, name) => {
  renderPlace(<MemoryTabs />, address, {});
  const current = screen.getAllByRole("link").filter((link) => link.hasAttribute("aria-current"));
  expect(current.map((link) => link.getAttribute("aria-label"))).toEqual([name]);
});
