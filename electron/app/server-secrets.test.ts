import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, it, onTestFinished } from "vitest";
import type { ServerSummary } from "../core/servers.ts";
import { faulty } from "../servers/testing/definitions.ts";
import { textOf } from "../servers/testing/open-servers.ts";
import type { IssuedToken } from "../window-api/contract.ts";
import { setUpApplications } from "./testing/open-application.ts";

const SECRET = "plain words of no known form";
const { folder, startFirst, endpoint, ask } = setUpApplications();

it("gives a server's own secret in a result neither to clients nor to the request log", async () => {
  const application = await startFirst();
  const server = { ...faulty("one"), secrets: { PHRASE: `Bearer ${SECRET}` } };
  const { id } = await ask<ServerSummary>(application, "servers.add", server);
  const { token } = await ask<IssuedToken>(application, "clients.createToken", {
    name: "script",
    access: "read",
    domains: null,
    namespaces: null,
    expiresAt: null,
  });
  await ask(application, "clients.updateGrant", { subject: "script", servers: [{ server: id, tools: "all" }] });
  const client = new Client({ name: "script", version: "1" }, { versionNegotiation: { mode: "legacy" } });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(endpoint().url), { requestInit }));
  onTestFinished(() => client.close());
  const environment = textOf(await client.callTool({ name: "environment", arguments: {} }));
  expect(environment).toContain("[redacted]");
  expect(environment).not.toContain(SECRET);
  await client.callTool({ name: "echo", arguments: { text: `It is ${SECRET}.` } });
  const stored = () => {
    const names = readdirSync(folder(), { recursive: true, encoding: "utf8" });
    const files = names.filter((name) => path.basename(name).startsWith("requests.sqlite"));
    return Buffer.concat(files.map((name) => readFileSync(path.join(folder(), name)))).toString("latin1");
  };
  await expect.poll(stored).toContain("It is [redacted].");
  expect(stored()).not.toContain(SECRET);
});
