import type { ClientRequest } from "./client-message.ts";

/** A request on its way. */
export interface Flight {
  readonly request: ClientRequest;
  readonly controller: AbortController;
  /** It may have reached the server. */
  sent: boolean;
  /** The client does not wait any more. */
  cancelled: boolean;
}

export interface InFlight {
  add(request: ClientRequest): Flight;
  remove(flight: Flight): void;
  /** The request that a cancellation's `requestId` names, in the form of a request's `key`. */
  find(key: string | null): Flight | null;
  abortAll(): void;
  /** Requests that will be answered; streams that only end when someone ends them are not counted. */
  readonly awaited: number;
  readonly full: boolean;
}

/** Past these, no more is read from the client until answers come. */
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_REQUESTS = 512;

/** The requests on their way; `onChange` is called when `full` may have changed or one has ended. */
export function createInFlight(onChange: () => void): InFlight {
  const flights = new Set<Flight>();
  const byKey = new Map<string, Flight>();
  let bytes = 0;
  return {
    add(request) {
      const flight = { request, controller: new AbortController(), sent: false, cancelled: false };
      flights.add(flight);
      byKey.set(request.key, flight);
      bytes += request.body.length;
      onChange();
      return flight;
    },
    remove(flight) {
      if (!flights.delete(flight)) return;
      if (byKey.get(flight.request.key) === flight) byKey.delete(flight.request.key);
      bytes -= flight.request.body.length;
      onChange();
    },
    find: (key) => (key === null ? null : (byKey.get(key) ?? null)),
    abortAll() {
      for (const { controller } of flights) controller.abort();
    },
    get awaited() {
      return [...flights].filter(({ request }) => request.method !== "subscriptions/listen").length;
    },
    get full() {
      return bytes > MAX_BYTES || flights.size > MAX_REQUESTS;
    },
  };
}
