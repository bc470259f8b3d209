import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import type { Servers } from "../servers.ts";
import { openServers, textOf } from "../testing/open-servers.ts";
import { responseTo } from "../testing/scripted-responses.ts";
import { browse } from "./testing/browse.ts";
import { remote, startProtected } from "./testing/open-protected.ts";

const signInOf = (servers: Servers) => servers.list()[0]?.signIn;
const because = (reason: string) => ({ details: expect.objectContaining({ reason }) });

/** Adds a server and starts the sign-in. */
async function begin(options: Parameters<typeof openServers>[0] = {}) {
  const { server, authorization } = await startProtected();
  const { servers } = openServers(options);
  const { id } = await servers.add(remote(server.url));
  const { address } = await servers.signIn(id);
  const outcome = servers.finishSignIn(id);
  outcome.catch(() => undefined);
  const exchanges = () => authorization.requests.filter((request) => request === "POST /token").length;
  return { servers, id, address, outcome, exchanges };
}

/** A server that refuses every request, with documents about its sign-in. */
async function startRefusing(
  challenge: string | null,
  documents: (origin: string) => Record<string, object> = () => ({}),
) {
  const server = createServer((request, response) => {
    const document = documents(origin)[request.url ?? ""];
    if (document !== undefined) {
      return void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(document));
    }
    const isDocument = request.url?.startsWith("/.well-known/") === true;
    const headers = challenge === null ? {} : { "www-authenticate": challenge };
    response.writeHead(isDocument ? 404 : 401, headers).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `${origin}/mcp` };
}

it("adds a server that needs a sign-in, and reads and calls it after the sign-in", async () => {
  const { server, authorization } = await startProtected();
  const { servers } = openServers();
  const added = await servers.add(remote(server.url));
  expect(added).toMatchObject({ state: "sign-in", problem: null, tools: { approved: 0 } });
  expect(added.signIn).toMatchObject({ state: "needed", problem: because("server_sign_in_needed") });
  const { address } = await servers.signIn(added.id);
  expect(servers.list()).toMatchObject([{ state: "sign-in", signIn: { state: "waiting", address } }]);
  const asked = new URL(address).searchParams;
  expect(asked.get("code_challenge_method")).toBe("S256");
  expect(asked.get("resource")).toBe(server.url);
  expect(asked.get("scope")).toBe("files:read offline_access");
  const page = await browse(address);
  expect(page.text).toContain("You can close this window");
  expect(page.text).toContain("Recollect is signed in at tickets.");
  expect(await servers.finishSignIn(added.id)).toMatchObject({
    state: "running",
    signIn: { state: "done", address: null },
    tools: { approved: 2, waiting: 0 },
  });
  expect(textOf((await servers.call(added.id, "read", { text: "x" })).result)).toBe("read x");
  expect(server.seen.at(-1)).toBe(`Bearer ${authorization.issued.access[0]}`);
});

it("says that the access was refused, and can sign in again", async () => {
  const { servers, id, address, outcome, exchanges } = await begin();
  const page = await browse(address, "refuse");
  expect(page.text).toContain("Recollect is not signed in at tickets.");
  await expect(outcome).rejects.toThrow("The sign-in at tickets was refused in the browser.");
  expect(signInOf(servers)).toMatchObject({ state: "needed", problem: because("server_sign_in_refused") });
  expect(exchanges()).toBe(0);
  const again = await servers.signIn(id);
  expect(again.address).not.toBe(address);
  await browse(again.address);
  expect(await servers.finishSignIn(id)).toMatchObject({ state: "running", signIn: { state: "done", problem: null } });
});

it("does not use the code of another sign-in or of another authorization server", async () => {
  for (const [parameter, sentence] of [
    ["state", "The browser returned from another sign-in"],
    ["iss", "The response came from an authorization server that does not belong to tickets."],
  ] as const) {
    const { servers, address, outcome, exchanges } = await begin();
    const page = await browse(address, "allow", (redirect) => {
      redirect.searchParams.set(parameter, "https://example.com");
      return redirect;
    });
    expect(page.status).toBe(400);
    await expect(outcome).rejects.toThrow(sentence);
    expect(exchanges()).toBe(0);
    expect(signInOf(servers)?.state).toBe("needed");
  }
});

