import { RecollectError } from "../../text/errors.ts";
import type { Logger } from "../ports.ts";

/** A part of the application whose code is loaded on its first use. */
export interface OnDemand<Part> {
  /** The part; null until it is loaded. */
  opened(): Part | null;
  /** Loads the part once. A failed load is not kept: the next call tries again. @throws unavailable after `close` */
  open(): Promise<Part>;
}

export interface OnDemandPart<Part> extends OnDemand<Part> {
  /**
   * Loads the part at the start of the application. A failure is logged, and the application starts without the part.
   */
  openAtStart(): Promise<Part | null>;
  /** Waits for a load in progress, then closes the part. */
  close(): Promise<void>;
}

/** @param name of the part, for the log */
export function createOnDemand<Part>(
  name: string,
  logger: Logger,
  load: () => Promise<Part>,
  closePart: (part: Part) => void | Promise<void>,
): OnDemandPart<Part> {
  let part: Part | null = null;
  let loading: Promise<Part> | null = null;
  let isClosed = false;
  const open = () => {
    if (isClosed) return Promise.reject(new RecollectError("store_closed", {}));
    loading ??= load().then(
      (loaded) => {
        part = loaded;
        return loaded;
      },
      (error: unknown) => {
        loading = null;
        throw error;
      },
    );
    return loading;
  };
  return {
    opened: () => part,
    open,
    async openAtStart() {
      try {
        return await open();
      } catch (error) {
        logger.error("A part of the application could not be loaded", { part: name, error });
        return null;
      }
    },
    async close() {
      isClosed = true;
      const loaded = await loading?.catch(() => null);
      if (loaded != null) await closePart(loaded);
    },
  };
}
