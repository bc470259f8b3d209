import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { renderPlace } from "../../testing/render-place.tsx";
import { sampleSpace } from "../../testing/samples.ts";
import { HealthView } from "./health-view.tsx";
import { COMMON, memoryOf, NEWER, OLDER, simulateLayout } from "./testing/health-samples.ts";

simulateLayout();

describe("the counts", () => {
  it("shows the number of findings of every kind, without dismissed ones, wherever Health was opened", async () => {
    renderPlace(<HealthView />, "#/health/superseded", {
      ...COMMON,
      "health.dismissed": () => ["unused:z", "secret:b@1"],
      "spaces.list": () => [sampleSpace({ conflicts: 2 })],
      "memories.list": () => ({ items: [] }),
      "memories.count": ({ neverRecalled, superseded, validity }) =>
        neverRecalled === true ? 121 : superseded === "only" ? 0 : validity === "expired" ? 1 : 99,
      "use.neverUsed": () => [],
      "memories.findDuplicates": ({ cursor }) =>
        cursor === null
          ? { items: [{ memory: NEWER, duplicates: [] }], scanned: 2, nextCursor: "2" }
          : { items: [{ memory: OLDER, duplicates: [] }], scanned: 2 },
      "memories.findSecrets": () => ({
        items: [
          { memory: NEWER, excerpt: "a" },
          { memory: OLDER, excerpt: "b" },
        ],
        scanned: 4,
      }),
      "memories.findInstructions": () => ({ items: [], scanned: 4 }),
      "memories.findHiddenCharacters": () => ({ items: [], scanned: 4 }),
    });
    const labels = () =>
      [...screen.getByRole("group", { name: "Category" }).querySelectorAll("label")].map((label) => label.textContent);
    await waitFor(() =>
      expect(labels()).toEqual([
        "Conflicts2",
        "Near duplicates2",
        "Never recalled120",
        "Given, never used",
        "Superseded",
        "Expired1",
        "Secrets1",
        "Instructions",
        "Hidden characters",
      ]),
    );
  });
});

describe("Unused", () => {
  it("lists memories that were never recalled, oldest first, and keeps one by pinning it", async () => {
    const bridge = renderPlace(<HealthView />, "#/health/unused", {
      ...COMMON,
      "memories.list": () => ({ items: [OLDER] }),
      "memories.setPinned": () => [{ ...OLDER, pinned: true }],
    });
    fireEvent.click(await screen.findByRole("button", { name: "Keep" }));
    await waitFor(() =>
      expect(bridge.calls.find(({ method }) => method === "memories.setPinned")?.input).toEqual({
        references: ["a"],
        pinned: true,
      }),
    );
    expect(bridge.calls.find(({ method }) => method === "memories.list")?.input).toMatchObject({
      neverRecalled: true,
      pinned: false,
      before: "30d",
      sort: "created-ascending",
    });
  });
});

