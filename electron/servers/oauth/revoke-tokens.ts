import { createOAuthFetch } from "./oauth-fetch.ts";
import type { SignInGrant } from "./sign-in-file.ts";

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
