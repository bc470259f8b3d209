import { onTestFinished } from "vitest";
import type { NewServer, RemoteServer } from "../../../core/servers.ts";
import type { Servers } from "../../servers.ts";
import { openServers } from "../../testing/open-servers.ts";
import { type AuthorizationServer, startAuthorizationServer } from "./authorization-server.ts";
import { browse } from "./browse.ts";
import { type ProtectedServer, startProtectedServer } from "./protected-server.ts";

/** A server over HTTP with the name `tickets`. */
export function remote(url: string, changes: Partial<RemoteServer> = {}): NewServer {
  return { name: "tickets", transport: { kind: "http", url, headers: {}, ...changes }, secrets: {} };
}

export interface Protected {
  readonly authorization: AuthorizationServer;
  readonly server: ProtectedServer;
}

/** Starts an authorization server, and an MCP server that requires its tokens. */
export async function startProtected(
  options: Parameters<typeof startAuthorizationServer>[0] = {},
  kind: RemoteServer["kind"] = "http",
): Promise<Protected> {
  const authorization = await startAuthorizationServer(options);
  const server = await startProtectedServer(authorization, kind);
  onTestFinished(() => {
    server.close();
    authorization.close();
  });
  return { authorization, server };
}

export interface SignedIn extends Protected {
  readonly servers: Servers;
  readonly folder: string;
  readonly id: string;
}

/** Adds the server and signs in at it. */
export async function openSignedIn(options: Parameters<typeof openServers>[0] = {}): Promise<SignedIn> {
  const started = await startProtected();
  const { servers, folder } = openServers(options);
  const { id } = await servers.add(remote(started.server.url));
  await signIn(servers, id);
  return { ...started, servers, folder, id };
}

export async function signIn(servers: Servers, id: string): Promise<void> {
  const { address } = await servers.signIn(id);
  await browse(address);
  await servers.finishSignIn(id);
}
