import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { connectV2 } from "../../../tests/testing/clients.ts";
import { openGateway } from "../testing/open-gateway.ts";
import { openServers, textOf } from "../testing/open-servers.ts";
import { openSignedIn, remote, signIn, startProtected } from "./testing/open-protected.ts";
import { startProtectedServer } from "./testing/protected-server.ts";

const because = (reason: string) => ({ details: expect.objectContaining({ reason }) });

it("renews an expired token once for calls at the same time, and before it is used", async () => {
  let now = Date.now();
  const { servers, id, server, authorization } = await openSignedIn({ now: () => now });
  now += 3_500_000;
  server.seen.length = 0;
  const calls = [1, 2, 3, 4, 5, 6, 7, 8].map((text) => servers.call(id, "read", { text: `${text}` }));
  expect((await Promise.all(calls)).map(({ result }) => textOf(result))).toEqual(
    [1, 2, 3, 4, 5, 6, 7, 8].map((text) => `read ${text}`),
  );
  expect(authorization.issued.access).toHaveLength(2);
  expect(authorization.issued.refresh).toHaveLength(2);
  expect(new Set(server.seen)).toEqual(new Set([`Bearer ${authorization.issued.access[1]}`]));
});

it("renews a token that the server refuses, also after a restart of the application", async () => {
  const first = await openSignedIn();
  const { authorization, id, folder } = first;
  await authorization.revoke("access");
  expect(textOf((await first.servers.call(id, "read", { text: "again" })).result)).toBe("read again");
  await first.servers.close();
  const { servers } = openServers({ folder });
  expect(servers.list()).toMatchObject([{ state: "stopped", signIn: { state: "done" } }]);
  await authorization.revoke("access");
  expect(textOf((await servers.call(id, "read", { text: "later" })).result)).toBe("read later");
  expect(authorization.issued.refresh).toHaveLength(3);
});

it("needs a sign-in when the refresh token is revoked, and does not count that as a failure of the server", async () => {
  const { servers, id, authorization } = await openSignedIn();
  await authorization.revoke("refresh");
  await authorization.revoke("access");
  const call = () => servers.call(id, "read", { text: "x" });
  await expect(call()).rejects.toThrow("The sign-in at tickets has expired or was revoked.");
  await servers.stop(id);
  for (let attempts = 0; attempts < 6; attempts += 1) {
    await expect(call()).rejects.toMatchObject(because("server_sign_in_needed"));
  }
  expect(servers.list()).toMatchObject([{ state: "sign-in", signIn: { state: "needed" } }]);
  await signIn(servers, id);
  expect(textOf((await call()).result)).toBe("read x");
});

it("keeps the sign-in while the authorization server fails", async () => {
  const { servers, id, authorization } = await openSignedIn();
  await authorization.revoke("access");
  authorization.failing = "/token";
  await expect(servers.call(id, "read", { text: "x" })).rejects.toThrow(
    "The sign-in at tickets could not be renewed: the authorization server reported an error.",
  );
  expect(servers.list()).toMatchObject([{ signIn: { state: "done" } }]);
  authorization.failing = null;
  expect(textOf((await servers.call(id, "read", { text: "x" })).result)).toBe("read x");
});

it("requests the scope that a tool needs, in addition to its current scopes", async () => {
  const { servers, id } = await openSignedIn();
  const write = () => servers.call(id, "write", { text: "x" });
  await expect(write()).rejects.toThrow("tickets needs more permissions than the owner's sign-in gave.");
  expect(servers.list()).toMatchObject([
    { state: "running", signIn: { state: "needed", problem: because("server_sign_in_scope") } },
  ]);
  expect(textOf((await servers.call(id, "read", { text: "y" })).result)).toBe("read y");
  await signIn(servers, id);
  expect(textOf((await write()).result)).toBe("wrote x");
  expect(servers.list()).toMatchObject([{ signIn: { state: "done", problem: null } }]);
});

it("sends the tokens of a server to no other address", async () => {
  const { servers, id, folder, authorization, server } = await openSignedIn();
  await servers.close();
  const other = await startProtectedServer(authorization);
  const file = path.join(folder, "servers.json");
  writeFileSync(file, readFileSync(file, "utf8").replaceAll(server.url, other.url));
  const moved = openServers({ folder }).servers;
  await expect(moved.call(id, "read", { text: "x" })).rejects.toMatchObject(because("server_sign_in_needed"));
  expect(other.seen.length).toBeGreaterThan(0);
  expect(other.seen.filter((header) => header !== null)).toEqual([]);
  other.close();
});

