import type { IncomingMessage, ServerResponse } from "node:http";
import type { EventFeed } from "../../ipc/event-feed.ts";

/** Often enough that no proxy on the way takes the stream for dead. */
const HEARTBEAT_MS = 25_000;
/** A reader that leaves this much unread (bytes) is let go; it connects again by itself and asks anew. */
const MAX_UNREAD = 4 * 1024 * 1024;

/** Sends the window's events to one browser as server-sent events, until it leaves or `end` is raised. */
export function streamEvents(
  request: IncomingMessage,
  response: ServerResponse,
  feed: EventFeed,
  end: AbortSignal,
): void {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
  response.write(": connected\n\n");
  const stop = feed.subscribe((event) => {
    response.write(`data: ${JSON.stringify(event)}\n\n`);
    if (response.writableLength > MAX_UNREAD) response.destroy();
  });
  const heartbeat = setInterval(() => response.write(":\n\n"), HEARTBEAT_MS);
  const finish = () => response.end();
  end.addEventListener("abort", finish);
  request.setTimeout(0);
  response.once("close", () => {
    clearInterval(heartbeat);
    end.removeEventListener("abort", finish);
    stop();
  });
}
