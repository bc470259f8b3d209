import { afterEach, beforeEach, expect, it } from "vitest";
import { OWNER } from "../../electron/core/caller.ts";
import { writeEndpoint } from "../../electron/platform/endpoint-file.ts";
import { dataFiles } from "../../electron/platform/paths.ts";
import {
  attachedEnv,
  callTool,
  createResources,
  INITIALIZED,
  initialize,
  type RawShim,
  serveStack,
  spawnShim,
} from "./shim-process.ts";

let resources: ReturnType<typeof createResources>;
let served: Awaited<ReturnType<typeof serveStack>>;

beforeEach(async () => {
  resources = createResources();
  served = await serveStack(resources);
  const { url, tokens, service } = served.stack;
  const port = Number(new URL(url).port);
  const token = await tokens.issueOwner();
  served.stack.endpoint.token = token;
  writeEndpoint(dataFiles(served.folder).endpoint, { url, port, pid: process.pid, token, version: "0" });
  await service.capture(OWNER, { content: "About the user." });
  await service.capture(OWNER, { content: "About the project.", domain: "owner/repo" });
});
afterEach(() => resources.release());

async function open(env: NodeJS.ProcessEnv): Promise<RawShim> {
  const shim = spawnShim(resources, attachedEnv(served.folder, env));
  shim.send(initialize(), INITIALIZED);
  await shim.answer("init");
  return shim;
}

async function listed(shim: RawShim, id: number): Promise<string> {
  shim.send(callTool(id, "list_memories", { domain: "_" }));
  return JSON.stringify(await shim.answer(id));
}

it("applies the current rights of the client that RECOLLECT_CLIENT names", async () => {
  const { tokens } = served.stack;
  const shim = await open({ RECOLLECT_CLIENT: "claude-code" });
  expect(await listed(shim, 1)).toContain("About the user");
  await tokens.update("claude-code", { grant: { access: "read", domains: ["owner/repo"], namespaces: null } });
  const narrowed = await listed(shim, 2);
  expect(narrowed).toContain("About the project");
  expect(narrowed).not.toContain("About the user");
  await tokens.update("claude-code", { pausedAt: 1 });
  expect(await listed(shim, 3)).toContain("claude-code is paused");
  await tokens.update("claude-code", { pausedAt: null });
  expect(await listed(shim, 4)).toContain("About the project");
  await tokens.rotate("claude-code");
  expect(await listed(shim, 5)).toContain("About the project");
});

it("sends RECOLLECT_TOKEN instead of the owner's token, unless RECOLLECT_CLIENT is set", async () => {
  const token = await served.stack.issue({ domains: ["owner/repo"] }, "script");
  const shim = await open({ RECOLLECT_TOKEN: token });
  const answer = await listed(shim, 1);
  expect(answer).toContain("About the project");
  expect(answer).not.toContain("About the user");
  const named = await open({ RECOLLECT_TOKEN: token, RECOLLECT_CLIENT: "codex" });
  expect(await listed(named, 1)).toContain("About the user");
});