it("forgets and revokes the tokens on a sign-out", async () => {
  const { servers, id, authorization } = await openSignedIn();
  const token = authorization.issued.access.at(-1) ?? "";
  expect(await authorization.verify(token)).not.toBeNull();
  expect(await servers.signOut(id)).toMatchObject({ state: "sign-in", signIn: { state: "needed", problem: null } });
  expect(await authorization.verify(token)).toBeNull();
  await expect(servers.call(id, "read", { text: "x" })).rejects.toMatchObject(because("server_sign_in_needed"));
  await signIn(servers, id);
  expect(textOf((await servers.call(id, "read", { text: "x" })).result)).toBe("read x");
});

it("removes the tokens with the server, and restores them with it", async () => {
  const { servers, id, folder } = await openSignedIn();
  const files = () => readdirSync(folder).filter((file) => file.includes(id));
  expect(files()).toHaveLength(2);
  await servers.remove(id);
  expect(files()).toEqual([]);
  await servers.restore(id);
  expect(servers.list()).toMatchObject([{ state: "stopped", signIn: { state: "done" } }]);
  expect(textOf((await servers.call(id, "read", { text: "x" })).result)).toBe("read x");
});

it("has no token, code or key of a client in files, logs, errors or summaries", async () => {
  const { servers, id, folder, authorization } = await openSignedIn();
  await authorization.revoke("access");
  await servers.call(id, "read", { text: "x" });
  await authorization.revoke("refresh");
  await authorization.revoke("access");
  const error = await servers.call(id, "read", { text: "x" }).catch((caught: unknown) => caught);
  const texts = readdirSync(folder).map((file) => readFileSync(path.join(folder, file), "utf8"));
  texts.push(JSON.stringify([servers.list(), servers.log(id), servers.tools(id), error]), String(error));
  const secrets = [...authorization.issued.access, ...authorization.issued.refresh, ...authorization.issued.codes];
  expect(new Set(secrets).size).toBe(5);
  for (const secret of secrets) expect(texts.filter((text) => text.includes(secret))).toEqual([]);
  expect(texts.filter((text) => text.includes("code_verifier"))).toEqual([]);
});

it("needs a sign-in where the key of the stored tokens is lost", async () => {
  const { servers, id, folder } = await openSignedIn();
  await servers.close();
  const key = path.join(folder, `server-${id}oauth.key`);
  writeFileSync(key, Buffer.alloc(32, 7).toString("base64"));
  const later = openServers({ folder }).servers;
  await expect(later.call(id, "read", { text: "x" })).rejects.toMatchObject(because("server_sign_in_needed"));
  await signIn(later, id);
  expect(textOf((await later.call(id, "read", { text: "x" })).result)).toBe("read x");
});

it("signs in at a server with the older transport, renews its token and signs out", async () => {
  const { server, authorization } = await startProtected({}, "sse");
  const { servers } = openServers();
  const added = await servers.add(remote(server.url, { kind: "sse" }));
  expect(added).toMatchObject({ state: "sign-in", signIn: { state: "needed" } });
  const { id } = added;
  await signIn(servers, id);
  const read = async () => textOf((await servers.call(id, "read", { text: "x" })).result);
  expect(await read()).toBe("read x");
  await authorization.revoke("access");
  expect(await read()).toBe("read x");
  await servers.stop(id);
  await authorization.revoke("access");
  expect(await read()).toBe("read x");
  expect(authorization.issued.refresh).toHaveLength(3);
  await servers.signOut(id);
  await expect(read()).rejects.toMatchObject(because("server_sign_in_needed"));
});

it("returns an error that says what the owner must do", async () => {
  const { server } = await startProtected();
  const { stack, servers, token, idOf } = await openGateway([remote(server.url)]);
  await signIn(servers, idOf("tickets"));
  const client = await connectV2(stack, "auto", { token: await token({ tickets: "all" }) });
  expect(await client.callTool({ name: "read", arguments: { text: "x" } })).toMatchObject({
    content: [{ text: "read x" }],
  });
  await servers.signOut(idOf("tickets"));
  const refused = await client.callTool({ name: "read", arguments: { text: "x" } });
  expect(refused).toMatchObject({ isError: true, structuredContent: { code: "unavailable" } });
  expect(textOf(refused)).toBe(
    "unavailable: tickets needs a sign-in. The owner can sign in under Servers in Recollect, or with: " +
      "recollect servers sign-in tickets",
  );
});
