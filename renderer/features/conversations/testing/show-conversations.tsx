import {
  type ConversationSettings,
  type ConversationStatus,
  type ConversationWork,
  DEFAULT_CONVERSATION_SETTINGS,
} from "../../../../electron/core/conversations.ts";
import { renderPlace } from "../../../testing/render-place.tsx";
import { sampleConversation, sampleConversationStatus } from "../../../testing/samples.ts";
import type { Responses } from "../../../testing/test-bridge.ts";
import { ConversationsView } from "../conversations-view.tsx";

/** The settings after the owner switched a client on. */
export const ON: ConversationSettings = { ...DEFAULT_CONVERSATION_SETTINGS, clients: ["claude-code"] };
/** The stored conversations. */
export const SESSIONS = [
  sampleConversation("1queue"),
  sampleConversation("2price", { title: null, project: null, client: "codex" }),
];

interface State {
  settings: ConversationSettings;
  status: ConversationStatus;
}

/** Shows Conversations at an address, with an application that applies every change. */
export function showConversations(given: Partial<State>, address = "#/conversations", more: Responses = {}) {
  const state: State = { settings: ON, status: sampleConversationStatus(), ...given };
  const paused =
    (isPaused: boolean) =>
    ({ work }: { readonly work?: ConversationWork | undefined }) => {
      const changes =
        work === "embedding" ? { embeddingPaused: isPaused } : ({ state: isPaused ? "paused" : "idle" } as const);
      state.status = { ...state.status, ...changes };
      return state.status;
    };
  const bridge = renderPlace(<ConversationsView />, address, {
    "conversations.settings": () => state.settings,
    "suggestions.learning": () => ({ kept: 7, rejected: 3, kinds: { rule: { kept: 7, rejected: 3 } } }),
    "conversations.status": () => state.status,
    "conversations.survey": () => [
      {
        client: "claude-code",
        enabled: false,
        transcripts: 412,
        bytes: 2048,
        since: "2026-03-03T12:00:00Z",
        latest: null,
      },
      { client: "goose", enabled: false, transcripts: 0, bytes: 0, since: null, latest: null },
    ],
    "conversations.updateSettings": (changes) => {
      state.settings = { ...state.settings, ...(changes as Partial<ConversationSettings>) };
      return state.settings;
    },
    "conversations.pause": paused(true),
    "conversations.resume": paused(false),
    "conversations.sessions": ({ client }) => ({
      items: SESSIONS.filter((session) => client === undefined || session.client === client),
    }),
    "conversations.read": ({ id }) => ({
      session: sampleConversation(id),
      messages: [
        { number: 1, role: "user", at: null, text: "Which queue?" },
        { number: 2, role: "assistant", at: null, text: "The **durable** one." },
      ],
      hasEarlier: false,
      hasLater: false,
      memories: [],
    }),
    ...more,
  });
  return { bridge, state };
}

/** An application that reads no conversations yet. */
export const OFF = {
  settings: DEFAULT_CONVERSATION_SETTINGS,
  status: sampleConversationStatus({
    state: "off",
    sessions: 0,
    messages: 0,
    clients: [],
    projects: [],
    scannedAt: null,
  }),
};
