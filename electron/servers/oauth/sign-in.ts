import { randomBytes } from "node:crypto";
import type {
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
} from "@modelcontextprotocol/client";
import { RecollectError } from "../../text/errors.ts";
import { type AuthorizationResponse, type LoopbackRedirect, openRedirect, type PageText } from "./loopback-redirect.ts";
import { addressRefused, createOAuthFetch, isAllowed } from "./oauth-fetch.ts";
import { signInError, signInFailed } from "./sign-in-errors.ts";
import type { SignInGrant } from "./sign-in-file.ts";

/** The path of the redirect address for a client that the owner registered, who must know it. */
const REGISTERED_PATH = "/oauth/callback";

export interface SignInRequest {
  readonly server: { readonly name: string; readonly url: string };
  /** A client that the owner registered, or null if Recollect registers itself. */
  readonly client: { readonly id: string; readonly secret: string | null; readonly port: number | null } | null;
  readonly resourceMetadataUrl: string | null;
  readonly scope: string | null;
  readonly timeoutMs: number;
  /** Its reason is the error for a cancelled sign-in. */
  readonly signal: AbortSignal;
  readonly now: () => number;
  readonly pageText: (isSignedIn: boolean, languages: string) => PageText;
}

export interface OpenSignIn {
  /** The page that the owner opens in the browser. */
  readonly address: string;
  /** Rejects with a RecollectError. */
  readonly grant: Promise<SignInGrant>;
}

/**
 * Prepares a sign-in: finds the authorization server, registers Recollect there and listens for the redirect. Recollect
 * registers itself for each sign-in, because few authorization servers accept a redirect address with another port.
 * @throws RecollectError
 */
export async function openSignIn(request: SignInRequest): Promise<OpenSignIn> {
  const { server, client, pageText, signal } = request;
  signal.throwIfAborted();
  const path = client === null ? `/${randomBytes(16).toString("hex")}` : REGISTERED_PATH;
  const redirect = await openRedirect({ port: client?.port ?? null, path, pageText });
  try {
    const attempt = await prepare(request, redirect.url);
    const grant = finish(request, attempt, redirect).finally(() => redirect.close());
    grant.catch(() => undefined);
    return { address: attempt.address.href, grant };
  } catch (error) {
    redirect.close();
    signal.throwIfAborted();
    throw await signInError(error, server.name, [client?.secret ?? undefined]);
  }
}

/** The state of a sign-in until the browser returns. It is never stored. */
interface Attempt {
  readonly address: URL;
  readonly state: string;
  readonly discovered: OAuthDiscoveryState;
  readonly resource: string | undefined;
  readonly verifier: string;
  readonly provider: OAuthClientProvider;
  readonly client: () => StoredOAuthClientInformation | undefined;
}

async function prepare(request: SignInRequest, redirectUrl: string): Promise<Attempt> {
  const { server, signal, scope } = request;
  const { auth, checkResourceAllowed, discoverOAuthServerInfo, resourceUrlFromServerUrl, RegistrationRejectedError } =
    await import("@modelcontextprotocol/client");
  const fetchFn = createOAuthFetch(server, signal);
  const serverUrl = new URL(server.url);
  const resourceMetadataUrl = URL.parse(request.resourceMetadataUrl ?? "") ?? undefined;
  const discovered = await discoverOAuthServerInfo(server.url, { resourceMetadataUrl, fetchFn });
  const { authorizationServerMetadata: metadata, resourceMetadata } = discovered;
  for (const endpoint of [
    metadata?.authorization_endpoint,
    metadata?.token_endpoint,
    metadata?.registration_endpoint,
  ]) {
    const url = URL.parse(endpoint ?? "");
    if (url !== null && !isAllowed(url, serverUrl)) throw addressRefused(server.name, url);
  }
  // The SDK compares the resource with the server's address. A slash at the end of the resource does not count here.
  const described = resourceMetadata?.resource;
  const covers = (requestedResource: string) =>
    described !== undefined && checkResourceAllowed({ requestedResource, configuredResource: described });
  const ownAddress = resourceUrlFromServerUrl(server.url).href;
  const differsBySlash = !covers(ownAddress) && covers(`${ownAddress}/`);
  const state = randomBytes(32).toString("base64url");
  const issuer = metadata?.issuer ?? discovered.authorizationServerUrl;
  const { id, secret } = request.client ?? { id: null, secret: null };
  let client: StoredOAuthClientInformation | undefined =
    id === null ? undefined : { client_id: id, issuer, ...(secret === null ? {} : { client_secret: secret }) };
  let address: URL | null = null;
  let verifier = "";
  let resource: string | undefined;
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: clientMetadata(redirectUrl, metadata?.token_endpoint_auth_methods_supported),
    state: () => state,
    clientInformation: () => client,
    saveClientInformation(information) {
      client = information;
    },
    tokens: () => undefined,
    saveTokens: () => undefined,
    redirectToAuthorization(url) {
      address = url;
    },
    saveCodeVerifier(value) {
      verifier = value;
    },
    codeVerifier: () => verifier,
    discoveryState: () => discovered,
    saveDiscoveryState: () => undefined,
    saveResourceUrl(url) {
      resource = url;
    },
    ...(differsBySlash ? { validateResourceURL: async () => new URL(described ?? ownAddress) } : {}),
  };
  try {
    await auth(provider, { serverUrl: server.url, scope: scope ?? undefined, fetchFn, forceReauthorization: true });
  } catch (error) {
    // Servers of revision 2025-03-26 have fixed addresses for the sign-in instead of metadata documents.
    const hasNoDocuments = metadata === undefined && resourceMetadata === undefined;
    if (!hasNoDocuments || !(error instanceof RegistrationRejectedError)) throw error;
    throw new RecollectError("server_sign_in_missing", { server: server.name });
  }
  const opened = address as URL | null;
  if (opened === null) throw signInFailed(server.name, "there is no page to open");
  if (!isAllowed(opened, serverUrl)) throw addressRefused(server.name, opened);
  return { address: opened, state, discovered, resource, verifier, provider, client: () => client };
}

