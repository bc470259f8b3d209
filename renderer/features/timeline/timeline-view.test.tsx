import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CaptureActivity } from "../../../electron/core/ports.ts";
import { renderPlace } from "../../testing/render-place.tsx";
import type { Responses } from "../../testing/test-bridge.ts";
import { TimelineView } from "./timeline-view.tsx";

const activity: CaptureActivity = {
  days: [
    { day: "2026-01-12", count: 2 },
    { day: "2026-01-30", count: 5 },
  ],
  namespaces: [{ value: "decisions", count: 7, months: [{ month: "2026-01", count: 7 }] }],
  tags: [{ value: "database", count: 3, months: [{ month: "2026-01", count: 3 }] }],
  neverRecalled: [{ value: "decisions", count: 4 }],
};
const facets = {
  total: 5,
  namespaces: [{ value: "decisions", count: 5 }],
  domains: [{ value: "acme/shop", count: 5 }],
  tags: [],
  clients: [],
};
const responses: Responses = { "memories.captureActivity": () => activity, "memories.facets": () => facets };
const calendar = () => screen.findByLabelText("Captures by day");

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(2026, 0, 31, 15) });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("TimelineView", () => {
  it("has one day in the tab order, and moves by arrow keys by day and by week", async () => {
    renderPlace(<TimelineView />, "#/timeline", responses);
    const days = within(await calendar());
    const today = days.getByLabelText("No memories on January 31, 2026");
    expect(days.getAllByLabelText(/ on /).filter(({ tabIndex }) => tabIndex === 0)).toEqual([today]);
    fireEvent.keyDown(today, { key: "ArrowUp" });
    expect(document.activeElement).toBe(days.getByLabelText("5 memories on January 30, 2026"));
    fireEvent.keyDown(document.activeElement as Element, { key: "ArrowLeft" });
    expect(document.activeElement?.getAttribute("aria-label")).toBe("No memories on January 23, 2026");
    expect((document.activeElement as HTMLElement).tabIndex).toBe(0);
  });

  it("shows the namespaces and domains of a day under the active filter", async () => {
    const bridge = renderPlace(<TimelineView />, "#/timeline?domain=acme%2Fshop", responses);
    const days = within(await calendar());
    fireEvent.pointerMove(days.getByLabelText("5 memories on January 30, 2026"));
    expect(await screen.findByText("decisions 5 — acme/shop 5")).toBeTruthy();
    expect(bridge.calls.findLast(({ method }) => method === "memories.facets")?.input).toEqual({
      domain: ["acme/shop"],
      since: new Date(2026, 0, 30).toISOString(),
      before: new Date(2026, 0, 31).toISOString(),
    });
  });

  it("opens the memories of a day and of a tag", async () => {
    renderPlace(<TimelineView />, "#/timeline?domain=acme%2Fshop", responses);
    fireEvent.click(within(await calendar()).getByLabelText(/January 12/));
    expect(location.hash).toBe("#/memories/all?domain=acme%2Fshop&day=2026-01-12");
    fireEvent.click(screen.getByText("database"));
    expect(location.hash).toBe("#/memories/all?domain=acme%2Fshop&tag=database");
  });

  it("says that nothing was captured and offers to clear the filters", async () => {
    renderPlace(<TimelineView />, "#/timeline?namespace=security", {
      ...responses,
      "memories.captureActivity": () => ({ days: [], namespaces: [], tags: [], neverRecalled: [] }),
    });
    fireEvent.click(await screen.findByText("Clear filters"));
    expect(location.hash).toBe("#/timeline");
  });

  it("shows an error and tries again", async () => {
    let attempts = 0;
    renderPlace(<TimelineView />, "#/timeline", {
      ...responses,
      "memories.captureActivity": () => {
        if (++attempts === 1) throw new Error("The disk is gone.");
        return activity;
      },
    });
    fireEvent.click(await screen.findByText("Try again"));
    expect(await calendar()).toBeTruthy();
  });
});
