import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Endpoint } from "../platform/endpoint-file.ts";
import { type AppLocator, AppUnavailable } from "./app-locator.ts";
import { createBackOff } from "./back-off.ts";
import type { ClientRequest } from "./client-message.ts";
import { errorAnswer, INTERNAL_ERROR, UNAVAILABLE } from "./error-answers.ts";
import { deliverAnswer, type MessageFilter } from "./exchange.ts";
import { ConnectionFailure, type HttpChannel } from "./http-channel.ts";
import type { Flight } from "./in-flight.ts";
import type { LineWriter } from "./line-writer.ts";
import { isRepeatable } from "./repeatable.ts";
import { type Session, SessionRefused } from "./session.ts";
import { standardHeaders } from "./standard-headers.ts";

/** A request that was answered: where, and the session the answer named. */
export interface Carried {
  readonly endpoint: Endpoint;
  readonly sessionId: string | undefined;
}

export interface RequestCarrier {
  /**
   * Carries a request to the application and its answer to the client, over restarts of the application. The client is
   * always answered, unless the request was cancelled. Null where no answer of the server's was delivered.
   * @param filter sees what the server says first
   * @param stillWanted a stream that broke off is opened again while this holds, without starting the application
   */
  carry(flight: Flight, filter?: MessageFilter, stillWanted?: () => boolean): Promise<Carried | null>;
}

/** Whether an answer's head says that the request is to be sent once more. */
type MustRepeat = (response: IncomingMessage, sessionHeaders: Readonly<Record<string, string>>) => boolean;

/** Tries of one request before the client is told that the connection keeps breaking. */
const MAX_TRIES = 4;
const PAUSE_MS = 50;
const passOn: MessageFilter = (message) => [message];

export function createRequestCarrier(
  channel: HttpChannel,
  locator: AppLocator,
  session: Session,
  writer: LineWriter,
): RequestCarrier {
  /** One try. Null: the server did not take it (unknown session, stale token) and it can be sent again. */
  const tryOnce = async (flight: Flight, endpoint: Endpoint, filter: MessageFilter, mustRepeat: MustRepeat) => {
    const { request, controller } = flight;
    flight.sent = false;
    const inSession = request.version === null && request.method !== "initialize";
    const sessionHeaders = inSession ? await session.headersFor(endpoint) : {};
    flight.sent = true;
    const response = await channel.send(endpoint, {
      method: "POST",
      headers: { ...sessionHeaders, ...standardHeaders(request) },
      body: request.body,
      signal: controller.signal,
    });
    if (mustRepeat(response, sessionHeaders)) {
      response.resume();
      if (response.statusCode === 401) locator.distrust(endpoint);
      if (response.statusCode === 404) session.lose(sessionHeaders);
      return null;
    }
    await deliverAnswer(request, response, writer, filter);
    const sessionId = response.headers["mcp-session-id"];
    return { endpoint, sessionId: typeof sessionId === "string" ? sessionId : undefined };
  };

  const fail = (request: ClientRequest, error: unknown) => {
    if (error instanceof AppUnavailable || error instanceof SessionRefused) {
      return writer.write(errorAnswer(request.id, UNAVAILABLE, error.message));
    }
    if (error instanceof ConnectionFailure) {
      const known = isRepeatable(request)
        ? "It was tried again without success."
        : "Whether it was carried out is not known: read the memory before you repeat the change.";
      const message = `The connection to Recollect broke before the answer (${error.message}). ${known}`;
      return writer.write(errorAnswer(request.id, UNAVAILABLE, message));
    }
    return writer.write(errorAnswer(request.id, INTERNAL_ERROR, `The shim failed: ${String(error)}`));
  };

  return {
    async carry(flight, filter = passOn, stillWanted = () => false) {
      const { request, controller } = flight;
      const backOff = createBackOff();
      for (let tries = 1; !controller.signal.aborted; tries += 1) {
        let endpoint: Endpoint | null = null;
        try {
          endpoint = stillWanted() ? await locator.waitUntilRunning(controller.signal) : await locator.locate();
          backOff.begin();
          const mustRepeat: MustRepeat = stillWanted() ? isBusy : tries < MAX_TRIES ? isUntaken : () => false;
          const carried = await tryOnce(flight, endpoint, filter, mustRepeat);
          if (carried !== null && !stillWanted()) return carried;
        } catch (error) {
          if (controller.signal.aborted || flight.cancelled) return null;
          if (endpoint !== null) locator.distrust(endpoint);
          if (!stillWanted() && (tries >= MAX_TRIES || !mayRetry(flight, error))) {
            await fail(request, error);
            return null;
          }
        }
        if (stillWanted()) {
          tries = 1;
          await backOff.pause(controller.signal);
        } else await sleep(PAUSE_MS * (tries - 1));
      }
      return null;
    },
  };
}

/** What never left may always be sent again; what may have been carried out only where that does no harm. */
function mayRetry({ request, sent }: Flight, error: unknown): boolean {
  return error instanceof ConnectionFailure && (!sent || !error.reached || isRepeatable(request));
}

/** The server does not know the session, or takes the token no more: it did nothing. */
const isUntaken: MustRepeat = ({ statusCode }, sessionHeaders) =>
  statusCode === 401 || (statusCode === 404 && sessionHeaders["mcp-session-id"] !== undefined);

/** Not now, as for a stream that is opened again while serving is paused. */
const isBusy: MustRepeat = ({ statusCode = 0 }) => statusCode === 401 || statusCode >= 500;
