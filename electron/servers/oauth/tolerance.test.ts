import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { openServers, textOf } from "../testing/open-servers.ts";
import { responseTo } from "../testing/scripted-responses.ts";
import { remote } from "./testing/open-protected.ts";

interface Documents {
  readonly resource: object;
  readonly metadata: object;
  readonly registration: object;
  readonly token: object;
  /** The `iss` of the redirect. */
  readonly iss: string;
}

/** Starts an MCP server that is its own authorization server, with documents as given, and signs in at it. */
async function signInWith(documentsFor: (origin: string) => Partial<Documents>) {
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const { pathname, searchParams } = new URL(request.url ?? "", origin);
    const send = (document: unknown, status = 200) =>
      void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(document));
    const { resource, metadata, registration, token, iss = origin } = documentsFor(origin);
    const own = { resource: `${origin}/mcp`, authorization_servers: [origin] };
    if (pathname.startsWith("/.well-known/oauth-protected-resource")) return send({ ...own, ...resource });
    if (pathname === "/.well-known/oauth-authorization-server") {
      const endpoints = { authorization_endpoint: `${origin}/authorize`, token_endpoint: `${origin}/token` };
      const supported = { response_types_supported: ["code"], code_challenge_methods_supported: ["S256"] };
      const registered = { registration_endpoint: `${origin}/register` };
      return send({ issuer: origin, ...endpoints, ...supported, ...registered, ...metadata });
    }
    if (pathname === "/register") return send({ ...JSON.parse(body), client_id: "client", ...registration }, 201);
    if (pathname === "/authorize") {
      const back = new URL(searchParams.get("redirect_uri") ?? "");
      for (const [name, value] of Object.entries({ code: "code", state: searchParams.get("state") ?? "", iss })) {
        back.searchParams.set(name, value);
      }
      return void response.writeHead(302, { location: back.href }).end();
    }
    if (pathname === "/token") return send({ access_token: "granted", token_type: "Bearer", ...token });
    if (request.headers.authorization !== "Bearer granted") {
      return void response.writeHead(401, { "www-authenticate": "Bearer" }).end();
    }
    const result = { content: [{ type: "text", text: "fine" }] };
    const tools = [{ name: "good", inputSchema: { type: "object" } }];
    const message =
      request.method === "POST"
        ? responseTo({ "tools/list": { result: { tools } }, "tools/call": { result } }, JSON.parse(body))
        : null;
    if (message === null) return void response.writeHead(request.method === "POST" ? 202 : 405).end();
    response.writeHead(200, { "content-type": "application/json" }).end(message);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { servers } = openServers();
  const { id } = await servers.add(remote(`${origin}/mcp`));
  const { address } = await servers.signIn(id);
  await fetch(address);
  await servers.finishSignIn(id);
  return textOf((await servers.call(id, "good", {})).result);
}

const NULLS = {
  scopes_supported: null,
  grant_types_supported: null,
  token_endpoint_auth_methods_supported: null,
  service_documentation: "",
  op_policy_uri: "",
};

it.each<[string, (origin: string) => Partial<Documents>]>([
  ["an issuer with a slash", (origin) => ({ metadata: { issuer: `${origin}/` }, iss: `${origin}/` })],
  ["an authorization server with a slash", (origin) => ({ resource: { authorization_servers: [`${origin}/`] } })],
  ["a resource with a slash", (origin) => ({ resource: { resource: `${origin}/mcp/`, resource_name: null } })],
  ["null and empty members in the metadata", () => ({ metadata: { ...NULLS, response_types_supported: null } })],
  [
    "null and empty members in a registration",
    () => ({
      registration: { client_uri: "", logo_uri: null, contacts: null, client_secret: "", redirect_uris: null },
    }),
  ],
  [
    "null members in a token response",
    () => ({ token: { token_type: null, scope: null, expires_in: null, refresh_token: "", id_token: null } }),
  ],
])("signs in with %s", async (_name, documentsFor) => {
  expect(await signInWith(documentsFor)).toBe("fine");
});

it("names both issuers if the metadata is from another authorization server", async () => {
  await expect(signInWith(() => ({ metadata: { issuer: "https://other.example" } }))).rejects.toThrow(
    /127\.0\.0\.1.* names another issuer, https:\/\/other\.example/,
  );
});
