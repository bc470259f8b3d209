import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, renderHook, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { BridgeProvider } from "../../../data/use-bridge.tsx";
import { createTestBridge } from "../../../testing/test-bridge.ts";
import { parseQuery } from "../query/memory-query.ts";
import { useFilterChoices } from "./filter-menu.tsx";

afterEach(cleanup);

function choicesOf(address: string) {
  const bridge = createTestBridge({
    "memories.facets": () => ({
      total: 3,
      namespaces: [{ value: "decisions", count: 3 }],
      domains: [],
      tags: [],
      clients: [{ value: "codex", count: 2 }],
    }),
    "memories.count": ({ since, neverRecalled }) => (neverRecalled === true ? 5 : since === "7d" ? 7 : 1),
  });
  const query = parseQuery("all", new URLSearchParams(address));
  const { result } = renderHook(() => useFilterChoices(query, ""), {
    wrapper: ({ children }) => (
      <BridgeProvider bridge={bridge}>
        <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
      </BridgeProvider>
    ),
  });
  const countOf = (id: string) =>
    result.current.flatMap(({ items }) => items).find((choice) => choice.id === id)?.count;
  return { bridge, countOf };
}

it("counts the memories of every choice: namespaces, clients, times and never recalled", async () => {
  const { countOf } = choicesOf("");
  await waitFor(() => expect(countOf("recalled:never")).toBe(5));
  expect(["namespace:decisions", "client:codex", "since:7d", "since:1d"].map(countOf)).toEqual([3, 2, 7, 1]);
});

it("counts a time span with the other filters, in place of the active time span", async () => {
  const { bridge, countOf } = choicesOf("namespace=decisions&since=1d");
  await waitFor(() => expect(countOf("since:7d")).toBe(7));
  expect(bridge.calls).toContainEqual({
    method: "memories.count",
    input: { namespace: ["decisions"], since: "7d" },
  });
});
