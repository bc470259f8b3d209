import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Memory } from "../../../electron/core/memory.ts";
import { renderPlace } from "../../testing/render-place.tsx";
import { HealthView } from "./health-view.tsx";
import { COMMON, memoryOf, NEWER, OLDER, simulateLayout } from "./testing/health-samples.ts";

simulateLayout();

const pair = { memory: NEWER, duplicates: [{ memory: OLDER, score: 0.91, level: "same" as const }] };

it("scans for duplicates step by step and merges two with their tags at the revisions shown", async () => {
  const bridge = renderPlace(<HealthView />, "#/health/duplicates", {
    ...COMMON,
    "memories.findDuplicates": ({ cursor }) =>
      cursor === null ? { items: [], scanned: 2, nextCursor: "2" } : { items: [pair], scanned: 2 },
    "memories.merge": () => ({ kept: { ...OLDER, revision: 3 }, superseded: [{ ...NEWER, supersededBy: "a" }] }),
  });
  fireEvent.click(await screen.findByRole("button", { name: "Merge…" }));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.click(dialog.getByRole("radio", { name: "Keep “Deploys run at night.”" }));
  expect(dialog.getByRole("textbox")).toHaveProperty("value", "Deploys run at night.");
  fireEvent.change(dialog.getByRole("textbox"), { target: { value: "Deploys run at 3 in the night." } });
  fireEvent.click(dialog.getByRole("button", { name: "Merge" }));
  await waitFor(() =>
    expect(bridge.calls.find(({ method }) => method === "memories.merge")?.input).toEqual({
      keep: "a",
      others: [{ reference: "b", revision: 1 }],
      content: "Deploys run at 3 in the night.",
      tags: ["night", "deploy"],
      expectedRevision: 2,
    }),
  );
});

const builds = Array.from({ length: 40 }, (_, index) =>
  memoryOf(`m${index + 10}`, `Build ${index} passed.`, { tags: [`tag-${index}`, "build"] }),
);
const [newest = NEWER, ...rest] = builds.toReversed();
const group = { memory: newest, duplicates: rest.map((memory) => ({ memory, score: 0.9, level: "same" as const })) };

it("shows forty similar memories as one group, merges those that are chosen in one call, and undoes it", async () => {
  const bridge = renderPlace(<HealthView />, "#/health/duplicates", {
    ...COMMON,
    "memories.findDuplicates": () => ({ items: [group], scanned: 40 }),
    "memories.merge": ({ others }) => ({
      kept: { ...newest, revision: 2 },
      superseded: others.map(({ reference }) => memoryOf(reference, "", { revision: 2, supersededBy: newest.id })),
    }),
    "memories.separate": ({ others }) => ({
      kept: { ...newest, revision: 3 },
      reinstated: others.map(({ reference }) => memoryOf(reference, "", { revision: 3 })),
    }),
  });
  expect(await screen.findByText("the newest of 40")).toBeTruthy();
  expect(screen.getByText("and 37 more")).toBeTruthy();
  expect(await screen.findByText("1 finding")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Merge…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Merge 40 memories" }));
  expect(dialog.getByText(/^Combined tags: tag-39, build, tag-/)).toBeTruthy();
  expect(dialog.getByText(/More than 32 tags, left out:/)).toBeTruthy();
  fireEvent.click(dialog.getByRole("checkbox", { name: "Merge “Build 0 passed.”" }));
  expect(screen.getByRole("dialog", { name: "Merge 39 memories" })).toBeTruthy();
  fireEvent.click(dialog.getByRole("button", { name: "Compare “Build 7 passed.”" }));
  expect(dialog.getByRole("heading", { name: /Build 7 passed/ })).toBeTruthy();
  fireEvent.click(dialog.getByRole("button", { name: "Merge" }));
  const inputOf = (name: string) => bridge.calls.find(({ method }) => method === name)?.input;
  const others = rest.slice(0, -1).map(({ id }) => ({ reference: id, revision: 1 }));
  await waitFor(() => expect(inputOf("memories.merge")).toMatchObject({ keep: newest.id, others }));
  fireEvent.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() =>
    expect(inputOf("memories.separate")).toEqual({
      kept: newest.id,
      others: others.map(({ reference }) => ({ reference, revision: 2 })),
      content: newest.content,
      tags: ["tag-39", "build"],
      expectedRevision: 2,
    }),
  );
});

