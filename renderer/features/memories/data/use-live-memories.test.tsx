import { QueryClient, QueryClientProvider, useQueryClient } from "@tanstack/react-query";
import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { MemoryChange } from "../../../../electron/core/events.ts";
import type { Memory } from "../../../../electron/core/memory.ts";
import type { BridgeEvent } from "../../../../electron/window-api/contract.ts";
import { createDesktopBridge } from "../../../bridge.ts";
import { BridgeProvider, useBridgeQuery } from "../../../data/use-bridge.tsx";
import { sampleMemory } from "../../../testing/samples.ts";
import { type MemoryQuery, parseQuery } from "../query/memory-query.ts";
import { MemoryCache } from "./memory-cache.ts";
import { rowsOf } from "./memory-pages.ts";
import { useLiveMemories } from "./use-live-memories.ts";
import { useMemoryPages } from "./use-memory-pages.ts";

const assistant = { name: "Claude Code", version: "2" };
const memory = (id: string, rest: Partial<Memory> = {}) =>
  sampleMemory({ id, client: assistant, createdAt: `2026-01-${id}T00:00:00.000Z`, ...rest });

let store: Map<string, Memory>;
/** The methods of the requests about one memory. */
let requests: string[];
/** The next responses to `memories.get` wait for these. */
let delays: Promise<void>[];
let emit: (event: BridgeEvent) => void;

beforeEach(() => {
  store = new Map();
  requests = [];
  delays = [];
});
afterEach(cleanup);

function useList(query: MemoryQuery) {
  useBridgeQuery("memories.history", { reference: "10" });
  return {
    pages: useMemoryPages(query, false),
    live: useLiveMemories(query),
    cache: new MemoryCache(useQueryClient()),
  };
}

/** The response to the list is determined immediately but held until `held` is resolved. */
async function follow(address = "", held = Promise.resolve()) {
  const queryAt = (at: string) => parseQuery("all", new URLSearchParams(at));
  const listeners = new Set<(event: BridgeEvent) => void>();
  emit = (event) => {
    for (const listener of listeners) listener(event);
  };
  const bridge = createDesktopBridge({
    async invoke(method, input) {
      const { reference } = input as { reference?: string };
      if (reference !== undefined) requests.push(method);
      if (method === "memories.history") return { ok: true, value: [] };
      if (method === "memories.get") {
        const value = store.get(reference ?? "");
        await delays.shift();
        return { ok: true, value };
      }
      const items = [...store.values()].reverse();
      await held;
      return { ok: true, value: { items } };
    },
    cancel: () => undefined,
    pathOf: () => "",
    onEvent: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  });
  const client = new QueryClient();
  const { result, rerender } = renderHook(useList, {
    initialProps: queryAt(address),
    wrapper: ({ children }) => (
      <BridgeProvider bridge={bridge}>
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      </BridgeProvider>
    ),
  });
  await waitFor(() => expect(result.current.pages.data).toBeDefined());
  return {
    ids: () => rowsOf(result.current.pages.data).map((row) => row.memory.id),
    first: () => rowsOf(result.current.pages.data)[0]?.memory,
    fresh: () => result.current.live.fresh,
    cache: result.current.cache,
    open: (other: string) => rerender(queryAt(other)),
  };
}

const announce = (kind: MemoryChange["kind"], ...memories: readonly Memory[]) =>
  announceBy(assistant, kind, ...memories);

/** @param by the client that made the change; null for the owner */
async function announceBy(by: MemoryChange["client"], kind: MemoryChange["kind"], ...memories: readonly Memory[]) {
  await act(async () => {
    for (const changed of memories) store.set(changed.id, changed);
    const changes = memories.map(({ id, urn, domain, namespace, tags, revision, pinned }) => {
      return {
        kind,
        id,
        urn,
        previousUrn: urn,
        domain,
        namespace,
        tags,
        previousTags: tags,
        revision,
        pinned,
        client: by,
      };
    });
    emit({ name: "memories.changed", payload: changes });
  });
}