it("says what the authorization server reports", async () => {
  const { address, outcome, exchanges } = await begin();
  await browse(address, "allow", (redirect) => {
    redirect.searchParams.delete("code");
    redirect.searchParams.set("error", "temporarily_unavailable");
    redirect.searchParams.set("error_description", "Come back tomorrow.");
    return redirect;
  });
  await expect(outcome).rejects.toThrow("The sign-in at tickets failed: Come back tomorrow.");
  expect(exchanges()).toBe(0);
});

it("ends a sign-in that is cancelled, and closes its redirect address", async () => {
  const { servers, id, address, outcome } = await begin();
  const redirect = new URL(address).searchParams.get("redirect_uri") ?? "";
  expect((await fetch(new URL("/other", redirect))).status).toBe(404);
  expect((await servers.cancelSignIn(id)).signIn).toMatchObject({ state: "needed", address: null, problem: null });
  await expect(outcome).rejects.toMatchObject({ code: "cancelled", ...because("server_sign_in_cancelled") });
  await expect(fetch(redirect)).rejects.toThrow();
});

it("ends a sign-in that is not completed in time, and closes its redirect address", async () => {
  const { servers, address, outcome } = await begin({ limits: { signInTimeoutMs: 100 } });
  await expect(outcome).rejects.toThrow("The sign-in at tickets was not completed within a minute.");
  await expect(fetch(new URL(address).searchParams.get("redirect_uri") ?? "")).rejects.toThrow();
  expect(signInOf(servers)).toMatchObject({ state: "needed", problem: because("server_sign_in_timeout") });
});

it("returns the page of the sign-in in progress to a second caller, and ends it when it closes", async () => {
  const { servers, id, address, outcome } = await begin();
  expect(await servers.signIn(id)).toEqual({ address });
  await servers.close();
  await expect(outcome).rejects.toMatchObject({ code: "cancelled" });
});

it("uses a client that the owner registered where clients cannot register themselves", async () => {
  const registered = {
    client_id: "recollect-of-ada",
    client_secret: "a-secret-of-the-client",
    application_type: "native",
    redirect_uris: ["http://127.0.0.1/oauth/callback"],
    grant_types: ["authorization_code", "refresh_token"],
  };
  const { server } = await startProtected({ clients: [registered], registration: false });
  const { servers } = openServers();
  const plain = await servers.add(remote(server.url));
  await expect(servers.signIn(plain.id)).rejects.toThrow("did not register Recollect as a client");
  const oauth = { clientId: "recollect-of-ada", port: null };
  const added = await servers.add({
    ...remote(server.url, { oauth }),
    name: "own",
    clientSecret: "a-secret-of-the-client",
  });
  expect(JSON.stringify(servers.list())).not.toContain("a-secret-of-the-client");
  const { address } = await servers.signIn(added.id);
  expect(new URL(address).searchParams.get("client_id")).toBe("recollect-of-ada");
  await browse(address);
  expect(await servers.finishSignIn(added.id)).toMatchObject({ state: "running" });
  const port = { ...oauth, port: 80 };
  await expect(servers.add({ ...remote(server.url, { oauth: port }), name: "low" })).rejects.toMatchObject({
    field: "port",
  });
  await expect(servers.add({ ...remote(server.url), name: "half", clientSecret: "x" })).rejects.toMatchObject({
    field: "clientSecret",
  });
});

it("says what a server needs that has no sign-in, or whose sign-in is not protected", async () => {
  const { servers } = openServers();
  const basic = await startRefusing('Basic realm="x"');
  await expect(servers.add(remote(basic.url))).rejects.toThrow("needs credentials of a kind that Recollect has no");
  expect(servers.list()).toEqual([]);
  const silent = await startRefusing(null);
  const { id } = await servers.add(remote(silent.url));
  await expect(servers.signIn(id)).rejects.toThrow("tickets needs a sign-in, but does not say where.");
  const leading = await startRefusing("Bearer", (origin) => ({
    "/.well-known/oauth-protected-resource/mcp": { resource: `${origin}/mcp`, authorization_servers: [`${origin}/`] },
    "/.well-known/oauth-authorization-server": {
      issuer: origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: "http://tokens.example.com/token",
      response_types_supported: ["code"],
      code_challenge_methods_supported: ["S256"],
    },
  }));
  const led = await servers.add({ ...remote(leading.url), name: "led" });
  await expect(servers.signIn(led.id)).rejects.toThrow("leads to http://tokens.example.com, which is neither https");
});

