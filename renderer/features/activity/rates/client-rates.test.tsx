import { fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { renderPlace } from "../../../testing/render-place.tsx";
import { formatSpan } from "../log/format.ts";
import { ClientRatesPanel } from "./client-rates.tsx";

const START = Date.UTC(2026, 10, 21, 10, 0);
const minutes = [0, 1, 2].map((step) => ({
  at: new Date(START + step * 60_000).toISOString(),
  requests: step * 40,
  errors: step === 2 ? 1 : 0,
  p50: step === 0 ? null : 2,
  p99: step === 0 ? null : 9,
}));
const figures = { minutes, requests: 120, errors: 1, p50: 2, p99: 9 };
const onTime = vi.fn();
const onClient = vi.fn();

beforeEach(() => {
  localStorage.clear();
  vi.clearAllMocks();
  renderPlace(<ClientRatesPanel onClient={onClient} onTime={onTime} />, "#/activity", {
    "requests.rates": () => ({ minutes, clients: [{ client: "codex", ...figures }] }),
  });
});

const timeOf = (step: number) => formatSpan(START + step * 60_000, START + (step + 1) * 60_000);

it("shows each client's figures and error share, and filters by the client", async () => {
  const row = (await screen.findByRole("rowheader", { name: "codex" })).closest("tr") as HTMLElement;
  expect(row.textContent).toContain("120");
  expect(row.textContent).toContain("1 · 0.8%");
  fireEvent.click(within(row).getByRole("button", { name: "codex" }));
  expect(onClient).toHaveBeenCalledWith("codex");
});

it("filters the log by the time of a bar, by pointer and by keyboard", async () => {
  const bars = within(await screen.findByRole("group", { name: "codex: Requests" })).getAllByRole("button");
  expect(bars.map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, 0]);
  expect(bars[2]?.getAttribute("aria-label")).toBe(`${timeOf(2)}: 80 requests, 1 failed. Show only this time`);
  bars[2]?.focus();
  fireEvent.keyDown(bars[2] as HTMLElement, { key: "ArrowLeft" });
  expect(document.activeElement).toBe(bars[1]);
  fireEvent.click(bars[1] as HTMLElement);
  expect(onTime).toHaveBeenCalledWith({ since: START + 60_000, until: START + 120_000 }, "codex");
});

it("lists the figures by time, without steps that had no requests", async () => {
  fireEvent.click(await screen.findByRole("radio", { name: "By time" }));
  const rows = (await screen.findAllByRole("row")).slice(1);
  expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
    [timeOf(2), "80", "2.0 ms", "9.0 ms", "1 · 1.3%"],
    [timeOf(1), "40", "2.0 ms", "9.0 ms", "none"],
  ]);
  fireEvent.click(screen.getByRole("button", { name: timeOf(1) }));
  expect(onTime).toHaveBeenCalledWith({ since: START + 60_000, until: START + 120_000 }, null);
});