describe("useLiveMemories", () => {
  it("inserts a captured memory and marks it as new", async () => {
    store.set("10", memory("10"));
    const list = await follow();
    await announce("captured", memory("11"));
    await waitFor(() => expect(list.ids()).toEqual(["11", "10"]));
    expect([...list.fresh().ids]).toEqual(["11"]);
  });

  it("does not mark memories as new in an empty list", async () => {
    const list = await follow();
    await announce("captured", memory("11"));
    await waitFor(() => expect(list.ids()).toEqual(["11"]));
    expect(list.fresh().ids.size).toBe(0);
  });

  it("applies a change that arrives before the first page", async () => {
    store.set("10", memory("10"));
    const held = Promise.withResolvers<void>();
    const following = follow("", held.promise);
    await announce("updated", memory("10", { content: "changed", revision: 2 }));
    held.resolve();
    const list = await following;
    await waitFor(() => expect(list.first()?.content).toBe("changed"));
  });

  it("keeps the newer of two states of a memory whose responses arrive in reverse order", async () => {
    store.set("10", memory("10"));
    const list = await follow();
    const slow = Promise.withResolvers<void>();
    delays.push(slow.promise);
    await announce("updated", memory("10", { content: "second", revision: 2 }));
    await announce("updated", memory("10", { content: "third", revision: 3 }));
    await waitFor(() => expect(list.first()?.content).toBe("third"));
    await act(async () => {
      slow.resolve();
      await new Promise((resolve) => setTimeout(resolve, 20));
    });
    expect(list.first()?.content).toBe("third");
  });

  it("does not fetch the edits and pins of this window, which it has from their responses", async () => {
    const edited = memory("10", { content: "changed", revision: 2, validUntil: "2027-01-01T00:00:00.000Z" });
    const pinned = { ...edited, pinned: true };
    store.set("10", memory("10"));
    const list = await follow();
    await waitFor(() => expect(requests).toEqual(["memories.history"]));
    for (const [kind, state] of [
      ["validity", edited],
      ["updated", pinned],
    ] as const) {
      act(() => list.cache.patch(state));
      await announce(kind, state);
    }
    await waitFor(() => expect(requests).toHaveLength(3));
    expect(requests).not.toContain("memories.get");
    await announce("updated", edited);
    await waitFor(() => expect(requests).toContain("memories.get"));
    await waitFor(() => expect(list.first()?.pinned).toBe(false));
  });

  it.each(["captured", "restored"] as const)("does not announce memories as new that the owner %s", async (kind) => {
    store.set("10", memory("10"));
    const list = await follow();
    await announceBy(null, kind, memory("11"));
    await waitFor(() => expect(list.ids()).toEqual(["11", "10"]));
    expect(list.fresh()).toEqual({ ids: new Set(), waiting: 0 });
    await announceBy(null, kind, ...Array.from({ length: 25 }, (_, index) => memory(`2${index}x`)));
    await waitFor(() => expect(list.ids()).toHaveLength(27));
    expect(list.fresh()).toEqual({ ids: new Set(), waiting: 0 });
  });

  it("announces a memory that a client restored as new", async () => {
    store.set("10", memory("10"));
    const list = await follow();
    await announce("restored", memory("11"));
    await waitFor(() => expect([...list.fresh().ids]).toEqual(["11"]));
  });

  it("does not announce a memory as new that is valid again because of an edit in this window", async () => {
    store.set("10", memory("10"));
    const list = await follow();
    const extended = memory("11", { revision: 2, validUntil: "2099-01-01T00:00:00.000Z" });
    await announce("updated", memory("11"));
    act(() => list.cache.patch(extended));
    await announceBy(null, "validity", extended);
    await waitFor(() => expect(list.ids()).toEqual(["11", "10"]));
    expect(list.fresh().ids.size).toBe(0);
  });

  it("ignores memories that do not match the filters", async () => {
    store.set("10", memory("10", { namespace: "config" }));
    const list = await follow("namespace=config");
    await announce("captured", memory("11"), memory("12", { namespace: "config" }));
    await waitFor(() => expect(list.ids()).toEqual(["12", "10"]));
  });

  it("keeps a memory deleted elsewhere in place, marked", async () => {
    store.set("10", memory("10"));
    const list = await follow();
    await announce("deleted", memory("10", { deletedAt: "2026-02-01T00:00:00.000Z", revision: 2 }));
    await waitFor(() => expect(list.first()?.deletedAt).not.toBeNull());
    expect(list.ids()).toEqual(["10"]);
  });

  it("offers to reload instead of fetching many new memories one by one", async () => {
    store.set("10", memory("10"));
    const list = await follow();
    await announce("captured", ...Array.from({ length: 25 }, (_, index) => memory(`2${index}x`)));
    await waitFor(() => expect(list.fresh().waiting).toBe(25));
    expect(list.ids()).toEqual(["10"]);
  });

  it("does not mark memories as new in another list, and still offers to reload the first one", async () => {
    store.set("10", memory("10"));
    const list = await follow();
    await announce("captured", memory("11"));
    await waitFor(() => expect([...list.fresh().ids]).toEqual(["11"]));
    await announce("captured", ...Array.from({ length: 25 }, (_, index) => memory(`2${index}x`)));
    await waitFor(() => expect(list.fresh().waiting).toBe(25));
    list.open("namespace=config");
    expect(list.fresh()).toEqual({ ids: new Set(), waiting: 0 });
    list.open("");
    expect(list.fresh()).toEqual({ ids: new Set(), waiting: 25 });
  });
});