it("cannot merge when every other memory is left out", async () => {
  renderPlace(<HealthView />, "#/health/duplicates", {
    ...COMMON,
    "memories.findDuplicates": () => ({ items: [pair], scanned: 2 }),
  });
  fireEvent.click(await screen.findByRole("button", { name: "Merge…" }));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.click(dialog.getByRole("checkbox", { name: "Merge “Deploys run at night.”" }));
  expect(dialog.getByRole("button", { name: "Merge" })).toHaveProperty("disabled", true);
});

it("keeps a group without the memories that changed, and drops it with its newest", async () => {
  const bridge = renderPlace(<HealthView />, "#/health/duplicates", {
    ...COMMON,
    "memories.findDuplicates": () => ({ items: [group], scanned: 40 }),
  });
  expect(await screen.findByText("the newest of 40")).toBeTruthy();
  const deleted = ({ id, urn, domain, namespace, tags, client }: Memory) => ({
    kind: "deleted" as const,
    ...{ id, urn, previousUrn: urn, domain, namespace, tags, previousTags: tags, revision: 2, pinned: false, client },
  });
  bridge.emit({ name: "memories.changed", payload: rest.slice(0, 2).map(deleted) });
  expect(await screen.findByText("the newest of 38")).toBeTruthy();
  bridge.emit({ name: "memories.changed", payload: [deleted(newest)] });
  expect(await screen.findByText("No near duplicates")).toBeTruthy();
});

it("moves the older of a group to the trash if it shows them all", async () => {
  const small = { ...group, duplicates: group.duplicates.slice(0, 2) };
  const bridge = renderPlace(<HealthView />, "#/health/duplicates", {
    ...COMMON,
    "memories.findDuplicates": () => ({ items: [small], scanned: 3 }),
    "memories.delete": () => [],
  });
  fireEvent.click(await screen.findByRole("button", { name: "Delete 2 older" }));
  await waitFor(() =>
    expect(bridge.calls.find(({ method }) => method === "memories.delete")?.input).toEqual({
      references: rest.slice(0, 2).map(({ id }) => id),
    }),
  );
});

it("offers to delete nothing that it does not show", async () => {
  renderPlace(<HealthView />, "#/health/duplicates", {
    ...COMMON,
    "memories.findDuplicates": () => ({ items: [group], scanned: 40 }),
  });
  expect(await screen.findByRole("button", { name: "Merge…" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Delete/ })).toBeNull();
});

it("offers to compare memories that are maybe the same, and merges those that are chosen", async () => {
  const duplicates = rest.slice(0, 2).map((memory) => ({ memory, score: 0.7, level: "maybe" as const }));
  const maybe = { ...group, duplicates };
  const bridge = renderPlace(<HealthView />, "#/health/duplicates", {
    ...COMMON,
    "memories.findDuplicates": () => ({ items: [maybe], scanned: 3 }),
    "memories.merge": () => ({ kept: { ...newest, revision: 2 }, superseded: [] }),
  });
  expect((await screen.findAllByText("70% similar, maybe the same")).length).toBe(2);
  expect(screen.queryByRole("button", { name: /^(Delete|Merge)/ })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Compare…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Compare 3 memories" }));
  expect(dialog.getByRole("button", { name: "Merge" })).toHaveProperty("disabled", true);
  fireEvent.click(dialog.getByRole("checkbox", { name: "Merge all" }));
  fireEvent.click(dialog.getByRole("checkbox", { name: "Merge “Build 38 passed.”" }));
  fireEvent.click(dialog.getByRole("button", { name: "Merge" }));
  await waitFor(() =>
    expect(bridge.calls.find(({ method }) => method === "memories.merge")?.input).toMatchObject({
      others: [{ reference: rest[1]?.id, revision: 1 }],
    }),
  );
});
