import { useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import type { RequestFilter } from "../../../../electron/core/request-log.ts";
import { useBridge } from "../../../data/bridge-context.tsx";
import { useBridgeEvent } from "../../../data/use-bridge-event.ts";
import { acceptorFor } from "../filters/request-filter.ts";
import { createFrameScheduler } from "./frame-scheduler.ts";
import { createLiveLog, type LiveLog, type LogSnapshot } from "./live-log.ts";

/** The live log under a filter; a new filter is a new log, read from its newest page. An asked pause outlives it. */
export function useLiveLog(filter: RequestFilter): LiveLog {
  const bridge = useBridge();
  const key = JSON.stringify(filter);
  const log = useMemo(() => {
    const conditions = JSON.parse(key) as RequestFilter;
    return createLiveLog({
      load: (page) => bridge.invoke("requests.list", { ...conditions, ...page }),
      accepts: acceptorFor(conditions),
      schedule: createFrameScheduler(),
    });
  }, [bridge, key]);

  const pauseAsked = useRef(false);
  useEffect(() => {
    if (pauseAsked.current) log.hold("asked");
    void log.start();
    return () => {
      pauseAsked.current = log.snapshot().hold === "asked";
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

/**
 * What is picked from the log as it is now; renders again only when that is another value, so that a flood reaches the
 * rows and nothing beside them.
 */
export function useLogValue<Value>(log: LiveLog, pick: (snapshot: LogSnapshot) => Value): Value {
  return useSyncExternalStore(log.subscribe, () => pick(log.snapshot()));
}
