import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { startProtected } from "../servers/oauth/testing/open-protected.ts";
import { responseTo } from "../servers/testing/scripted-responses.ts";
import { openServedCommandLine } from "./testing/command-line.ts";

const PACKAGES = path.join(import.meta.dirname, "..", "..", "node_modules", "@modelcontextprotocol");
const EVERYTHING = path.join(PACKAGES, "server-everything", "dist", "index.js");
/** The command is a process of its own, which starts slowly on a busy machine. */

it("adds a server, grants it, shows its tools and log, and removes it", async () => {
  const { run, json } = await openServedCommandLine();
  expect((await run(["servers"])).errors).toContain("There are no servers.");
  const env = { API_KEY: "a-secret-value" };
  const added = await run(["servers", "add", "every", "--secret", "API_KEY", "--", process.execPath, EVERYTHING], {
    env,
  });
  expect(added).toMatchObject({ code: 0 });
  expect(added.out).toContain("echo");
  const { servers } = await json<{ servers: object[] }>(["servers", "list"]);
  expect(servers).toMatchObject([{ name: "every", state: "running", secretNames: ["API_KEY"] }]);
  expect(JSON.stringify(servers)).not.toContain("a-secret-value");
  expect(servers).toMatchObject([{ today: { calls: 0, errors: 0, p50: null } }]);
  expect((await run(["servers", "list"])).out).toContain("no calls today");
  expect((await run(["servers", "tools", "every", "--off", "echo"])).out).toMatch(/echo \(.*off/);
  expect((await run(["servers", "grant", "every", "codex", "--read-only"])).out).toContain("codex can use every.");
  const { grant } = await json<{ grant: { servers: object[] } }>([
    "servers",
    "grant",
    "every",
    "codex",
    "--tool",
    "echo",
  ]);
  expect(grant.servers).toMatchObject([{ tools: ["echo"] }]);
  expect((await run(["servers", "grant", "every", "codex", "--none"])).out).toContain("cannot use");
  const listing = await json<{ grant: object }>(["servers", "listing", "codex", "all"]);
  expect(listing.grant).toMatchObject({ subject: "codex", listAllTools: true });
  expect((await json<{ grant: object }>(["servers", "listing", "codex", "search"])).grant).toMatchObject({
    listAllTools: false,
  });
  expect((await json<{ server: object }>(["servers", "hints", "every", "on"])).server).toMatchObject({
    memoryHints: true,
  });
  expect((await run(["servers", "hints", "every", "off"])).out).toContain("do not see memories about every");
  expect((await run(["servers", "hints", "every"])).code).not.toBe(0);
  expect((await run(["servers", "logs", "every"])).out).toMatch(
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d error +Starting default \(STDIO\) server/m,
  );
  expect((await run(["servers", "stop", "every"])).out).toContain("stopped");
  expect((await run(["servers", "remove", "every"])).code).toBe(0);
  expect(await json(["servers"])).toEqual({ servers: [] });
}, 300_000);

it("approves a tool with a finding by its name only, and names those that were left out", async () => {
  const { run, json } = await openServedCommandLine();
  const faulty = path.join(import.meta.dirname, "..", "servers", "testing", "fault-process.ts");
  expect(await run(["servers", "add", "evil", "--", process.execPath, faulty, "hostile"])).toMatchObject({ code: 0 });
  const { tools } = await json<{ tools: { name: string; state: string }[] }>(["servers", "tools", "evil"]);
  const names = tools.filter(({ state }) => state === "new").map(({ name }) => name);
  expect(names).toHaveLength(3);
  const approved = await run(["servers", "approve", "evil"]);
  expect(approved.errors).toContain(`found in them: ${names.join(", ")}.`);
  expect(await json(["servers", "approve", "evil"])).toMatchObject({ leftOut: names });
  const after = await json<{ tools: { name: string; state: string }[] }>(["servers", "approve", "evil", ...names]);
  expect(after).not.toHaveProperty("leftOut");
  expect(after.tools.filter(({ state }) => state !== "approved")).toEqual([]);
}, 300_000);

it("refuses the window's methods to a client without the owner's token", async () => {
  const { folder } = await openServedCommandLine();
  const { url } = JSON.parse(readFileSync(path.join(folder, "data", "endpoint.json"), "utf8")) as { url: string };
  const ask = (method: string, headers = {}) =>
    fetch(new URL(`/owner/methods/${method}`, url), { method: "POST", headers });
  expect((await ask("servers.list")).status).toBe(401);
  expect((await ask("servers.add", { authorization: "Bearer x" })).status).toBe(401);
  expect((await ask("clients.createToken")).status).toBe(401);
  expect((await ask("clients.unknown")).status).toBe(404);
});

it("refuses incomplete command lines, and says why a server did not start", async () => {
  const { run } = await openServedCommandLine();
  for (const args of [
    ["servers", "add", "one"],
    ["servers", "add", "one", "--secret", "NO_SUCH_VARIABLE", "--", "x"],
    ["servers", "grant", "one", "codex"],
    ["servers", "tools", "missing"],
    ["servers", "unknown"],
    ["servers", "listing", "codex", "some"],
  ]) {
    expect(await run(args), args.join(" ")).toMatchObject({ code: 2 });
  }
  const failed = await run([
    "servers",
    "add",
    "one",
    "--",
    process.execPath,
    "-e",
    "console.error('Reading the key'); console.error('No key.'); process.exit(4)",
  ]);
  expect(failed.code).toBe(1);
  expect(failed.errors).toBe(
    "recollect: one did not start: exit code 4: No key. It was not added. Check its command or address. Its last output:\n  Reading the key\n  No key.\n",
  );
}, 300_000);

it("signs in at a server that it adds, in the browser, and signs out", async () => {
  const { server } = await startProtected();
  const { run, json, folder } = await openServedCommandLine();
  const browser = path.join(import.meta.dirname, "..", "servers", "oauth", "testing", "browse-process.ts");
  writeFileSync(path.join(folder, "xdg-open"), `#!/bin/sh\nexec "${process.execPath}" "${browser}" "$1"\n`, {
    mode: 0o755,
  });
  const env = { DISPLAY: ":0", PATH: `${folder}${path.delimiter}${process.env.PATH}` };
  const added = await run(["servers", "add", "tickets", "--url", server.url], { env });
  expect(added).toMatchObject({ code: 0 });
  expect(added.errors).toContain("tickets needs a sign-in.");
  expect(added.out).toMatch(/tickets +running +2 tools/);
  expect((await run(["servers", "sign-out", "tickets"])).out).toContain("Signed out of tickets.");
  expect(await json(["servers", "list"])).toMatchObject({
    servers: [{ state: "sign-in", signIn: { state: "needed" } }],
  });
  expect((await run(["servers", "sign-in", "tickets"], { env })).out).toContain("Signed in at tickets: 2 tools.");
}, 300_000);

it("prints the page of a sign-in without a browser", async () => {
  const { server } = await startProtected();
  const { run, inWindow } = await openServedCommandLine();
  const adding = run(["servers", "add", "tickets", "--url", server.url]);
  await expect.poll(async () => (await inWindow("servers.list", {}))[0]?.signIn?.address ?? null).not.toBeNull();
  const [added] = await inWindow("servers.list", {});
  await inWindow("servers.cancelSignIn", { id: added?.id ?? "" });
  const { code, errors } = await adding;
  expect(code).toBe(1);
  expect(errors).toContain("Open this page in a browser:");
  expect(errors).toContain(added?.signIn?.address);
  expect(errors).toContain("The sign-in at tickets was cancelled.");
  expect(await run(["servers", "add", "x", "--url", server.url, "--oauth-port", "9000"])).toMatchObject({ code: 2 });
}, 300_000);

/** A server at /mcp/ to which /mcp redirects, as frameworks do. /away redirects to another machine. */
async function startRedirecting() {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += String(chunk);
    const { url = "", method } = request;
    asked.push(url);
    if (url === "/away") return void response.writeHead(308, { location: "https://other.test/mcp" }).end();
    if (url === "/mcp") return void response.writeHead(307, { location: "/mcp/" }).end();
    if (method !== "POST") return void response.writeHead(405).end();
    const answer = responseTo({ "tools/list": { result: { tools: [] } } }, JSON.parse(text));
    response.writeHead(answer === null ? 202 : 200, { "content-type": "application/json" }).end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

it("follows a redirect of the same origin with --follow only, and stores its address", async () => {
  const { origin, asked } = await startRedirecting();
  const { run, json } = await openServedCommandLine();
  const refused = await run(["servers", "add", "docs", "--url", `${origin}/mcp`]);
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.errors).toContain("Pass --follow to use that address.");
  expect(refused.errors).toContain(`docs redirects to ${origin}/mcp/.`);
  expect(asked).not.toContain("/mcp/");
  expect(await json(["servers"])).toEqual({ servers: [] });
  const followed = await run(["servers", "add", "docs", "--url", `${origin}/mcp`, "--follow"]);
  expect(followed).toMatchObject({ code: 0 });
  expect(followed.errors).toContain(`Using ${origin}/mcp/, to which the server redirects.`);
  expect(await json(["servers"])).toMatchObject({ servers: [{ name: "docs", transport: { url: `${origin}/mcp/` } }] });
  const away = await run(["servers", "add", "away", "--url", `${origin}/away`, "--follow"]);
  expect(away).toMatchObject({ code: 1 });
  expect(away.errors).toContain("away redirects to https://other.test/mcp.");
  expect(away.errors).not.toContain("--follow");
}, 300_000);
