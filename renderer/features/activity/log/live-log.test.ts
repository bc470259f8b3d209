import { expect, test, vi } from "vitest";
import type { RequestSummary } from "../../../../electron/core/request-log.ts";
import { sampleRequest } from "../testing/sample-requests.ts";
import { createLiveLog, type LiveLogOptions } from "./live-log.ts";

/** A log of `count` messages behind pages, whose frames are run by hand. */
function liveLogOver(count: number, options: Partial<LiveLogOptions> = {}) {
  const written: RequestSummary[] = Array.from({ length: count }, (_, index) => sampleRequest({ id: index + 1 }));
  const frames: (() => void)[] = [];
  const log = createLiveLog({
    load: async ({ limit, beforeId = Number.POSITIVE_INFINITY }) => {
      const items = written
        .filter((row) => row.id < beforeId)
        .reverse()
        .slice(0, limit);
      const last = items.at(-1)?.id ?? 0;
      return { items, ...(last > 1 ? { nextCursor: String(last) } : {}) };
    },
    accepts: () => true,
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
    ids: () => log.snapshot().rows.map((row) => row.id),
    /** Messages are written and announced. */
    record(amount: number) {
      log.receive(write(amount));
    },
    /** Messages are written, and the window is not told. */
    write,
    frame() {
      for (const flush of frames.splice(0)) {
        flush();
      }
    },
  };
}

test("many arrivals between two frames reach the window as one change, the newest first", async () => {
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

test("a row that the first page brought and the event announced too stands there once", async () => {
  const { log, record, frame, ids } = liveLogOver(1);
  const started = log.start();
  record(1);
  await started;
  frame();
  expect(ids()).toEqual([2, 1]);
});

test("while held, new rows only count; following again puts them in front", async () => {
  const { log, record, frame, ids } = liveLogOver(1);
  await log.start();
  log.hold("asked");
  record(42);
  frame();
  expect(ids()).toEqual([1]);
  expect(log.snapshot()).toMatchObject({ hold: "asked", waiting: 42 });
  log.follow();
  expect(log.snapshot()).toMatchObject({ hold: null, waiting: 0 });
  expect(ids()).toHaveLength(43);
});

test("reading does not turn a pause that was asked for into one that ends by itself", async () => {
  const { log } = liveLogOver(1);
  await log.start();
  log.hold("asked");
  log.hold("reading");
  expect(log.snapshot().hold).toBe("asked");
});

test("a flood is kept to the bound, and the rows below it are read from the log again", async () => {
  const { log, record, frame, ids } = liveLogOver(3, { maximumRows: 5 });
  await log.start();
  record(4);
  frame();
  expect(ids()).toEqual([7, 6, 5, 4, 3]);
  expect(log.snapshot().older).toBe("more");
  await log.loadOlder();
  expect(ids()).toEqual([7, 6, 5, 4, 3, 2, 1]);
  expect(log.snapshot().older).toBe("end");
});

test("when more waited than can be kept, no gap is left between new rows and old ones", async () => {
  const { log, record, frame, ids } = liveLogOver(3, { maximumRows: 4 });
  await log.start();
  log.hold("reading");
  record(10);
  frame();
  expect(log.snapshot().waiting).toBe(10);
  log.follow();
  expect(ids()).toEqual([13, 12, 11, 10]);
  await log.loadOlder();
  expect(ids().slice(0, 6)).toEqual([13, 12, 11, 10, 9, 8]);
});

test("older pages join on without repeating a row", async () => {
  const { log, ids } = liveLogOver(450);
  await log.start();
  await log.loadOlder();
  await log.loadOlder();
  expect(new Set(ids()).size).toBe(450);
  expect(log.snapshot().older).toBe("end");
});

test("where only the log can tell what passes the filter, it is asked, once for many arrivals", async () => {
  let questions = 0;
  const pages = [
    [2, 1],
    [4, 2, 1],
  ];
  const { log, frame, ids } = liveLogOver(0, {
    accepts: null,
    load: async () => {
      const rows = pages[Math.min(questions, pages.length - 1)] ?? [];
      questions += 1;
      return { items: rows.map((id) => sampleRequest({ id })) };
    },
  });
  await log.start();
  log.receive([sampleRequest({ id: 3 }), sampleRequest({ id: 4 })]);
  frame();
  await Promise.resolve();
  await Promise.resolve();
  expect(ids()).toEqual([4, 2, 1]);
  expect(questions).toBe(2);
});

test("held where only the log can tell, it is asked how many are new, and nothing moves", async () => {
  let newest = 2;
  const { log, frame, ids } = liveLogOver(0, {
    accepts: null,
    load: async () => ({ items: [...Array(newest).keys()].reverse().map((index) => sampleRequest({ id: index + 1 })) }),
  });
  await log.start();
  log.hold("asked");
  newest = 5;
  log.receive([sampleRequest({ id: 6 })]);
  frame();
  await vi.waitFor(() => expect(log.snapshot().waiting).toBe(3));
  expect(ids()).toEqual([2, 1]);
  log.follow();
  await vi.waitFor(() => expect(ids()).toEqual([5, 4, 3, 2, 1]));
});

test("held where only the log can tell, a full page of new rows counts as at least so many", async () => {
  const { log, record, frame } = liveLogOver(10, { accepts: null });
  await log.start();
  log.hold("asked");
  record(900);
  frame();
  await vi.waitFor(() => expect(log.snapshot()).toMatchObject({ waiting: 200, waitingMore: true }));
  log.follow();
  expect(log.snapshot()).toMatchObject({ waiting: 0, waitingMore: false });
});

test("what is not yet announced is read at once where it is asked for", async () => {
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

test("a failed load says what it failed with, and starting again heals it", async () => {
  let fail = true;
  const { log } = liveLogOver(0, {
    load: async () => {
      if (fail) {
        throw new Error("gone");
      }
      return { items: [sampleRequest({ id: 1 })] };
    },
  });
  await log.start();
  expect(log.snapshot()).toMatchObject({ state: "failed", failure: new Error("gone") });
  fail = false;
  await log.start();
  expect(log.snapshot().state).toBe("ready");
});

test("after a clear, a page that was already on its way brings nothing back", async () => {
  const { log, ids } = liveLogOver(300);
  await log.start();
  const older = log.loadOlder();
  log.empty();
  await older;
  expect(ids()).toEqual([]);
});

test("after a lost connection it catches up: at once while following, else when the hold ends", async () => {
  const { log, write, ids } = liveLogOver(2);
  await log.start();
  write(1);
  log.catchUp();
  await vi.waitFor(() => expect(ids()).toEqual([3, 2, 1]));
  log.hold("reading");
  write(1);
  log.catchUp();
  expect(ids()).toEqual([3, 2, 1]);
  log.follow();
  await vi.waitFor(() => expect(ids()).toEqual([4, 3, 2, 1]));
});

test("a row that was pinned shows it at once, and leaves where the filter no longer passes it", async () => {
  const { log, ids } = liveLogOver(3, { accepts: (row) => !row.pinned });
  await log.start();
  log.replace([sampleRequest({ id: 2, pinned: true }), sampleRequest({ id: 3, target: "other" })]);
  expect(ids()).toEqual([3, 1]);
  expect(log.snapshot().rows[0]?.target).toBe("other");
});
