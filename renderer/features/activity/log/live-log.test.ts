import { expect, it, vi } from "vitest";
import type { RequestSummary } from "../../../../electron/core/request-log.ts";
import { sampleRequest } from "../testing/sample-requests.ts";
import { LiveLog, type LiveLogOptions } from "./live-log.ts";

/** A live log over `count` recorded messages, with frames that the test runs. */
function liveLogOver(count: number, options: Partial<LiveLogOptions> = {}) {
  const written: RequestSummary[] = Array.from({ length: count }, (_, index) => sampleRequest({ id: index + 1 }));
  const frames: (() => void)[] = [];
  const log = new LiveLog({
    load: async ({ limit, beforeId = Number.POSITIVE_INFINITY }) => {
      const items = written
        .filter((row) => row.id < beforeId)
        .reverse()
        .slice(0, limit);
      const last = items.at(-1)?.id ?? 0;
      return { items, nextCursor: last > 1 ? String(last) : undefined };
    },
    matches: () => true,
    schedule: (flush) => frames.push(flush),
    ...options,
  });
  const write = (amount: number) => {
    const fresh = Array.from({ length: amount }, (_, index) => sampleRequest({ id: written.length + index + 1 }));
    written.push(...fresh);
    return fresh;
  };
  return {
    log,
    frames,
    ids: () => log.snapshot.rows.map((row) => row.id),
    /** Records messages and emits their events. */
    record(amount: number) {
      log.receive(write(amount));
    },
    /** Records messages without events. */
    write,
    frame() {
      for (const flush of frames.splice(0)) flush();
    },
  };
}

it("applies all rows between two frames as one change, newest first", async () => {
  const { log, record, frame, frames, ids } = liveLogOver(2);
  await log.start();
  frame();
  let changes = 0;
  log.subscribe(() => {
    changes += 1;
  });
  record(1);
  record(2);
  expect(frames).toHaveLength(1);
  frame();
  expect(changes).toBe(1);
  expect(ids()).toEqual([5, 4, 3, 2, 1]);
});

it("shows a row once that is in the first page and in an event", async () => {
  const { log, record, frame, ids } = liveLogOver(1);
  const started = log.start();
  record(1);
  await started;
  frame();
  expect(ids()).toEqual([2, 1]);
});

it("does not count a row as waiting that is in the first page and in an event", async () => {
  const { log, record, write, frame, ids } = liveLogOver(1);
  const written = write(1);
  const started = log.start();
  log.receive(written);
  await started;
  log.hold("paused");
  record(2);
  frame();
  expect(ids()).toEqual([2, 1]);
  expect(log.snapshot.waiting).toBe(2);
});

it("only counts new rows while held and adds them in front when it follows", async () => {
  const { log, record, frame, ids } = liveLogOver(1);
  await log.start();
  log.hold("paused");
  record(42);
  frame();
  expect(ids()).toEqual([1]);
  expect(log.snapshot).toMatchObject({ hold: "paused", waiting: 42 });
  log.follow();
  expect(log.snapshot).toMatchObject({ hold: null, waiting: 0 });
  expect(ids()).toHaveLength(43);
});

it("keeps a pause when the owner starts reading", async () => {
  const { log } = liveLogOver(1);
  await log.start();
  log.hold("paused");
  log.hold("reading");
  expect(log.snapshot.hold).toBe("paused");
});

it("drops the oldest rows beyond the maximum and reads them again on demand", async () => {
  const { log, record, frame, ids } = liveLogOver(3, { maxRows: 5 });
  await log.start();
  record(4);
  frame();
  expect(ids()).toEqual([7, 6, 5, 4, 3]);
  expect(log.snapshot.older).toBe("more");
  await log.loadOlder();
  expect(ids()).toEqual([7, 6, 5, 4, 3, 2, 1]);
  expect(log.snapshot.older).toBe("end");
});

it("drops the old rows when more new ones waited than the maximum, leaving no gap", async () => {
  const { log, record, frame, ids } = liveLogOver(3, { maxRows: 4 });
  await log.start();
  log.hold("reading");
  record(10);
  frame();
  expect(log.snapshot.waiting).toBe(10);
  log.follow();
  expect(ids()).toEqual([13, 12, 11, 10]);
  await log.loadOlder();
  expect(ids().slice(0, 6)).toEqual([13, 12, 11, 10, 9, 8]);
});

