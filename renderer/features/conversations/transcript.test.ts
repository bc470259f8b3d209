import { expect, it } from "vitest";
import type { ConversationMessage } from "../../../electron/core/conversations.ts";
import { en } from "../../../electron/text/en.ts";
import { sampleConversation } from "../../testing/samples.ts";
import { createTestBridge } from "../../testing/test-bridge.ts";
import { fileNameOf, formatTranscript, readTranscript, resumeCommand } from "./conversation-menu.tsx";

const message = (number: number, text = `Text ${number}`): ConversationMessage => ({
  number,
  role: number % 2 === 1 ? "user" : "assistant",
  at: "2026-11-21T10:00:00.000Z",
  text,
});

it("reads all messages of a long conversation once, even if some numbers are missing", async () => {
  const all = Array.from({ length: 450 }, (_, index) => message(2 * index + 1));
  const session = sampleConversation("c");
  const bridge = createTestBridge({
    "conversations.read": ({ around = 0, after = 30 }) => {
      const from = all.findIndex(({ number }) => number >= around);
      const messages = all.slice(from, from + after + 1);
      return { session, messages, hasEarlier: from > 0, hasLater: messages.at(-1) !== all.at(-1), memories: [] };
    },
  });
  expect((await readTranscript(bridge, "c")).map(({ number }) => number)).toEqual(all.map(({ number }) => number));
});

it("reads a conversation without messages", async () => {
  const bridge = createTestBridge({
    "conversations.read": () => ({
      session: sampleConversation("c"),
      messages: [],
      hasEarlier: false,
      hasLater: false,
      memories: [],
    }),
  });
  expect(await readTranscript(bridge, "c")).toEqual([]);
});

it("writes the title, the client, project and time, and each message under its author", () => {
  const session = sampleConversation("c", { title: "Which cache?" });
  expect(formatTranscript(session, [message(1), message(2, "\nRedis.\n")], en)).toBe(
    [
      "# Which cache?",
      "Claude Code · acme/shop · 2026-11-21T10:00:00.000Z",
      "## You · 2026-11-21T10:00:00.000Z",
      "Text 1",
      "## Claude Code · 2026-11-21T10:00:00.000Z",
      "Redis.\n",
    ].join("\n\n"),
  );
});

it("names the file by the title, in any script, without characters that a file system refuses", () => {
  expect(fileNameOf({ id: "c", title: "Which cache: Redis/../x?" })).toBe("Which-cache-Redis-x.md");
  expect(fileNameOf({ id: "c", title: "部署 时间" })).toBe("部署-时间.md");
  expect(fileNameOf({ id: "c", title: "…" })).toBe("c.md");
});

it("returns the command that continues a conversation, and none for an id that a shell would read", () => {
  expect(resumeCommand({ client: "claude-code", clientSession: "1f-2" })).toBe("claude --resume 1f-2");
  expect(resumeCommand({ client: "codex", clientSession: "1f-2" })).toBe("codex resume 1f-2");
  expect(resumeCommand({ client: "chatgpt", clientSession: "1f-2" })).toBeNull();
  expect(resumeCommand({ client: "claude-code", clientSession: "x; rm -rf ~" })).toBeNull();
});
