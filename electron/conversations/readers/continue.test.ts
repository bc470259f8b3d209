import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { Found } from "./reader.ts";
import { copyFixture, readFrom } from "./testing/fixtures.ts";

async function openSession() {
  const { reader, system } = copyFixture("continue");
  const [transcript] = await reader.find(system);
  if (transcript === undefined) throw new Error("The fixture has no session.");
  const document = JSON.parse(readFileSync(transcript.path, "utf8"));
  const read = async (changed: object): Promise<readonly Found[]> => {
    writeFileSync(transcript.path, JSON.stringify({ ...document, ...changed }));
    return (await readFrom(reader, transcript)).found;
  };
  return { history: document.history as { message: object }[], read };
}

const keysOf = (found: readonly Found[]) => found.flatMap((each) => (each.kind === "message" ? each.message.key : []));

it("returns the same key for a message before which another one was deleted, and another key for a repetition", async () => {
  const { history, read } = await openSession();
  const again = [...history, ...history.slice(0, 1)];
  const keys = keysOf(await read({ history: again }));
  expect(new Set(keys).size).toBe(keys.length);
  expect(keysOf(await read({ history: again.slice(1) })).slice(0, -1)).toEqual(keys.slice(1, -1));
});

it("decodes the address of the folder", async () => {
  const { read } = await openSession();
  const folderFor = async (workspaceDirectory: string) => {
    const [session] = await read({ workspaceDirectory });
    return session?.kind === "session" ? session.fields.folder : null;
  };
  expect(await folderFor("file:///home/me/my%20project")).toBe("/home/me/my project");
  expect(await folderFor("/home/me/my%20project")).toBe("/home/me/my%20project");
  expect(await folderFor("vscode-remote://ssh/home/me")).toBeUndefined();
});
