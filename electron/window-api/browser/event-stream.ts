import type { IncomingMessage, ServerResponse } from "node:http";
import { startEventStream, writeEvent } from "../../core/util/http-response.ts";
import type { EventFeed } from "../event-feed.ts";

/** Sends the window's events to one browser as server-sent events, until it disconnects or one of `ends` is aborted. */
export function streamEvents(
  request: IncomingMessage,
  response: ServerResponse,
  feed: EventFeed,
  ends: readonly AbortSignal[],
): void {
  startEventStream(response, { "cache-control": "no-store" });
  response.write(": connected\n\n");
  const stop = feed.subscribe((event) => writeEvent(response, event));
  const finish = () => response.end();
  for (const end of ends) end.addEventListener("abort", finish);
  request.setTimeout(0);
  response.once("close", () => {
    for (const end of ends) end.removeEventListener("abort", finish);
    stop();
  });
}
