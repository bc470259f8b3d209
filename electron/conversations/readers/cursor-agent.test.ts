import { mkdirSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { temporaryHome } from "../testing/open-scan.ts";
import { folderNamed, readTranscript } from "./cursor-agent.ts";
import { collect } from "./testing/fixtures.ts";

const messagesOf = (text: string) => collect(readTranscript(text, "one")).sessions.one?.messages;

it("keeps the text after the last call of a tool, over several messages of the assistant", () => {
  const text = `user:
<user_query>
A question
</user_query>

assistant:
I will look.
[Tool call] Read
  path: a.ts

[Tool result] Read

assistant:
[Thinking] I have it.
  In two lines.

assistant:
The first part.

assistant:
user: is a word in an answer.
[Not a marker] either
`;
  expect(messagesOf(text)).toEqual([
    "user: A question",
    "assistant: The first part.\n\nuser: is a word in an answer.\n[Not a marker] either",
  ]);
});

it("keeps a turn without an answer, and no text before the first message", () => {
  expect(messagesOf("Title\nuser:\nA question without a tag\n")).toEqual(["user: A question without a tag"]);
  expect(readTranscript("A note\n", "one")).toEqual([]);
});

it("finds the folder of a project by its name, if only one folder has it", () => {
  const home = temporaryHome();
  const name = (folder: string) => folder.replace(/[^A-Za-z0-9]+/g, "-").replace(/^-|-$/g, "");
  for (const folder of ["my-shop/web.app", "my/other", "twin-one", "twin/one"]) {
    mkdirSync(path.join(home, folder), { recursive: true });
  }
  for (const folder of ["my-shop", "my-shop/web.app", "my/other"]) {
    expect(folderNamed(name(path.join(home, folder)))).toBe(path.join(home, folder));
  }
  expect(folderNamed(name(path.join(home, "twin-one")))).toBe("");
  expect(folderNamed(name(path.join(home, "missing")))).toBe("");
});
