import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { call, kinds } from "../../tests/testing/calls.ts";
import { callOverRest, openTestStack, until } from "../../tests/testing/clients.ts";
import type { Stack } from "../../tests/testing/stack.ts";
import { OWNER } from "../core/caller.ts";

const TOKEN = "ghp_abcdefghijklmnopqrstuvwxyz0123456789";
const CONTENT = `push with ${TOKEN} <private>never ${TOKEN} say "zanzibar"</private>, then deploy`;
const STORED = "push with [secret: GitHub token] , then deploy";
const NOTICES = ["1 private part was removed from content.", "Masked in content and not stored: GitHub token."];

/** Waits until the log has `count` rows of the tool, and checks that no file contains what must not be stored. */
async function expectNothingOnDisk(stack: Stack, count: number): Promise<void> {
  await until(
    () => stack.log.list({}, 100, null),
    ({ items }) => items.filter(({ requestBytes }) => requestBytes > 150).length >= count,
  );
  const files = (await readdir(stack.folder, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  );
  const contents = await Promise.all(files.map((entry) => readFile(path.join(entry.parentPath, entry.name))));
  expect(contents.length).toBeGreaterThan(2);
  expect(contents.some((bytes) => bytes.includes("push with"))).toBe(true);
  for (const leaked of ["ghp_", "abcdefghijkl", "zanzibar"]) {
    const around = contents.map((bytes) =>
      bytes.subarray(Math.max(0, bytes.indexOf(leaked) - 40), bytes.indexOf(leaked) + 40),
    );
    expect(around.filter((bytes) => bytes.includes(leaked)).map(String)).toEqual([]);
  }
}

describe.each(kinds)("%s", (_kind, connect) => {
  it("masks secrets and removes private parts on capture and update, says so, and writes neither to disk", async () => {
    const stack = await openTestStack();
    const client = await connect(stack);
    const captured = await call(client, "capture_memory", {
      content: CONTENT,
      tags: [TOKEN, "ci"],
      detail: "everything",
    });
    expect(captured).toMatchObject({
      memory: { content: STORED, tags: ["ci"] },
      notices: [...NOTICES, "A tag was removed, because it is a secret: GitHub token."],
    });
    const { id } = captured.memory as { id: string };
    const updated = await call(client, "update_memory", { id, content: `${CONTENT}!`, detail: "everything" });
    expect(updated).toMatchObject({ memory: { content: `${STORED}!` }, notices: NOTICES });
    await call(client, "search_memories", { query: `push ${TOKEN} <private>zanzibar</private>` });
    await expectNothingOnDisk(stack, 2);
  });
});

it("does the same over REST, for the client's name and for the path too", async () => {
  const stack = await openTestStack();
  const owner = await stack.tokens.issueOwner();
  const headers = { authorization: `Bearer ${owner}`, "user-agent": `${TOKEN}/1.0`, "recollect-client": TOKEN };
  const post = (tool: string, args: object) => callOverRest(stack, tool, args, headers);
  const response = await post("capture_memory", { content: CONTENT, detail: "everything" });
  expect(await response.json()).toMatchObject({ memory: { content: STORED }, notices: NOTICES });
  expect((await post(TOKEN, { content: CONTENT })).status).toBe(404);
  const [memory] = (await stack.service.list(OWNER, {})).items;
  expect(memory?.client?.name).toBe("[secret]");
  await expectNothingOnDisk(stack, 1);
});