describe("Superseded", () => {
  it("makes several current again with one action, and supersedes them once more if that is undone", async () => {
    const items = [
      memoryOf("a", "One.", { supersededBy: "x" }),
      memoryOf("b", "Two.", { supersededBy: "y" }),
      memoryOf("c", "Three.", { supersededBy: "x" }),
    ];
    const bridge = renderPlace(<HealthView />, "#/health/superseded", {
      ...COMMON,
      "memories.list": () => ({ items }),
      "memories.reinstate": () => items.map((memory) => ({ ...memory, supersededBy: null, revision: 2 })),
      "memories.merge": () => ({ kept: NEWER, superseded: [] }),
    });
    fireEvent.click(await screen.findByRole("checkbox", { name: "Select “One.”" }));
    fireEvent.click(screen.getByRole("button", { name: "Select all 3" }));
    fireEvent.click(screen.getByRole("button", { name: /^Restore/ }));
    expect(await screen.findByText("Restored as current: 3 memories.")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Undo" }));
    const merges = () => bridge.calls.filter(({ method }) => method === "memories.merge").map(({ input }) => input);
    await waitFor(() =>
      expect(merges()).toEqual([
        { keep: "x", others: [{ reference: "a" }, { reference: "c" }] },
        { keep: "y", others: [{ reference: "b" }] },
      ]),
    );
  });
});

describe("the offer of a multilingual model", () => {
  const offer = { share: 0.376, languages: ["de", "zh"] };

  it("names the languages, leads to the settings, and is dismissed for good", async () => {
    let dismissed: readonly string[] = [];
    const bridge = renderPlace(<HealthView />, "#/health/superseded", {
      ...COMMON,
      "health.dismissed": () => dismissed,
      "health.setDismissed": ({ keys }) => {
        dismissed = [...keys];
        return dismissed;
      },
      "memories.list": () => ({ items: [] }),
      "model.offer": () => offer,
    });
    const section = await screen.findByRole("region", { name: "Multilingual model" });
    expect(section.textContent).toContain("38% of the newest memories are not in English (German and Chinese)");
    fireEvent.click(within(section).getByRole("button", { name: "Dismiss" }));
    await waitFor(() => expect(screen.queryByRole("region", { name: "Multilingual model" })).toBeNull());
    expect(bridge.calls.find(({ method }) => method === "health.setDismissed")?.input).toEqual({
      keys: ["model:multilingual"],
      dismissed: true,
    });
  });

  it("is not shown again after it was dismissed", async () => {
    renderPlace(<HealthView />, "#/health/superseded", {
      ...COMMON,
      "health.dismissed": () => ["model:multilingual"],
      "memories.list": () => ({ items: [] }),
      "model.offer": () => offer,
    });
    await screen.findByText("No superseded memories");
    expect(screen.queryByRole("region", { name: "Multilingual model" })).toBeNull();
  });
});

describe("Expired", () => {
  const validUntil = "2026-02-01T00:00:00.000Z";
  const expired = memoryOf("x", "The freeze is on.", { validUntil, revision: 4 });
  const show = () =>
    renderPlace(<HealthView />, "#/health/expired", {
      ...COMMON,
      "memories.list": () => ({ items: [expired] }),
      "memories.update": () => ({ ...expired, revision: 5, notices: [] }),
      "memories.delete": () => [expired],
    });
  const updates = (bridge: ReturnType<typeof show>) =>
    bridge.calls.filter(({ method }) => method === "memories.update").map(({ input }) => input);

  it("says since when, and extends from now by a key, with undo", async () => {
    const bridge = show();
    const link = await screen.findByRole("link", { name: "Open “The freeze is on.”" });
    expect(screen.getByText(/^expired since .*2026|^expired since [A-Z]/)).toBeTruthy();
    expect(bridge.calls.find(({ method }) => method === "memories.list")?.input).toMatchObject({ validity: "expired" });
    link.focus();
    fireEvent.keyDown(link, { key: "x" });
    await waitFor(() => expect(updates(bridge)).toHaveLength(1));
    const [{ validUntil: end, ...rest } = { validUntil: "" }] = updates(bridge) as { validUntil: string }[];
    expect(rest).toEqual({ reference: "x", expectedRevision: 4 });
    expect(Date.parse(end) - Date.now()).toBeGreaterThan(29 * 86_400_000);
    fireEvent.click(await screen.findByRole("button", { name: "Undo" }));
    await waitFor(() => expect(updates(bridge)[1]).toEqual({ reference: "x", validUntil, expectedRevision: 5 }));
  });

  it("removes the end, and moves it to the trash", async () => {
    const bridge = show();
    fireEvent.click(await screen.findByRole("button", { name: "Remove end" }));
    await waitFor(() => expect(updates(bridge)).toEqual([{ reference: "x", validUntil: null, expectedRevision: 4 }]));
    fireEvent.click(screen.getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(bridge.calls.map(({ method }) => method)).toContain("memories.delete"));
  });
});

describe("Given, never used", () => {
  const unhelpful = memoryOf("b", "Deploys run at 3.");
  const use = { given: 7, used: 0, unknown: 0, last: null };

  it("lists memories that were often given and never used, and edits, moves, deletes and dismisses them", async () => {
    const bridge = renderPlace(<HealthView />, "#/health/unhelpful", {
      ...COMMON,
      "use.neverUsed": () => [{ memory: unhelpful, use }],
      "memories.delete": () => [{ ...unhelpful, deletedAt: unhelpful.createdAt }],
      "memories.facets": () => ({ total: 0, namespaces: [], domains: [], tags: [], clients: [] }),
      "memories.namespaces": () => ["context"],
      "health.setDismissed": ({ keys }) => keys,
    });
    expect(await screen.findByText("given 7 times")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Move" }));
    expect(await screen.findByRole("dialog")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
    fireEvent.click(screen.getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(bridge.calls.some(({ method }) => method === "memories.delete")).toBe(true));
    fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
    expect(await screen.findByText("No memory was given often and never used")).toBeTruthy();
    const dismissed = bridge.calls.find(({ method }) => method === "health.setDismissed");
    expect(dismissed?.input).toEqual({ keys: ["unhelpful:b:1"], dismissed: true });
  });

  it("opens the editor", async () => {
    renderPlace(<HealthView />, "#/health/unhelpful", {
      ...COMMON,
      "use.neverUsed": () => [{ memory: unhelpful, use }],
    });
    fireEvent.click(await screen.findByRole("button", { name: "Edit" }));
    expect(location.hash).toBe("#/memories/all/b/edit");
  });
});
