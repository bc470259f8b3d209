import { useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { type RequestFilter, requestMatcher } from "../../../../electron/core/request-filter.ts";
import { useBridge, useBridgeEvent } from "../../../data/use-bridge.tsx";
import { LiveLog, type LogSnapshot } from "./live-log.ts";

/** The live log under a filter. A changed filter starts a new log at its newest page; a pause is carried over. */
export function useLiveLog(filter: RequestFilter): LiveLog {
  const bridge = useBridge();
  const key = JSON.stringify(filter);
  const log = useMemo(() => {
    const conditions = JSON.parse(key) as RequestFilter;
    return new LiveLog({
      load: (page) => bridge.invoke("requests.list", { ...conditions, ...page }),
      matches: requestMatcher(conditions),
      schedule: createFrameScheduler(),
    });
  }, [bridge, key]);

  const wasPaused = useRef(false);
  useEffect(() => {
    if (wasPaused.current) log.hold("paused");
    void log.start();
    return () => {
      wasPaused.current = log.snapshot.hold === "paused";
      log.stop();
    };
  }, [log]);
  useBridgeEvent("requests.recorded", (rows) => log.receive(rows));
  useEffect(() => {
    let lost = false;
    return bridge.onConnection((connected) => {
      if (connected && lost) log.catchUp();
      lost = !connected;
    });
  }, [bridge, log]);

  return log;
}

/** A value of the log's snapshot. The component renders only when it changes, so that new rows render only the list. */
export function useLogValue<Value>(log: LiveLog, select: (snapshot: LogSnapshot) => Value): Value {
  return useSyncExternalStore(log.subscribe, () => select(log.snapshot));
}

/** Minimum time between two renders of new rows: more than ten a second cannot be read. */
const MIN_INTERVAL_MS = 100;
/** Maximum time, however slow the machine. */
const MAX_INTERVAL_MS = 500;
/** One and a half frames at 60 Hz: a longer frame was dropped. */
const DROPPED_FRAME_MS = 25;

/** The page's clock and frames. */
interface FrameClock {
  now(): number;
  requestFrame(run: () => void): void;
  wait(run: () => void, milliseconds: number): void;
}

const PAGE_CLOCK: FrameClock = {
  now: () => performance.now(),
  requestFrame: (run) => void requestAnimationFrame(run),
  wait: (run, milliseconds) => void setTimeout(run, milliseconds),
};

/**
 * Runs work in a frame, with a minimum interval between two runs. Work that drops a frame lengthens the interval by
 * half, other work shortens it: under load a slow machine updates less often and stays responsive between updates.
 */
export function createFrameScheduler(clock: FrameClock = PAGE_CLOCK): (work: () => void) => void {
  let lastRun = Number.NEGATIVE_INFINITY;
  let interval = MIN_INTERVAL_MS;

  function runInFrame(work: () => void): void {
    clock.requestFrame(() => {
      lastRun = clock.now();
      work();
      clock.requestFrame(() => {
        const dropped = clock.now() - lastRun > DROPPED_FRAME_MS;
        interval = Math.min(MAX_INTERVAL_MS, Math.max(MIN_INTERVAL_MS, interval * (dropped ? 1.5 : 0.95)));
      });
    });
  }

  return (work) => {
    const remaining = lastRun + interval - clock.now();
    if (remaining <= 0) runInFrame(work);
    else clock.wait(() => runInFrame(work), remaining);
  };
}
