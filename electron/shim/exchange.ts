import type { IncomingMessage } from "node:http";
import type { ClientRequest, JsonObject } from "./client-message.ts";
import { refusalAnswer } from "./error-answers.ts";
import { ConnectionFailure, readBody } from "./http-channel.ts";
import type { LineWriter } from "./line-writer.ts";
import { findMember } from "./member-scanner.ts";
import { forwardEvents, isEventStream, isResponse } from "./response-reader.ts";

/** Sees each message before the client does; answers what is written in its place, mostly the message itself. */
export type MessageFilter = (message: string, isResponse: boolean) => readonly string[];

/**
 * Writes what the server answers to one request: the response under the id the client gave, and what comes before it on
 * the same stream.
 * @throws ConnectionFailure where the answer breaks off before the response
 */
export async function deliverAnswer(
  request: ClientRequest,
  response: IncomingMessage,
  writer: LineWriter,
  filter: MessageFilter,
): Promise<void> {
  const write = async (text: string, answers: boolean) => {
    for (const message of filter(text, answers)) await writer.write(message);
  };
  if (!isEventStream(response)) {
    const message = toAnswer(request, response.statusCode ?? 0, (await readBody(response)).toString("utf8"));
    await write(message, true);
    return;
  }
  let answered = false;
  const take = async (text: string) => {
    const answers = isResponse(text);
    answered ||= answers;
    await write(answers ? withClientsId(request, text) : text, answers);
  };
  try {
    await forwardEvents(response, async ({ data }) => {
      if (data !== "") await take(data);
    });
  } catch (error) {
    if (!answered) throw error;
  }
  if (!answered) throw new ConnectionFailure(true, new Error("The answer ended before the response."));
}

/** The result of a response's text, parsed; null where it is an error or none. */
export function readResult(message: string): JsonObject | null {
  const value: unknown = JSON.parse(message);
  const result = typeof value === "object" && value !== null && "result" in value ? value.result : null;
  return typeof result === "object" && result !== null ? (result as JsonObject) : null;
}

function toAnswer(request: ClientRequest, status: number, body: string): string {
  const isMessage = /^\s*\{/.test(body) && isResponse(body);
  if (!isMessage) return refusalAnswer(request.id, status, body);
  // A server that could not read the id answers null, which would leave the client waiting.
  if (status !== 200 && findMember(body, "id")?.raw !== (request.standIn ?? request.key))
    return refusalAnswer(request.id, status, body);
  return withClientsId(request, body);
}

/** Puts back the id that the client gave. */
function withClientsId(request: ClientRequest, message: string): string {
  if (request.standIn === null) return message;
  const member = findMember(message, "id");
  return member === null ? message : message.slice(0, member.start) + request.id + message.slice(member.end);
}
