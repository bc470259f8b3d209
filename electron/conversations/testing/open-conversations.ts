import path from "node:path";
import { onTestFinished } from "vitest";
import { workerUrl } from "../../../tests/testing/entries.ts";
import { type ConversationSettings, DEFAULT_CONVERSATION_SETTINGS } from "../../core/conversations.ts";
import { DomainNames } from "../../core/domain-names.ts";
import { PLAIN_NAMING } from "../../core/project-name.ts";
import { DEFAULT_SECRET_POLICY } from "../../core/secrets/policy.ts";
import { Conversations } from "../conversations.ts";
import { SUBJECT_EMBEDDER } from "./subject-embedder.ts";

/** Conversations of a home folder, with their threads. They are closed after the test. */
export function openConversations(
  home: string,
  options: Partial<ConstructorParameters<typeof Conversations>[0]> = {},
): Conversations {
  let settings: ConversationSettings = DEFAULT_CONVERSATION_SETTINGS;
  const conversations = new Conversations({
    file: path.join(home, "data", "conversations.sqlite"),
    workerUrl: workerUrl("conversationWorker"),
    system: { home, env: {}, platform: process.platform },
    settings: {
      get: () => settings,
      set: (changed) => {
        settings = changed;
      },
    },
    secretPolicy: () => DEFAULT_SECRET_POLICY,
    projectName: (name) => name,
    memories: {
      list: async () => ({ items: [] }),
      spellingsOf: async (_caller, given) => new DomainNames([], PLAIN_NAMING).expand(given),
    },
    embedder: SUBJECT_EMBEDDER,
    events: { emit: () => undefined },
    onOffered: () => undefined,
    onRead: () => undefined,
    onRemoved: async () => undefined,
    clock: { now: () => Date.now() },
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    ...options,
  });
  onTestFinished(() => conversations.close());
  return conversations;
}
