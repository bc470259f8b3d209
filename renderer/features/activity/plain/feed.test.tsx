import { act, fireEvent, screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { type ActivityEntry, activityEntry } from "../../../../electron/core/activity.ts";
import { BridgeError } from "../../../bridge.ts";
import { renderPlace } from "../../../testing/render-place.tsx";
import { Feed } from "./feed.tsx";

const NOW = new Date();
const at = (minutesAgo: number) => new Date(NOW.getTime() - minutesAgo * 60_000).toISOString();
const entry = (title: string, minutesAgo: number, rest: Partial<ActivityEntry> = {}): ActivityEntry => ({
  ...activityEntry({
    kind: "remembered",
    at: at(minutesAgo),
    client: "Codex",
    domain: "acme/shop",
    memory: { id: title.slice(0, 4), title },
    request: 1000 - minutesAgo,
  }),
  ...rest,
});

const show = (read: () => readonly ActivityEntry[]) =>
  renderPlace(<Feed label="What happened" empty={<p>Nothing</p>} />, "#/today", {
    "activity.entries": () => ({ items: read() }),
  });

it("links a sentence to its memory, its project and its message", async () => {
  show(() => [entry("Refunds are rounded per line", 0)]);
  const memory = await screen.findByRole("link", { name: "Refunds are rounded per line" });
  expect(memory.getAttribute("href")).toBe("#/memories/all/Refu");
  expect(memory.closest("span")?.textContent).toBe("Codex remembered Refunds are rounded per line in acme/shop.");
  expect(screen.getByRole("link", { name: /show the message/ }).getAttribute("href")).toBe("#/activity/1000");
});

it("groups by hour, names another day, and shows how often it happened", async () => {
  show(() => [entry("Now", 0, { times: 5 }), entry("Before", 3 * 24 * 60)]);
  expect(await screen.findByText("5 times")).toBeTruthy();
  const hours = screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent ?? "");
  expect(hours).toHaveLength(2);
  expect(hours[0]).toMatch(/^\d\d:00/);
  expect(hours[1]).toMatch(/, \d\d:00/);
});

it("keeps the lines on screen in place, and counts new ones", async () => {
  let entries = [entry("First", 9)];
  const bridge = show(() => entries);
  await screen.findByRole("link", { name: "First" });
  const list = screen.getByRole("region", { name: "What happened" }).querySelector(".overflow-y-auto") as HTMLElement;
  fireEvent.pointerEnter(list);
  entries = [entry("Second", 0), ...entries];
  act(() => bridge.emit({ name: "requests.recorded", payload: [] }));
  const more = await screen.findByRole("button", { name: "1 new" });
  expect(screen.queryByRole("link", { name: "Second" })).toBeNull();
  fireEvent.click(more);
  expect(await screen.findByRole("link", { name: "Second" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "1 new" })).toBeNull();
});

it("shows new entries by itself while nobody reads", async () => {
  let entries = [entry("First", 9)];
  const bridge = show(() => entries);
  await screen.findByRole("link", { name: "First" });
  entries = [entry("Second", 0), ...entries];
  act(() => bridge.emit({ name: "memories.changed", payload: [] }));
  expect(await screen.findByRole("link", { name: "Second" })).toBeTruthy();
});

it("says that nothing happened, and offers to retry after a failure", async () => {
  const read = vi.fn((): readonly ActivityEntry[] => {
    if (read.mock.calls.length === 1) throw new BridgeError({ code: "unavailable", message: "The log is busy." });
    return [];
  });
  show(read);
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("The log is busy.");
  fireEvent.click(within(alert).getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Nothing")).toBeTruthy();
});

it("offers the subjects of a sentence in its context menu", async () => {
  show(() => [entry("Refunds are rounded per line", 0)]);
  fireEvent.contextMenu(await screen.findByText(/remembered/));
  const names = (await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent);
  expect(names).toEqual(["Open the memory", "Open the project", "Show the message", "Copy text"]);
  fireEvent.click(screen.getByRole("menuitem", { name: "Open the project" }));
  expect(location.hash).toBe("#/projects/acme%2Fshop");
});
