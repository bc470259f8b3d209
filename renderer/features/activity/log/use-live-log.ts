import { useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { type RequestFilter, requestMatcher } from "../../../../electron/core/request-filter.ts";
import { useBridge, useBridgeEvent } from "../../../data/use-bridge.tsx";
import { createFrameScheduler } from "./frame-scheduler.ts";
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
