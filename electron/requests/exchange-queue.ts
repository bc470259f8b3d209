import type { ObservedExchange } from "../core/request-log.ts";
import type { RequestLogLimits } from "./limits.ts";
import { REDACTION_MARGIN } from "./redact-text.ts";

/** An exchange that waits to be written. */
export interface QueuedExchange {
  readonly exchange: ObservedExchange;
  /** Its bodies were given up to make room. */
  readonly bodiesDropped: boolean;
}

/** What a flood cost since it was last told. */
export interface Dropped {
  readonly bodies: number;
  readonly exchanges: number;
}

export interface ExchangeQueue {
  push(exchange: ObservedExchange): void;
  /** Takes the oldest, as many as one batch may hold, and at least one where there is any. */
  takeBatch(): QueuedExchange[];
  /** Forgets what waits. */
  clear(): void;
  readonly size: number;
  /** What was given up since the last call, then begins anew. */
  takeDropped(): Dropped;
}

/**
 * Exchanges between the wire and the disk, bounded twice: past `queuedBodyUnits` the oldest bodies are given up, past
 * `queuedRows` the oldest exchanges. Of a body no more is held than can be written.
 */
export function createExchangeQueue(limits: RequestLogLimits): ExchangeQueue {
  let waiting: QueuedExchange[] = [];
  /** Everything before this index has lost its bodies. */
  let firstWithBodies = 0;
  let units = 0;
  let droppedBodies = 0;
  let droppedExchanges = 0;

  const dropOldestBodies = () => {
    const queued = waiting[firstWithBodies];
    if (queued !== undefined && bodyUnits(queued.exchange) > 0) {
      units -= bodyUnits(queued.exchange);
      droppedBodies += 1;
      waiting[firstWithBodies] = {
        exchange: { ...queued.exchange, requestBody: null, responseBody: null },
        bodiesDropped: true,
      };
    }
    firstWithBodies += 1;
  };

  const dropOldestExchange = () => {
    const [oldest] = waiting.splice(0, 1);
    firstWithBodies = Math.max(0, firstWithBodies - 1);
    if (oldest !== undefined) units -= bodyUnits(oldest.exchange);
    droppedExchanges += 1;
  };

  return {
    push(exchange) {
      const held = {
        ...exchange,
        method: holdBeginning(exchange.method, 0),
        target: holdBeginning(exchange.target, 0),
        messageId: holdBeginning(exchange.messageId, 0),
        requestBody: holdBeginning(exchange.requestBody, limits.bodyBytes),
        responseBody: holdBeginning(exchange.responseBody, limits.bodyBytes),
      };
      waiting.push({ exchange: held, bodiesDropped: false });
      units += bodyUnits(held);
      while (units > limits.queuedBodyUnits && firstWithBodies < waiting.length) dropOldestBodies();
      if (waiting.length > limits.queuedRows) dropOldestExchange();
    },
    takeBatch() {
      let count = 0;
      let batchUnits = 0;
      while (count < waiting.length && count < limits.batchRows && batchUnits < limits.batchBodyUnits) {
        const next = waiting[count];
        if (next !== undefined) batchUnits += bodyUnits(next.exchange);
        count += 1;
      }
      const taken = waiting.slice(0, count);
      waiting = waiting.slice(count);
      firstWithBodies = Math.max(0, firstWithBodies - count);
      units -= batchUnits;
      return taken;
    },
    clear() {
      waiting = [];
      firstWithBodies = 0;
      units = 0;
    },
    get size() {
      return waiting.length;
    },
    takeDropped() {
      const dropped = { bodies: droppedBodies, exchanges: droppedExchanges };
      droppedBodies = 0;
      droppedExchanges = 0;
      return dropped;
    },
  };
}

function bodyUnits(exchange: ObservedExchange): number {
  return (exchange.requestBody?.length ?? 0) + (exchange.responseBody?.length ?? 0);
}

/** Copies what may be written; a plain slice would keep the whole text alive. */
function holdBeginning(text: string | null, limit: number): string | null {
  const units = limit + REDACTION_MARGIN;
  if (text === null || text.length <= units) return text;
  return Buffer.from(text.slice(0, units), "utf16le").toString("utf16le");
}
