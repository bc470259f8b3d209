import path from "node:path";
import { homePath } from "../../connect/folders.ts";
import { withoutInjected } from "../../core/injected-text.ts";
import { type Fields, momentOf, objectOf, textOf } from "../../import/values.ts";
import { readJsonLines, unknownRecord } from "./json-lines.ts";
import type { ConversationReader, Found, ReaderSystem } from "./reader.ts";
import { changedFields, type KnownFields } from "./session-fields.ts";
import { findFiles } from "./transcript-files.ts";

/** Kinds of events, by the program (1.0.102). Messages are in `user.message` and `assistant.message`. */
const EVENTS =
  /^(abort|assistant|auto_mode_switch|capabilities|command|commands|elicitation|exit_plan_mode|external_tool|hook|mcp|model|pending_messages|permission|sampling|session|skill|subagent|system|tool|user|user_input)(\.|$)/;

type State = { session: string; known: KnownFields };

/**
 * GitHub Copilot CLI writes a log of events for each session. The reader keeps the texts that a person typed
 * (`content`; `transformedContent` has the additions of the program), and messages of the assistant without tool
 * requests. The events of the model, written for a compaction, repeat the messages.
 */
export const copilotCli: ConversationReader = {
  client: "copilot-cli",
  folders,
  find: async (system) =>
    folders(system).flatMap((folder) => findFiles(folder, 1, (name) => /^([^/]+\/events|[^/]+)\.jsonl$/.test(name))),
  read: (transcript, position, signal) =>
    readJsonLines<State>({
      path: transcript.path,
      position,
      signal,
      start: () => ({ session: sessionOf(transcript.path), known: {} }),
      read: readEvent,
    }),
};

function folders(system: ReaderSystem): readonly string[] {
  return [path.join(system.env.COPILOT_HOME || homePath(system, ".copilot"), "session-state")];
}

function sessionOf(file: string): string {
  const { dir, name } = path.parse(file);
  return name === "events" ? path.basename(dir) : name;
}

function readEvent(event: Fields, { session, known }: State): readonly Found[] {
  const { type, id, timestamp, agentId } = event;
  const data = objectOf(event.data);
  const at = momentOf(timestamp) ?? null;
  switch (type) {
    case "session.start":
    case "session.resume":
      return changedFields(session, known, {
        folder: known.folder === undefined ? textOf(objectOf(data.context).cwd) : undefined,
        repository: known.folder === undefined ? textOf(objectOf(data.context).repository) : undefined,
        startedAt: momentOf(data.startTime),
        model: textOf(data.selectedModel),
      });
    case "session.title_changed":
      return changedFields(session, known, { title: textOf(data.title) });
    case "user.message":
    case "assistant.message": {
      const role = type === "user.message" ? "user" : "assistant";
      const isPersons = data.source === undefined || data.source === "user";
      const isSubagents = agentId !== undefined || data.parentToolCallId !== undefined;
      const isIntermediate = Array.isArray(data.toolRequests) && data.toolRequests.length > 0;
      const text = role === "user" ? withoutInjected(textOf(data.content)) : textOf(data.content);
      if (text === "" || typeof id !== "string" || !isPersons || isSubagents || isIntermediate) return [];
      const fields = changedFields(session, known, { model: textOf(data.model) });
      return [...fields, { kind: "message", session, message: { key: id, role, text, at } }];
    }
    default:
      return typeof type === "string" && EVENTS.test(type) ? [] : [unknownRecord(type)];
  }
}