/** A protected server and its authorization server in one, with documents as some providers write them. */
async function startLenient() {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const documents: Record<string, object> = {
      "/.well-known/oauth-protected-resource/mcp": {
        resource: `${origin}/mcp/`,
        authorization_servers: [origin],
        resource_documentation: "",
        scopes_supported: null,
      },
      "/.well-known/oauth-authorization-server": {
        issuer: `${origin}/`,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        registration_endpoint: `${origin}/register`,
        response_types_supported: ["code"],
        code_challenge_methods_supported: ["S256"],
        service_documentation: "",
        op_policy_uri: null,
      },
      "/register": { client_id: "c1", redirect_uris: [], client_uri: "", logo_uri: null, contacts: null },
      "/token": { access_token: "t1", token_type: "Bearer", scope: null, refresh_token: null, id_token: "" },
    };
    const document = documents[request.url ?? ""];
    if (document !== undefined) {
      if (request.method === "POST") bodies.push(`${request.url} ${body}`);
      const status = request.url === "/register" ? 201 : 200;
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(document));
    } else if (request.headers.authorization !== "Bearer t1") {
      response.writeHead(request.url === "/mcp" ? 401 : 404, { "www-authenticate": "Bearer" }).end();
    } else if (request.method !== "POST") {
      response.writeHead(405).end();
    } else {
      const tools = [{ name: "read", inputSchema: { type: "object" } }];
      const message = responseTo({ "tools/list": { result: { tools } } }, JSON.parse(body));
      response.writeHead(message === null ? 202 : 200, { "content-type": "application/json" }).end(message ?? "");
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `${origin}/mcp`, bodies, origin };
}

it.each([
  ["with the issuer of the metadata", (origin: string) => `${origin}/`, true],
  ["with the issuer without its slash", (origin: string) => origin, false],
])(
  "accepts documents that differ by a slash, an empty text or null, and a response %s",
  async (_case, issuerOf, isSame) => {
    const { url, bodies, origin } = await startLenient();
    const { servers } = openServers();
    const { id } = await servers.add(remote(url));
    const { address } = await servers.signIn(id);
    const asked = new URL(address).searchParams;
    expect(asked.get("resource")).toBe(`${origin}/mcp/`);
    const outcome = servers.finishSignIn(id);
    outcome.catch(() => undefined);
    const back = new URL(asked.get("redirect_uri") ?? "");
    back.search = new URLSearchParams({
      code: "k1",
      state: asked.get("state") ?? "",
      iss: issuerOf(origin),
    }).toString();
    await (await fetch(back)).text();
    if (isSame) {
      expect(await outcome).toMatchObject({ state: "running", tools: { approved: 1 } });
      expect(bodies.map((body) => body.split(" ")[0])).toEqual(["/register", "/token"]);
    } else {
      await expect(outcome).rejects.toMatchObject(because("server_sign_in_issuer"));
      expect(bodies.map((body) => body.split(" ")[0])).toEqual(["/register"]);
    }
  },
);

it("has no sign-in for a program, or for a server with an Authorization header of the owner", async () => {
  const { server } = await startProtected();
  const { servers } = openServers();
  const withHeader = { ...remote(server.url), secrets: { authorization: "Bearer a-token-of-the-owner" } };
  await expect(servers.add(withHeader)).rejects.toMatchObject({ code: "unavailable" });
  expect(server.seen).toContain("Bearer a-token-of-the-owner");
  expect(servers.list()).toEqual([]);
  const { id } = await servers.add(remote(server.url));
  await servers.setSecrets(id, { authorization: "Bearer a-token-of-the-owner" });
  await expect(servers.signIn(id)).rejects.toMatchObject(because("server_sign_in_unavailable"));
});
