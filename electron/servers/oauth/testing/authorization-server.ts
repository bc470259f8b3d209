import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";

export interface AuthorizationServer {
  readonly issuer: string;
  /** The requests since its start, as `POST /token`. */
  readonly requests: string[];
  /** The values of all tokens and codes that it issued, oldest first. */
  readonly issued: { readonly access: string[]; readonly refresh: string[]; readonly codes: string[] };
  /** The lifetime of access tokens that are issued from now on. */
  accessSeconds: number;
  /** Responds to each request of a path with an error of the server. */
  failing: string | null;
  /** Returns the data of a valid access token, or null. */
  verify(token: string): Promise<{ scopes: string[]; resource: string; expiresAt: number; client: string } | null>;
  /** Makes a token void. */
  revoke(kind: "access" | "refresh"): Promise<void>;
  close(): void;
}

interface AuthorizationServerOptions {
  /** Default: clients register themselves. */
  readonly clients?: readonly object[];
  readonly registration?: boolean;
}

/** Starts a real authorization server (oidc-provider) with PKCE, resource indicators, rotation and registration. */
export async function startAuthorizationServer(options: AuthorizationServerOptions = {}): Promise<AuthorizationServer> {
  const requests: string[] = [];
  const issued = { access: [] as string[], refresh: [] as string[], codes: [] as string[] };
  const server = createServer((request, response) => {
    const path = (request.url ?? "").split("?")[0] ?? "";
    requests.push(`${request.method} ${path}`);
    if (path === state.failing) return void response.writeHead(500).end("It does not work.");
    handle(request, response);
  });
  const issuer = await listen(server);
  const provider = new Provider(issuer, {
    clients: options.clients ?? [],
    clientBasedCORS: () => false,
    cookies: { keys: ["a key for tests"] },
    features: {
      devInteractions: { enabled: true },
      registration: { enabled: options.registration ?? true },
      revocation: { enabled: true },
      resourceIndicators: {
        enabled: true,
        useGrantedResource: () => true,
        getResourceServerInfo: (_context: unknown, resource: string) => ({
          scope: "files:read files:write",
          audience: resource,
          accessTokenTTL: state.accessSeconds,
          accessTokenFormat: "opaque",
        }),
      },
    },
    issueRefreshToken: (_context: unknown, client: { grantTypeAllowed(type: string): boolean }) =>
      client.grantTypeAllowed("refresh_token"),
    rotateRefreshToken: true,
    scopes: ["openid", "offline_access", "files:read", "files:write"],
    ttl: { AccessToken: 3600, RefreshToken: 3600, Grant: 3600, Interaction: 3600, Session: 3600 },
  });
  provider.on("access_token.saved", ({ jti }) => issued.access.push(jti));
  provider.on("refresh_token.saved", ({ jti }) => issued.refresh.push(jti));
  provider.on("authorization_code.saved", ({ jti }) => issued.codes.push(jti));
  const handle = provider.callback();
  const state: AuthorizationServer = {
    issuer,
    requests,
    issued,
    accessSeconds: 3600,
    failing: null,
    async verify(value) {
      const token = await provider.AccessToken.find(value);
      if (token === undefined) return null;
      const { scope, aud, exp, clientId: client } = token;
      return { scopes: scope.split(" "), resource: String(aud), expiresAt: exp, client };
    },
    async revoke(kind) {
      const last = issued[kind].at(-1) ?? "";
      await (await provider[kind === "access" ? "AccessToken" : "RefreshToken"].find(last))?.destroy();
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return state;
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
