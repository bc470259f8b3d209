import { fireEvent, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { activityEntry } from "../../../electron/core/activity.ts";
import type { Proposal } from "../../../electron/core/inbox.ts";
import { renderPlace } from "../../testing/render-place.tsx";
import { sampleMemory, sampleServer, sampleSpace, sampleStatus } from "../../testing/samples.ts";
import type { Responses } from "../../testing/test-bridge.ts";
import { TodayView } from "./today-view.tsx";

const counts = {
  memories: 3,
  trash: 0,
  superseded: 0,
  expired: 0,
  upcoming: 0,
  pinned: 0,
  domains: 1,
  namespaces: 1,
  tags: 1,
};
const responses: Responses = {
  "memories.counts": () => counts,
  "activity.entries": () => ({
    items: [activityEntry({ kind: "connected", at: new Date().toISOString(), client: "Codex", request: 1 })],
  }),
};
const show = (more: Responses = {}) => renderPlace(<TodayView />, "#/today", { ...responses, ...more });
const waits = () => within(screen.getByRole("complementary", { name: "Waits for you" }));

it("shows what happened, and that nothing waits", async () => {
  show();
  expect(await screen.findByText("Codex")).toBeTruthy();
  expect(waits().getByText("Nothing waits for you.")).toBeTruthy();
});

it("names each decision with its first action", async () => {
  const alert = { code: "storage" as const, message: "The disk is full.", details: { reason: "backup_failed" } };
  const bridge = show({
    "app.status": () => sampleStatus({ alerts: [alert] }),
    "backups.make": () => ({
      name: "a",
      kind: "manual",
      at: new Date().toISOString(),
      bytes: 1,
      memories: 1,
      trash: 0,
      superseded: 0,
      expired: 0,
      upcoming: 0,
    }),
    "spaces.list": () => [sampleSpace({ conflicts: 2 })],
    "servers.list": () => [sampleServer("tickets", { tools: { approved: 1, waiting: 2 } })],
    "suggestions.counts": () => ({ waiting: 4, rejected: 0 }) as never,
  });
  expect(await waits().findByText("2 conflicts between devices")).toBeTruthy();
  expect(await waits().findByText("4 suggestions")).toBeTruthy();
  fireEvent.click(await waits().findByRole("button", { name: "Back up now" }));
  expect(await screen.findByText("Backup made.")).toBeTruthy();
  expect(bridge.calls.some(({ method }) => method === "backups.make")).toBe(true);
  const tools = waits().getByText("2 tools of tickets to approve").closest("li") as HTMLElement;
  fireEvent.click(within(tools).getByRole("button", { name: "Review" }));
  expect(location.hash).toBe("#/servers/id-tickets");
});

it("keeps the first proposal, and offers to undo it", async () => {
  let waiting = [{ memory: sampleMemory({ id: "01P", content: "Deploys run on Tuesdays." }) } as Proposal];
  const bridge = show({
    "inbox.counts": () => ({ waiting: waiting.length, rejected: 0 }),
    "inbox.list": () => ({ items: waiting }),
    "inbox.keep": ({ id }) => {
      waiting = [];
      return sampleMemory({ id });
    },
  });
  fireEvent.click(await waits().findByRole("button", { name: "Keep “Deploys run on Tuesdays.”" }));
  expect(await screen.findByRole("button", { name: "Undo" })).toBeTruthy();
  bridge.emit({ name: "inbox.changed", payload: null });
  expect(await waits().findByText("Nothing waits for you.")).toBeTruthy();
});

it("shows the first steps until they are closed", async () => {
  show({
    "memories.counts": () => ({ ...counts, memories: 0 }),
    "memories.list": () => ({ items: [] }),
    "activity.entries": () => ({ items: [] }),
  });
  fireEvent.click(await screen.findByRole("button", { name: "Close first steps" }));
  expect(await screen.findByText("Nothing happened yet")).toBeTruthy();
});

it("finds near duplicates among the newest memories without Health, and does not name dismissed ones", async () => {
  const group = (id: string) => ({
    memory: sampleMemory({ id }),
    duplicates: [{ memory: sampleMemory({ id: `${id}0` }), score: 0.9, level: "same" as const }],
  });
  const cursors: (string | null)[] = [];
  show({
    "health.dismissed": () => ["duplicate:02:020"],
    "memories.findDuplicates": ({ cursor }) => {
      cursors.push(cursor);
      return cursor === null
        ? { items: [group("01"), group("02")], scanned: 400, nextCursor: "2" }
        : { items: [group("03")], scanned: 600, nextCursor: "3" };
    },
  });
  expect(await waits().findByText("2 groups of near duplicates", {}, { timeout: 5_000 })).toBeTruthy();
  expect(cursors).toEqual([null, "2"]);
});