it("appends older pages without repeating a row", async () => {
  const { log, ids } = liveLogOver(450);
  await log.start();
  await log.loadOlder();
  await log.loadOlder();
  expect(new Set(ids()).size).toBe(450);
  expect(log.snapshot.older).toBe("end");
});

it("queries the log once for many events if only the log can evaluate the filter", async () => {
  let queries = 0;
  const pages = [
    [2, 1],
    [4, 2, 1],
  ];
  const { log, frame, ids } = liveLogOver(0, {
    matches: null,
    load: async () => {
      const rows = pages[Math.min(queries, pages.length - 1)] ?? [];
      queries += 1;
      return { items: rows.map((id) => sampleRequest({ id })) };
    },
  });
  await log.start();
  log.receive([sampleRequest({ id: 3 }), sampleRequest({ id: 4 })]);
  frame();
  await Promise.resolve();
  await Promise.resolve();
  expect(ids()).toEqual([4, 2, 1]);
  expect(queries).toBe(2);
});

it("counts new rows by a query while held, without moving, if only the log can evaluate the filter", async () => {
  let newest = 2;
  const { log, frame, ids } = liveLogOver(0, {
    matches: null,
    load: async () => ({ items: [...Array(newest).keys()].reverse().map((index) => sampleRequest({ id: index + 1 })) }),
  });
  await log.start();
  log.hold("paused");
  newest = 5;
  log.receive([sampleRequest({ id: 6 })]);
  frame();
  await vi.waitFor(() => expect(log.snapshot.waiting).toBe(3), 30_000);
  expect(ids()).toEqual([2, 1]);
  log.follow();
  await vi.waitFor(() => expect(ids()).toEqual([5, 4, 3, 2, 1]), 30_000);
});

it("reports a full page of new rows as a lower bound", async () => {
  const { log, record, frame } = liveLogOver(10, { matches: null });
  await log.start();
  log.hold("paused");
  record(900);
  frame();
  await vi.waitFor(() => expect(log.snapshot).toMatchObject({ waiting: 200, waitingMore: true }), 30_000);
  log.follow();
  expect(log.snapshot).toMatchObject({ waiting: 0, waitingMore: false });
});

it("reads rows whose events are still to come when it follows on demand", async () => {
  const { log, write, frame, ids } = liveLogOver(2);
  await log.start();
  log.hold("reading");
  const fresh = write(3);
  await log.followNow();
  expect(ids()).toEqual([5, 4, 3, 2, 1]);
  log.receive(fresh);
  frame();
  expect(ids()).toEqual([5, 4, 3, 2, 1]);
});

it("exposes the error of a failed load and recovers when started again", async () => {
  let fail = true;
  const { log } = liveLogOver(0, {
    load: async () => {
      if (fail) throw new Error("gone");
      return { items: [sampleRequest({ id: 1 })] };
    },
  });
  await log.start();
  expect(log.snapshot).toMatchObject({ state: "failed", failure: new Error("gone") });
  fail = false;
  await log.start();
  expect(log.snapshot.state).toBe("ready");
});

it("ignores a page that was requested before the log was cleared", async () => {
  const { log, ids } = liveLogOver(300);
  await log.start();
  const older = log.loadOlder();
  log.clear();
  await older;
  expect(ids()).toEqual([]);
});

it("catches up after a lost connection, immediately while following and otherwise after the hold", async () => {
  const { log, write, ids } = liveLogOver(2);
  await log.start();
  write(1);
  log.catchUp();
  await vi.waitFor(() => expect(ids()).toEqual([3, 2, 1]), 30_000);
  log.hold("reading");
  write(1);
  log.catchUp();
  expect(ids()).toEqual([3, 2, 1]);
  log.follow();
  await vi.waitFor(() => expect(ids()).toEqual([4, 3, 2, 1]), 30_000);
});

it("replaces a changed row and removes it if it does not match the filter any more", async () => {
  const { log, ids } = liveLogOver(3, { matches: (row) => !row.pinned });
  await log.start();
  log.replace([sampleRequest({ id: 2, pinned: true }), sampleRequest({ id: 3, target: "other" })]);
  expect(ids()).toEqual([3, 1]);
  expect(log.snapshot.rows[0]?.target).toBe("other");
});
