import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { cleanup, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { MemoryChange } from "../../electron/core/events.ts";
import { createTestBridge } from "../testing/test-bridge.ts";
import { BridgeProvider, useBridgeQuery } from "./use-bridge.tsx";
import { useLiveData } from "./use-live-data.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function listen() {
  const bridge = createTestBridge({});
  const client = new QueryClient();
  const invalidated: unknown[] = [];
  vi.spyOn(client, "invalidateQueries").mockImplementation(async (filters) => {
    invalidated.push(filters?.queryKey?.[0]);
  });
  renderHook(() => useLiveData(), {
    wrapper: ({ children }) => (
      <BridgeProvider bridge={bridge}>
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      </BridgeProvider>
    ),
  });
  const count = (method: string) => invalidated.filter((name) => name === method).length;
  return { bridge, count };
}

it("refetches soon after the first event and then at the interval of each query", () => {
  const { bridge, count } = listen();
  bridge.emit({ name: "memories.changed", payload: [] });
  vi.advanceTimersByTime(150);
  expect([count("memories.counts"), count("memories.facets")]).toEqual([1, 1]);
  for (let change = 0; change < 30; change++) {
    bridge.emit({ name: "memories.changed", payload: [] });
    vi.advanceTimersByTime(100);
  }
  expect(count("memories.counts")).toBeGreaterThan(10);
  expect(count("memories.facets")).toBe(2);
  vi.advanceTimersByTime(2_000);
  expect(count("memories.facets")).toBe(3);
});

it("reads the projects soon after each decision of the owner, and at the interval after changes by clients", () => {
  const { bridge, count } = listen();
  const change = (client: MemoryChange["client"]): MemoryChange => ({
    kind: "restored",
    id: "1",
    urn: "recollect://acme/shop/decisions/1",
    previousUrn: "recollect://acme/shop/decisions/1",
    domain: "acme/shop",
    namespace: "decisions",
    tags: [],
    previousTags: [],
    revision: 1,
    pinned: false,
    client,
  });
  const emit = (client: MemoryChange["client"]) => bridge.emit({ name: "memories.changed", payload: [change(client)] });
  emit(null);
  vi.advanceTimersByTime(150);
  emit(null);
  vi.advanceTimersByTime(150);
  expect(count("memories.projects")).toBe(2);
  emit({ name: "codex", version: "1" });
  vi.advanceTimersByTime(1_000);
  expect(count("memories.projects")).toBe(2);
  emit(null);
  vi.advanceTimersByTime(90);
  emit(null);
  vi.advanceTimersByTime(60);
  expect(count("memories.projects")).toBe(3);
  vi.advanceTimersByTime(5_000);
  expect(count("memories.projects")).toBe(3);
});

it("leaves queries that the event does not affect", () => {
  const { bridge, count } = listen();
  bridge.emit({ name: "settings.changed", payload: null });
  vi.advanceTimersByTime(10_000);
  expect(count("settings.get")).toBe(1);
  expect(count("memories.facets")).toBe(0);
});

it("re-reads the list of conversations after changes, but not during embedding", () => {
  const { bridge, count } = listen();
  bridge.emit({ name: "conversations.embedded", payload: null });
  vi.advanceTimersByTime(10_000);
  expect([count("conversations.status"), count("conversations.sessions")]).toEqual([1, 0]);
  bridge.emit({ name: "conversations.changed", payload: { progress: null } });
  vi.advanceTimersByTime(10_000);
  expect([count("conversations.status"), count("conversations.sessions")]).toEqual([2, 1]);
});

it("refetches once more if an event arrived during the first read", async () => {
  const first = Promise.withResolvers<number>();
  const responses = [first.promise, Promise.resolve(1)];
  const bridge = createTestBridge({ "memories.count": () => responses.shift() ?? Promise.resolve(1) });
  const client = new QueryClient();
  const { result } = renderHook(
    () => {
      useLiveData();
      return useBridgeQuery("memories.count", {});
    },
    {
      wrapper: ({ children }) => (
        <BridgeProvider bridge={bridge}>
          <QueryClientProvider client={client}>{children}</QueryClientProvider>
        </BridgeProvider>
      ),
    },
  );
  bridge.emit({ name: "memories.changed", payload: [] });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(bridge.calls).toHaveLength(1);
  vi.useRealTimers();
  first.resolve(0);
  await waitFor(() => expect(result.current.data).toBe(1));
});

it("refetches data that changed while unmounted", async () => {
  vi.useRealTimers();
  const bridge = createTestBridge({});
  const client = new QueryClient();
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <BridgeProvider bridge={bridge}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </BridgeProvider>
  );
  const pages = { read: () => Promise.resolve(["before"]) };
  const mount = () =>
    renderHook(() => useQuery({ queryKey: ["memories.pages", {}], queryFn: () => pages.read() }), { wrapper });
  client.setDefaultOptions({ queries: { staleTime: Number.POSITIVE_INFINITY } });
  renderHook(() => useLiveData(), { wrapper });
  const first = mount();
  await waitFor(() => expect(first.result.current.data).toEqual(["before"]));
  first.unmount();
  pages.read = () => Promise.resolve(["before", "after"]);
  bridge.emit({ name: "memories.changed", payload: [] });
  const second = mount();
  await waitFor(() => expect(second.result.current.data).toEqual(["before", "after"]));
});
