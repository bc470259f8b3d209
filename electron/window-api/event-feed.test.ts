import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createEvents, type MemoryChange } from "../core/events.ts";
import type { RequestSummary } from "../core/request-log.ts";
import type { BridgeEvent } from "./contract.ts";
import { createEventFeed } from "./event-feed.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start() {
  const events = createEvents((error) => {
    throw error;
  });
  const seen: BridgeEvent[] = [];
  const feed = createEventFeed(events);
  return { events, seen, feed, stop: feed.subscribe((event) => seen.push(event)) };
}

const request = (id: number) => ({ id }) as RequestSummary;

it("batches recorded requests into one event, in order", () => {
  const { events, seen } = start();
  for (let id = 1; id <= 100; id++) events.emit("requests.recorded", [request(id)]);
  expect(seen).toEqual([]);
  vi.advanceTimersByTime(100);
  expect(seen).toHaveLength(1);
  expect(seen[0]).toMatchObject({ name: "requests.recorded", payload: { 0: { id: 1 }, 99: { id: 100 } } });
});

it("batches changed memories and recorded requests separately", () => {
  const { events, seen } = start();
  for (let id = 1; id <= 30; id++) {
    events.emit("memories.changed", [{ id: String(id) } as MemoryChange]);
    events.emit("requests.recorded", [request(id)]);
  }
  vi.advanceTimersByTime(100);
  expect(seen.map(({ name, payload }) => [name, (payload as readonly unknown[]).length])).toEqual([
    ["memories.changed", 30],
    ["requests.recorded", 30],
  ]);
});

it("listens to events only while it has a subscriber", () => {
  const { events, feed, stop } = start();
  expect(events.hasListener("requests.recorded")).toBe(true);
  const stopOther = feed.subscribe(() => undefined);
  stop();
  expect(events.hasListener("requests.recorded")).toBe(true);
  stopOther();
  expect(events.hasListener("requests.recorded")).toBe(false);
});

it("forwards all other events immediately", () => {
  const { events, seen } = start();
  events.emit("clients.changed", null);
  events.emit("status.changed", null);
  expect(seen.map((event) => event.name)).toEqual(["clients.changed", "status.changed"]);
});

it("sends nothing to a removed listener or after it was closed", () => {
  const { events, seen, feed, stop } = start();
  stop();
  events.emit("settings.changed", null);
  const other: BridgeEvent[] = [];
  feed.subscribe((event) => other.push(event));
  feed.close();
  events.emit("settings.changed", null);
  vi.runAllTimers();
  expect(seen.concat(other)).toEqual([]);
});
