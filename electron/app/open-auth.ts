import { ulid } from "ulid";
import { SigningKey } from "../auth/signing-key.ts";
import { Tokens } from "../auth/tokens.ts";
import type { TokenStore } from "../core/tokens.ts";
import { type Authenticate, bearerAuthentication } from "../http/guard.ts";
import type { AppContext } from "./context.ts";

/** Who may connect. */
export interface Auth {
  readonly signingKey: SigningKey;
  readonly tokens: Tokens;
  /** The token in `endpoint.json`, for shim, command line and interface. */
  readonly ownerToken: string;
  /** The token for a client's configuration, by the client's id. */
  readonly tokenFor: (clientId: string) => Promise<string>;
  readonly authenticate: Authenticate;
  /** Whether an `Authorization` header holds the owner's token. */
  isOwner(authorization: string | undefined): Promise<boolean>;
}

/** Opens the tokens of clients and issues the owner's token for this run. */
export async function openAuth({ clock, events, secrets, shutdown }: AppContext, store: TokenStore): Promise<Auth> {
  const signingKey = new SigningKey({
    secrets,
    hadTokens: (await store.list()).some(({ revokedAt }) => revokedAt === null),
    onChange: () => events.emit("status.changed", null),
  });
  const tokens = new Tokens({ store, key: () => signingKey.get(), clock, newId: ulid });
  shutdown.add("tokens", () => tokens.close());
  const authenticate = bearerAuthentication((token, client) => tokens.verify(token, client));
  return {
    signingKey,
    tokens,
    ownerToken: await tokens.issueOwner(),
    tokenFor: (clientId) => tokens.standingText(clientId),
    authenticate,
    isOwner: (authorization) =>
      authenticate(authorization).then(
        ({ owner }) => owner,
        () => false,
      ),
  };
}