/** Waits for the browser, and exchanges the code for tokens. @throws RecollectError */
async function finish(request: SignInRequest, attempt: Attempt, redirect: LoopbackRedirect): Promise<SignInGrant> {
  const { server, signal, timeoutMs } = request;
  const response = await arrival(redirect, server.name, timeoutMs, signal);
  const code = response.parameters.get("code") ?? undefined;
  try {
    const grant = await exchange(request, attempt, response, code);
    response.show(true);
    return grant;
  } catch (error) {
    response.show(false);
    signal.throwIfAborted();
    throw await signInError(error, server.name, [code, attempt.verifier, attempt.client()?.client_secret]);
  }
}

async function arrival(
  { received }: LoopbackRedirect,
  server: string,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<AuthorizationResponse> {
  const ended = Promise.withResolvers<never>();
  const stop = () => ended.reject(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  const timer = setTimeout(() => {
    const minutes = Math.max(1, Math.round(timeoutMs / 60_000));
    ended.reject(new RecollectError("server_sign_in_timeout", { server, minutes }));
  }, timeoutMs);
  try {
    return await Promise.race([received, ended.promise]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}

async function exchange(
  { server, signal, now }: SignInRequest,
  { address, state, discovered, resource, provider, client }: Attempt,
  { parameters }: AuthorizationResponse,
  code: string | undefined,
): Promise<SignInGrant> {
  const { fetchToken, validateAuthorizationResponseIssuer } = await import("@modelcontextprotocol/client");
  const { authorizationServerMetadata: metadata, authorizationServerUrl } = discovered;
  if (parameters.get("state") !== state) {
    throw new RecollectError("server_sign_in_state", { server: server.name });
  }
  const iss = parameters.get("iss") ?? undefined;
  // Checked even for an error: its text is shown only if the right authorization server sent it (RFC 9207, 2.4).
  validateAuthorizationResponseIssuer({
    iss,
    expectedIssuer: metadata?.issuer,
    issParameterSupported: metadata?.authorization_response_iss_parameter_supported === true,
  });
  const refusal = parameters.get("error");
  if (refusal === "access_denied") {
    throw new RecollectError("server_sign_in_refused", { server: server.name });
  }
  if (code === undefined) {
    throw signInFailed(server.name, parameters.get("error_description") ?? refusal ?? "there is no code");
  }
  const fetchFn = createOAuthFetch(server, signal);
  const tokens = await fetchToken(provider, authorizationServerUrl, {
    metadata,
    resource,
    authorizationCode: code,
    iss,
    fetchFn,
  });
  const registered = client();
  if (registered === undefined) throw signInFailed(server.name, "there is no client");
  if (tokens.token_type.toLowerCase() !== "bearer") throw signInFailed(server.name, "the token is not a bearer token");
  // An authorization server may omit the scope if it equals the requested one (RFC 6749, 5.1).
  const scope = tokens.scope ?? address.searchParams.get("scope") ?? undefined;
  return {
    serverUrl: server.url,
    authorizationServerUrl,
    metadata,
    resource,
    client: registered,
    tokens: { ...tokens, scope },
    renewAt: renewalTime(tokens.expires_in, now()),
  };
}

/** A token is renewed after nine tenths of its validity. @returns milliseconds since 1970, or null if unknown */
export function renewalTime(expiresInSeconds: number | undefined, now: number): number | null {
  return expiresInSeconds === undefined ? null : now + expiresInSeconds * 900;
}

function clientMetadata(redirectUrl: string, methods: readonly string[] | undefined): OAuthClientMetadata {
  const isPublic = methods === undefined || methods.includes("none");
  const method = methods?.includes("client_secret_basic") === true ? "client_secret_basic" : "client_secret_post";
  return {
    client_name: "Recollect",
    redirect_uris: [redirectUrl],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: isPublic ? "none" : method,
  };
}

/** Revokes the tokens of a sign-in (RFC 7009) if the authorization server has an endpoint for it. @throws Error */
export async function revokeTokens(grant: SignInGrant, server: string): Promise<void> {
  const { metadata, client, tokens } = grant;
  const endpoint =
    metadata !== undefined && "revocation_endpoint" in metadata ? metadata.revocation_endpoint : undefined;
  if (typeof endpoint !== "string") return;
  const { selectClientAuthMethod } = await import("@modelcontextprotocol/client");
  const method = selectClientAuthMethod(client, metadata?.token_endpoint_auth_methods_supported ?? []);
  const send = createOAuthFetch({ name: server, url: grant.serverUrl });
  const { client_id: id, client_secret: secret = "" } = client;
  for (const [hint, token] of [
    ["refresh_token", tokens.refresh_token],
    ["access_token", tokens.access_token],
  ] as const) {
    if (token === undefined) continue;
    const body = new URLSearchParams({ token, token_type_hint: hint });
    const headers: Record<string, string> = {};
    if (method === "client_secret_basic") {
      headers.authorization = `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString("base64")}`;
    } else body.set("client_id", id);
    if (method === "client_secret_post") body.set("client_secret", secret);
    await send(endpoint, { method: "POST", headers, body });
  }
}
