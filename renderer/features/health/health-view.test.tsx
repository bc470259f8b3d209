import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Memory } from "../../../electron/core/memory.ts";
import { renderPlace } from "../../testing/render-place.tsx";
import { sampleMemory } from "../../testing/sample-memory.ts";
import { HealthView } from "./health-view.tsx";

const memoryOf = (id: string, content: string, rest: Partial<Memory> = {}) => sampleMemory({ id, content, ...rest });

beforeEach(() => {
  // happy-dom lays nothing out; the list needs its height and its rows' to know which are in sight.
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(57);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(1_000);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const counts = { memories: 4, trash: 0, superseded: 0, pinned: 0, domains: 1, namespaces: 1, tags: 0 };
const newer = memoryOf("b", "Deploys run at 3.", { tags: ["deploy"] });
const older = memoryOf("a", "Deploys run at night.", { tags: ["night"], revision: 2 });
const common = { "memories.counts": () => counts, "health.dismissed": () => [] };

describe("near duplicates", () => {
  it("are found step by step and merged with the tags of both, at the revisions that were seen", async () => {
    const bridge = renderPlace(<HealthView />, "#/health/duplicates", {
      ...common,
      "memories.findDuplicates": ({ cursor }) =>
        cursor === null
          ? { items: [], scanned: 2, nextCursor: "2" }
          : { items: [{ memory: newer, other: older, score: 0.91 }], scanned: 2 },
      "memories.merge": () => ({ kept: { ...older, revision: 3 }, superseded: { ...newer, supersededBy: "a" } }),
    });
    fireEvent.click(await screen.findByRole("button", { name: "Merge…" }));
    const dialog = within(await screen.findByRole("dialog"));
    fireEvent.click(dialog.getByRole("radio", { name: "older" }));
    expect(dialog.getByRole("textbox")).toHaveProperty("value", "Deploys run at night.");
    fireEvent.change(dialog.getByRole("textbox"), { target: { value: "Deploys run at 3 in the night." } });
    fireEvent.click(dialog.getByRole("button", { name: "Merge" }));
    await waitFor(() =>
      expect(bridge.calls.find(({ method }) => method === "memories.merge")?.input).toEqual({
        keep: "a",
        other: "b",
        content: "Deploys run at 3 in the night.",
        tags: ["deploy", "night"],
        expectedRevision: 2,
        otherRevision: 1,
      }),
    );
  });
});

describe("secrets", () => {
  it("that are let be are not shown", async () => {
    let dismissed: readonly string[] = [];
    renderPlace(<HealthView />, "#/health/secrets", {
      ...common,
      "health.dismissed": () => dismissed,
      "health.setDismissed": ({ keys }) => {
        dismissed = keys;
        return dismissed;
      },
      "memories.findSecrets": () => ({ items: [{ memory: newer, excerpt: "token: ••••••" }], scanned: 4 }),
    });
    expect(await screen.findByText("token: ••••••")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Let be" }));
    expect(await screen.findByText("Nothing looks like a secret")).toBeTruthy();
    expect(dismissed).toEqual(["secret:b@1"]);
  });

  it("are dropped once their memory changes, and a failed walk can go on", async () => {
    let attempts = 0;
    const bridge = renderPlace(<HealthView />, "#/health/secrets", {
      ...common,
      "memories.findSecrets": () => {
        if (++attempts === 1) throw new Error("The disk is gone.");
        return { items: [{ memory: newer, excerpt: "token: ••••••" }], scanned: 4 };
      },
    });
    fireEvent.click(await screen.findByRole("button", { name: "Try again" }));
    expect(await screen.findByText("token: ••••••")).toBeTruthy();
    const { id, urn, domain, namespace, tags, client } = newer;
    const change = {
      kind: "deleted" as const,
      id,
      urn,
      previousUrn: urn,
      domain,
      namespace,
      tags,
      previousTags: tags,
      revision: 2,
      client,
    };
    bridge.emit({ name: "memories.changed", payload: [change] });
    expect(await screen.findByText("Nothing looks like a secret")).toBeTruthy();
  });
});

describe("what was never recalled", () => {
  it("is listed from the oldest, and kept by pinning", async () => {
    const bridge = renderPlace(<HealthView />, "#/health/unused", {
      ...common,
      "memories.list": () => ({ items: [older] }),
      "memories.setPinned": () => [{ ...older, pinned: true }],
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

describe("findings by keyboard", () => {
  const three = ["a", "b", "c"].map((id) => memoryOf(id, `Deploys run at ${id}.`));
  const show = async () => {
    let left = three;
    const bridge = renderPlace(<HealthView />, "#/health/unused", {
      ...common,
      "memories.list": () => ({ items: left }),
      "memories.delete": ({ references }) => {
        left = left.filter(({ id }) => !references.includes(id));
        return references.map((id) => memoryOf(id, "", { deletedAt: "2026-02-01T00:00:00.000Z" }));
      },
    });
    await screen.findByText("Deploys run at a.");
    const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
    const focused = () => document.activeElement?.getAttribute("aria-label");
    return { bridge, press, focused };
  };

  it("are gone through by arrows, and only one of them is in the order of focus", async () => {
    const { press, focused } = await show();
    press("ArrowDown");
    await waitFor(() => expect(focused()).toBe("Open “Deploys run at a.”"));
    press("ArrowDown");
    await waitFor(() => expect(focused()).toBe("Open “Deploys run at b.”"));
    press("End");
    await waitFor(() => expect(focused()).toBe("Open “Deploys run at c.”"));
    expect(screen.getAllByRole("button", { name: "Delete" }).map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, 0]);
  });

  it("are mended by a key, and the focus goes on to the next", async () => {
    const { bridge, press, focused } = await show();
    press("ArrowDown");
    await waitFor(() => expect(focused()).toBe("Open “Deploys run at a.”"));
    press("Backspace");
    await waitFor(() => expect(bridge.calls.find(({ method }) => method === "memories.delete")).toBeTruthy());
    bridge.emit({ name: "memories.changed", payload: [] });
    await waitFor(() => expect(screen.queryByText("Deploys run at a.")).toBeNull());
    await waitFor(() => expect(focused()).toBe("Open “Deploys run at b.”"));
  });

  it("do nothing by those keys while the focus is elsewhere", async () => {
    const { bridge, press } = await show();
    press("Backspace");
    press("l");
    expect(bridge.calls.map(({ method }) => method)).not.toContain("memories.delete");
    expect(bridge.calls.map(({ method }) => method)).not.toContain("health.setDismissed");
  });

  it("draw no more rows than are in sight, however many there are", async () => {
    const many = Array.from({ length: 500 }, (_, index) => memoryOf(`m${index}`, `Fact ${index}.`));
    renderPlace(<HealthView />, "#/health/superseded", { ...common, "memories.list": () => ({ items: many }) });
    await screen.findByText("Fact 0.");
    expect(screen.getAllByRole("listitem").length).toBeLessThan(60);
    expect(screen.getAllByRole("listitem")[0]?.getAttribute("aria-setsize")).toBe("500");
  });
});
