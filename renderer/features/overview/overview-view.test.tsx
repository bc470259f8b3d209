import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CaptureActivity } from "../../../electron/core/ports.ts";
import { renderPlace } from "../../testing/render-place.tsx";
import type { Answers } from "../../testing/test-bridge.ts";
import { OverviewView } from "./overview-view.tsx";

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
const answers: Answers = { "memories.captureActivity": () => activity, "memories.facets": () => facets };
const calendar = () => screen.findByLabelText("Captures by day");

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(2026, 0, 31, 15) });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("the timeline", () => {
  it("has one day in the order of focus, and arrows go on from it by day and by week", async () => {
    renderPlace(<OverviewView />, "#/overview", answers);
    const days = within(await calendar());
    const today = days.getByLabelText("Nothing on January 31, 2026");
    expect(days.getAllByLabelText(/ on /).filter(({ tabIndex }) => tabIndex === 0)).toEqual([today]);
    fireEvent.keyDown(today, { key: "ArrowUp" });
    expect(document.activeElement).toBe(days.getByLabelText("5 memories on January 30, 2026"));
    fireEvent.keyDown(document.activeElement as Element, { key: "ArrowLeft" });
    expect(document.activeElement?.getAttribute("aria-label")).toBe("Nothing on January 23, 2026");
    expect((document.activeElement as HTMLElement).tabIndex).toBe(0);
  });

  it("tells of which namespaces and domains a day's memories are, under the filter that is set", async () => {
    const bridge = renderPlace(<OverviewView />, "#/overview?domain=acme%2Fshop", answers);
    const days = within(await calendar());
    fireEvent.pointerMove(days.getByLabelText("5 memories on January 30, 2026"));
    expect(await screen.findByText("decisions 5 — acme/shop 5")).toBeTruthy();
    expect(bridge.calls.findLast(({ method }) => method === "memories.facets")?.input).toEqual({
      domain: ["acme/shop"],
      since: new Date(2026, 0, 30).toISOString(),
      before: new Date(2026, 0, 31).toISOString(),
    });
  });

  it("leads from a day, a tag and what was never recalled to their memories", async () => {
    renderPlace(<OverviewView />, "#/overview?domain=acme%2Fshop", answers);
    fireEvent.click(within(await calendar()).getByLabelText(/January 12/));
    expect(location.hash).toBe("#/memories/all?domain=acme%2Fshop&day=2026-01-12");
    fireEvent.click(screen.getByText("database"));
    expect(location.hash).toBe("#/memories/all?domain=acme%2Fshop&tag=database");
  });

  it("says that nothing was captured, and how to see everything again where a filter is set", async () => {
    renderPlace(<OverviewView />, "#/overview?namespace=security", {
      ...answers,
      "memories.captureActivity": () => ({ days: [], namespaces: [], tags: [], neverRecalled: [] }),
    });
    fireEvent.click(await screen.findByText("Show everything"));
    expect(location.hash).toBe("#/overview");
  });

  it("says what went wrong and tries again", async () => {
    let attempts = 0;
    renderPlace(<OverviewView />, "#/overview", {
      ...answers,
      "memories.captureActivity": () => {
        if (++attempts === 1) throw new Error("The disk is gone.");
        return activity;
      },
    });
    fireEvent.click(await screen.findByText("Try again"));
    expect(await calendar()).toBeTruthy();
  });
});
