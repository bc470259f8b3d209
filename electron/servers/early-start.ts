import type { ServerGrant } from "../core/caller.ts";
import type { RecordContext, RecordList } from "../platform/record-file.ts";
import { daysBetween, localDay } from "../text/local-time.ts";
import type { ServerRecord } from "./server-file.ts";

/** A server that was called within this number of days is likely to be called again. */
const RECENT_DAYS = 7;

interface EarlyStartParts extends Pick<RecordContext, "clock" | "logger"> {
  readonly file: RecordList<ServerRecord>;
  /** Starts a server if it is a program. */
  prepare(id: string): void;
}

/** Starts the servers that clients probably call, so that their first call does not wait for the start. */
export class EarlyStart {
  readonly #parts: EarlyStartParts;

  constructor(parts: EarlyStartParts) {
    this.#parts = parts;
  }

  /** Starts the servers of these grants that were called in the last {@link RECENT_DAYS} days. */
  startFor(grants: readonly ServerGrant[]): void {
    const { file, clock, prepare } = this.#parts;
    for (const { server } of grants) {
      const lastCalledOn = file.get(server)?.lastCalledOn ?? null;
      if (lastCalledOn !== null && daysBetween(lastCalledOn, clock.now()) <= RECENT_DAYS) prepare(server);
    }
  }

  /** Stores the day of a call, with the first call of a day. Does not throw: the call succeeded. */
  noteCalled(id: string): void {
    const { file, clock, logger } = this.#parts;
    const record = file.get(id);
    const today = localDay(clock.now());
    if (record === undefined || record.lastCalledOn === today) return;
    try {
      file.put({ ...record, lastCalledOn: today });
    } catch (error) {
      logger.warn("The day of a server's last call could not be stored", { server: record.name, error });
    }
  }
}
