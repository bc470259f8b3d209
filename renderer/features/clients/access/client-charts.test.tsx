import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderPlace } from "../../../testing/render-place.tsx";
import { sampleActivity } from "../../../testing/samples.ts";
import { ClientCharts, everyDay } from "./client-charts.tsx";

const cellsOf = async (name: string) =>
  [...(await screen.findByRole("region", { name })).querySelectorAll("td")].map((cell) => cell.textContent);
const hour = (at: string, requests: number, errors: number) => ({ at, requests, errors, p50: null, p99: null });
const rates = (client: string, requests: number, errors: number) => ({
  client,
  minutes: [hour("2026-11-21T10:00:00.000Z", requests, errors)],
  requests,
  errors,
  p50: null,
  p99: null,
});

it("sums the requests of the client's names, and shows the memories that it got and used", async () => {
  renderPlace(<ClientCharts subject="codex" />, "#/clients", {
    "clients.list": () => [
      sampleActivity("codex", { subject: "codex" }),
      sampleActivity("codex-mcp-client", { subject: "codex" }),
      sampleActivity("cursor", { subject: "cursor" }),
    ],
    "requests.rates": () => ({
      minutes: [],
      clients: [rates("codex", 4, 1), rates("codex-mcp-client", 2, 0), rates("cursor", 90, 9)],
    }),
    "use.byClient": () => [
      { subject: "codex", day: "2026-11-21", given: 5, used: 2, unknown: 1 },
      { subject: "codex", day: "2026-11-19", given: 3, used: 3, unknown: 0 },
      { subject: "cursor", day: "2026-11-21", given: 9, used: 9, unknown: 0 },
    ],
  });
  expect((await cellsOf("Requests of the last day")).slice(1)).toEqual(["6", "1"]);
  expect(await cellsOf("Use of memories")).toEqual([
    "Sat, Nov 21",
    "5",
    "2",
    "Fri, Nov 20",
    "0",
    "0",
    "Thu, Nov 19",
    "3",
    "3",
  ]);
});

it("shows no chart without data", async () => {
  const bridge = renderPlace(<ClientCharts subject="codex" />, "#/clients", {
    "clients.list": () => [],
    "requests.rates": () => ({ minutes: [], clients: [] }),
    "use.byClient": () => [],
  });
  await expect.poll(() => bridge.calls.length).toBeGreaterThanOrEqual(3);
  expect(screen.queryByRole("figure")).toBeNull();
});

it("has every day from the first to the last, at most two weeks", () => {
  expect(everyDay([{ day: "2026-11-02" }, { day: "2026-10-31" }]).map(([day, found]) => [day, found?.day])).toEqual([
    ["2026-10-31", "2026-10-31"],
    ["2026-11-01", undefined],
    ["2026-11-02", "2026-11-02"],
  ]);
  expect(everyDay([{ day: "2026-01-01" }, { day: "2026-11-02" }])).toHaveLength(14);
  expect(everyDay([{ day: "2026-11-02" }])).toHaveLength(1);
});
