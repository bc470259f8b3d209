import type { ObservedExchange } from "../core/request-log.ts";
import type { RequestLogLimits } from "./limits.ts";
import { REDACTION_MARGIN } from "./redaction.ts";

/** An exchange to be written. */
export interface QueuedExchange {
  readonly exchange: ObservedExchange;
  /** Its bodies were dropped because too much was queued. */
  readonly bodiesDropped: boolean;
}

/** Losses since they were last reported. */
interface Dropped {
  readonly bodies: number;
  readonly exchanges: number;
}

/**
 * Exchanges that wait to be written. The queue has two limits: above `queuedBodyUnits` the oldest bodies are dropped,
 * above `queuedRows` the oldest exchanges. It keeps only as much of a body as can be written.
 */
export class ExchangeQueue {
  readonly #limits: RequestLogLimits;
  #queue: QueuedExchange[] = [];
  /** All exchanges before this index have lost their bodies. */
  #firstWithBodies = 0;
  #bodyUnits = 0;
  #droppedBodies = 0;
  #droppedExchanges = 0;

  constructor(limits: RequestLogLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#queue.length;
  }

  push(observed: ObservedExchange): void {
    const { bodyBytes, queuedBodyUnits, queuedRows } = this.#limits;
    const exchange = {
      ...observed,
      method: copyStart(observed.method, 0),
      target: copyStart(observed.target, 0),
      messageId: copyStart(observed.messageId, 0),
      requestBody: copyStart(observed.requestBody, bodyBytes),
      responseBody: copyStart(observed.responseBody, bodyBytes),
    };
    this.#queue.push({ exchange, bodiesDropped: false });
    this.#bodyUnits += bodyUnitsOf(exchange);
    while (this.#bodyUnits > queuedBodyUnits && this.#firstWithBodies < this.#queue.length) this.#dropOldestBodies();
    if (this.#queue.length > queuedRows) this.#dropOldestExchange();
  }

  /** Removes and returns the oldest exchanges, as many as one batch may have. */
  takeBatch(): QueuedExchange[] {
    const { batchRows, batchBodyUnits } = this.#limits;
    let count = 0;
    let units = 0;
    while (count < this.#queue.length && count < batchRows && units < batchBodyUnits) {
      const next = this.#queue[count];
      if (next !== undefined) units += bodyUnitsOf(next.exchange);
      count += 1;
    }
    const batch = this.#queue.slice(0, count);
    this.#queue = this.#queue.slice(count);
    this.#firstWithBodies = Math.max(0, this.#firstWithBodies - count);
    this.#bodyUnits -= units;
    return batch;
  }

  clear(): void {
    this.#queue = [];
    this.#firstWithBodies = 0;
    this.#bodyUnits = 0;
  }

  /** Returns the losses since the last call. */
  takeDropped(): Dropped {
    const dropped = { bodies: this.#droppedBodies, exchanges: this.#droppedExchanges };
    this.#droppedBodies = 0;
    this.#droppedExchanges = 0;
    return dropped;
  }

  #dropOldestBodies(): void {
    const oldest = this.#queue[this.#firstWithBodies];
    if (oldest !== undefined && bodyUnitsOf(oldest.exchange) > 0) {
      this.#bodyUnits -= bodyUnitsOf(oldest.exchange);
      this.#droppedBodies += 1;
      this.#queue[this.#firstWithBodies] = {
        exchange: { ...oldest.exchange, requestBody: null, responseBody: null },
        bodiesDropped: true,
      };
    }
    this.#firstWithBodies += 1;
  }

  #dropOldestExchange(): void {
    const [oldest] = this.#queue.splice(0, 1);
    this.#firstWithBodies = Math.max(0, this.#firstWithBodies - 1);
    if (oldest !== undefined) this.#bodyUnits -= bodyUnitsOf(oldest.exchange);
    this.#droppedExchanges += 1;
  }
}

function bodyUnitsOf(exchange: ObservedExchange): number {
  return (exchange.requestBody?.length ?? 0) + (exchange.responseBody?.length ?? 0);
}

/** Copies the part of a text that may be written. A slice would keep the entire text in memory. */
function copyStart(text: string | null, limit: number): string | null {
  const units = limit + REDACTION_MARGIN;
  if (text === null || text.length <= units) return text;
  return Buffer.from(text.slice(0, units), "utf16le").toString("utf16le");
}
