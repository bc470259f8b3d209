import path from "node:path";
import { expect, it } from "vitest";
import { program } from "./testing/definitions.ts";
import { openServers, textOf } from "./testing/open-servers.ts";
import type { Script } from "./testing/scripted-responses.ts";

const PROCESS = path.join(import.meta.dirname, "testing", "scripted-process.ts");
const complete = (result: object) => ({
  result: { resultType: "complete", ttlMs: 0, cacheScope: "private", ...result },
});
/** A server of revision 2026 whose tools respond as the script says. */
async function addModern(calls: Script) {
  const names = Object.keys(calls).map((call) => call.replace("tools/call ", ""));
  const tools = names.map((name) => ({ name, inputSchema: { type: "object" } }));
  const script: Script = {
    "server/discover": complete({ supportedVersions: ["2026-07-28"], capabilities: { tools: {} } }),
    "tools/list": complete({ tools }),
    ...calls,
  };
  const { servers } = openServers({ limits: { callTimeoutMs: 20_000 } });
  const added = await servers.add(program("scripted", [PROCESS, JSON.stringify(script)]));
  expect(added.protocolVersion).toBe("2026-07-28");
  return { call: (name: string) => servers.call(added.id, name, {}), log: () => servers.log(added.id) };
}

it("loses only the invalid parts of a result of revision 2026", async () => {
  const content = [
    { type: "hologram", data: 1 },
    { type: "text", text: "fine" },
    { type: "image", data: 5 },
  ];
  const { call, log } = await addModern({ "tools/call mixed": complete({ content }) });
  expect((await call("mixed")).result).toMatchObject({ content: [{ type: "text", text: "fine" }] });
  expect(log().filter(({ text }) => text.startsWith("Left out of tools/call"))).toHaveLength(2);
});

it("fails a call whose result has no type, an unknown type, or asks for nothing, with the reason", async () => {
  const { call } = await addModern({
    "tools/call untyped": { result: { content: [] } },
    "tools/call odd": { result: { resultType: "later", content: [] } },
    "tools/call empty": { result: { resultType: "input_required", inputRequests: {} } },
    "tools/call good": complete({ content: [{ type: "text", text: "fine" }] }),
  });
  await expect(call("untyped")).rejects.toThrow("it has no type");
  await expect(call("odd")).rejects.toThrow("its type is later");
  await expect(call("empty")).rejects.toThrow("it asks for input and names none");
  expect(textOf((await call("good")).result)).toBe("fine");
});

it("finds the call of a response whose id is a text", async () => {
  const text =
    '{"jsonrpc":"2.0","id":"$ID","result":{"resultType":"complete","content":[{"type":"text","text":"fine"}]}}';
  const { call } = await addModern({ "tools/call text-id": text });
  expect(textOf((await call("text-id")).result)).toBe("fine");
});
