import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, renderHook, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { Bridge } from "../../../bridge.ts";
import { BridgeProvider } from "../../../data/use-bridge.tsx";
import { createTestBridge } from "../../../testing/test-bridge.ts";
import { parseQuery } from "../query/memory-query.ts";
import { useMemoryPages } from "./use-memory-pages.ts";

afterEach(cleanup);

it("aborts a search that another replaces, and keeps the previous results until the next arrive", async () => {
  const requests: { readonly query: string; readonly signal: AbortSignal | undefined }[] = [];
  const waiting: (() => void)[] = [];
  const invoke = async (_method: string, input: { readonly query: string }, signal?: AbortSignal) => {
    requests.push({ query: input.query, signal });
    if (input.query !== "o") await new Promise<void>((resolve) => waiting.push(resolve));
    return { items: [], mode: "text", notices: [input.query] };
  };
  const bridge: Bridge = { ...createTestBridge({}), invoke: invoke as unknown as Bridge["invoke"] };
  const client = new QueryClient();
  const { result, rerender } = renderHook(
    ({ text }) => useMemoryPages(parseQuery("all", new URLSearchParams({ q: text })), false),
    {
      initialProps: { text: "o" },
      wrapper: ({ children }) => (
        <BridgeProvider bridge={bridge}>
          <QueryClientProvider client={client}>{children}</QueryClientProvider>
        </BridgeProvider>
      ),
    },
  );
  const shown = () => result.current.data?.pages[0]?.notices;
  await waitFor(() => expect(shown()).toEqual(["o"]));
  rerender({ text: "or" });
  rerender({ text: "ord" });
  await waitFor(() => expect(requests.map(({ query }) => query)).toEqual(["o", "or", "ord"]));
  expect(requests.map(({ signal }) => signal?.aborted)).toEqual([false, true, false]);
  expect(shown()).toEqual(["o"]);
  for (const resolve of waiting) resolve();
  await waitFor(() => expect(shown()).toEqual(["ord"]));
});

it("asks for the less likely memories only if the search is to be complete", async () => {
  const floors: (number | undefined)[] = [];
  const bridge = createTestBridge({
    "memories.search": ({ minScore }) => {
      floors.push(minScore);
      return { items: [], mode: "text", notices: [], lessLikely: minScore === undefined ? 12 : 0 };
    },
  });
  const client = new QueryClient();
  const query = parseQuery("all", new URLSearchParams({ q: "cache" }));
  const { result, rerender } = renderHook(({ isComplete }) => useMemoryPages(query, isComplete), {
    initialProps: { isComplete: false },
    wrapper: ({ children }) => (
      <BridgeProvider bridge={bridge}>
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      </BridgeProvider>
    ),
  });
  await waitFor(() => expect(result.current.data?.pages[0]?.lessLikely).toBe(12));
  rerender({ isComplete: true });
  await waitFor(() => expect(result.current.data?.pages[0]?.lessLikely).toBe(0));
  expect(floors).toEqual([undefined, 0]);
});
