import { RecollectError } from "../../core/errors.ts";
import type { Events } from "../../core/events.ts";
import { type RequestDetail, type RequestSummary, WINDOW_CLIENT } from "../../core/request-log.ts";
import { isRecord, type ReplayableMessage, readReplayableMessage } from "./replayable-message.ts";
import { type ReplayTarget, sendMessage } from "./send-message.ts";

/** Sends a recorded message again and answers its new row. */
export type Replay = (detail: RequestDetail, writingConfirmed: boolean) => Promise<RequestSummary>;

/** How long the log may take to write the row after the answer. */
const RECORD_LIMIT_MS = 3000;
/** `_meta` of the era without sessions names the client. */
const CLIENT_INFO = "io.modelcontextprotocol/clientInfo";

/**
 * Replays over the application's own server, as the owner: through the same doors as every client, so that the answer
 * is a real one and the log shows it.
 * @param target where the server is, and the owner's token
 * @param isReading whether a tool is known and only reads
 * @throws invalid_argument where the message cannot be sent again, or writes and that was not confirmed (field
 * `writingConfirmed`); unavailable where the server does not answer
 */
export function createReplay(dependencies: {
  target(): ReplayTarget;
  isReading(tool: string): boolean;
  readonly events: Pick<Events, "on">;
  newId(): string;
  readonly version: string;
}): Replay {
  const { target, isReading, events, newId, version } = dependencies;
  const client = { name: WINDOW_CLIENT, version };

  return async (detail, writingConfirmed) => {
    const message = readReplayableMessage(detail);
    if (message.tool !== null && !isReading(message.tool) && !writingConfirmed) {
      throw new RecollectError("invalid_argument", `${message.tool} changes memories; a replay changes them again.`, {
        field: "writingConfirmed",
        hint: "Confirm it, or leave it.",
      });
    }
    const id = `replay-${newId()}`;
    const recorded = whenRecorded(events, JSON.stringify(id));
    try {
      await sendMessage(target(), {
        id,
        method: message.method,
        params: asOurs(message, client),
        headers: message.headers,
        replayOf: detail.id,
        session: detail.era === "2026" ? null : { client, protocolVersion: detail.protocolVersion },
      });
      return await recorded.within(RECORD_LIMIT_MS);
    } finally {
      recorded.stop();
    }
  };
}

/** The parameters with ourselves as the client: what the replay writes was not written by the one who asked first. */
function asOurs({ params }: ReplayableMessage, client: object): Readonly<Record<string, unknown>> {
  if (!isRecord(params._meta)) return params;
  const { progressToken: _, ...meta } = params._meta;
  return { ...params, _meta: CLIENT_INFO in meta ? { ...meta, [CLIENT_INFO]: client } : meta };
}

/** Waits for the row of a message; begun before it is sent, so that none is missed. */
function whenRecorded(events: Pick<Events, "on">, messageId: string) {
  const { promise, resolve, reject } = Promise.withResolvers<RequestSummary>();
  const stopListening = events.on("requests.recorded", (rows) => {
    const row = rows.find((each) => each.messageId === messageId);
    if (row !== undefined) resolve(row);
  });
  let timer: NodeJS.Timeout | undefined;
  return {
    within(milliseconds: number): Promise<RequestSummary> {
      timer = setTimeout(
        () =>
          reject(
            new RecollectError("unavailable", "The message was answered, but the log did not write it down.", {
              details: { reason: "replay_unrecorded" },
            }),
          ),
        milliseconds,
      );
      return promise;
    },
    stop() {
      stopListening();
      clearTimeout(timer);
    },
  };
}
