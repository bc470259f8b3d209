import type { AuthProvider } from "@modelcontextprotocol/client";
import type { Clock, Logger } from "../../core/ports.ts";
import type { SecretStore } from "../../core/secret-store.ts";
import type { RemoteServer, ServerSignIn } from "../../core/servers.ts";
import { type ErrorReason, RecollectError, toErrorBody } from "../../text/errors.ts";
import type { LanguageChoice } from "../../text/language.ts";
import type { OpenSignIn } from "./sign-in.ts";
import { isSignInError } from "./sign-in-errors.ts";
import { SignInFile, type SignInGrant, type SignInSecrets, type SignInStatus } from "./sign-in-file.ts";

/** The sign-in of a removed server, so that the removal can be undone. */
export interface KeptSignIn {
  readonly status: SignInStatus;
  readonly secrets: SignInSecrets;
}

interface OAuthClientOptions {
  /** The server's id. */
  readonly id: string;
  readonly name: string;
  readonly transport: RemoteServer;
  /** The path of the file of the sign-in. */
  readonly file: string;
  readonly secrets: SecretStore;
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly language: () => LanguageChoice;
  /** Called with values that must not be in logs. */
  readonly mask: (values: readonly string[]) => void;
  readonly onChange: () => void;
  /** Uses the new tokens. @throws RecollectError */
  readonly onSignedIn: () => Promise<void>;
}

interface Attempt {
  readonly cancel: AbortController;
  readonly opened: Promise<OpenSignIn>;
  /** Resolves when the tokens are stored, or after a failure. */
  ended: Promise<void>;
  /** Null until it is known. */
  address: string | null;
}

/** Recollect as the OAuth client of one server over HTTP: the owner's sign-in and its tokens. */
export class OAuthClient implements AuthProvider {
  readonly #options: OAuthClientOptions;
  readonly #file: SignInFile;
  #secrets: Promise<SignInSecrets> | null = null;
  #refreshing: Promise<void> | null = null;
  #attempt: Attempt | null = null;
  /** The end of the last sign-in. */
  #outcome: Promise<void> | null = null;
  #problem: RecollectError | null = null;

  constructor(options: OAuthClientOptions) {
    this.#options = options;
    this.#file = new SignInFile(options);
  }

  /** Null if the server never asked for a sign-in. */
  get state(): ServerSignIn | null {
    const { status } = this.#file;
    if (status === null && this.#attempt === null) return null;
    const state = this.#attempt !== null ? "waiting" : (status?.state ?? "needed");
    const problem = state === "needed" && this.#problem !== null ? toErrorBody(this.#problem) : null;
    return { state, address: this.#attempt?.address ?? null, problem };
  }

  /** Stores the secret of a client that the owner registered. */
  async setClientSecret(clientSecret: string): Promise<void> {
    await this.#save(this.#file.status ?? { state: "needed", resourceMetadataUrl: null, scope: null }, {
      ...(await this.#read()),
      clientSecret,
    });
  }

  /** @throws RecollectError if the token cannot be renewed */
  async token(): Promise<string | undefined> {
    const grant = await this.#grant();
    if (grant === null) return undefined;
    const { renewAt, tokens } = grant;
    if (renewAt === null || this.#options.clock.now() < renewAt || tokens.refresh_token === undefined) {
      return tokens.access_token;
    }
    await this.#refresh();
    return (await this.#grant())?.tokens.access_token;
  }

  /** Renews the token. @throws RecollectError if a sign-in is needed */
  async onUnauthorized({ response }: { readonly response: Response }): Promise<void> {
    const { name: server } = this.#options;
    const challenge = response.headers.get("www-authenticate");
    if (challenge !== null && !/\bbearer\b/i.test(challenge)) {
      throw new RecollectError("server_token_needed", { server });
    }
    const grant = await this.#grant();
    if (grant?.tokens.refresh_token !== undefined) return await this.#refresh();
    const { extractWWWAuthenticateParams } = await import("@modelcontextprotocol/client");
    const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(response);
    const status = { resourceMetadataUrl: resourceMetadataUrl?.href ?? null, scope: scope ?? null };
    throw await this.#need(grant === null ? "server_sign_in_needed" : "server_sign_in_expired", status, null);
  }

  /** Returns the error for a refused token or a missing scope; null for other errors. */
  async explain(error: unknown): Promise<RecollectError | null> {
    const { computeScopeUnion, InsufficientScopeError, SdkError, SdkErrorCode } = await import(
      "@modelcontextprotocol/client"
    );
    if (error instanceof InsufficientScopeError) {
      const grant = await this.#grant();
      const scope = computeScopeUnion(grant?.tokens.scope, error.requiredScope) ?? null;
      const resourceMetadataUrl = error.resourceMetadataUrl?.href ?? null;
      return await this.#need("server_sign_in_scope", { resourceMetadataUrl, scope }, grant);
    }
    if (error instanceof SdkError && error.code === SdkErrorCode.ClientHttpAuthentication) {
      return await this.#need("server_sign_in_expired", {}, null);
    }
    return null;
  }

  /** Starts a sign-in, or returns the page of the one in progress. @throws RecollectError */
  async signIn(): Promise<string> {
    this.#attempt ??= this.#start();
    return (await this.#attempt.opened).address;
  }

  /** Waits for the end of the last sign-in. @throws RecollectError with the reason */
  async finished(): Promise<void> {
    const { name: server } = this.#options;
    if (this.#outcome === null) throw new RecollectError("server_sign_in_absent", { server });
    await this.#outcome;
  }

  /** Ends a sign-in in progress. */
  async cancel(): Promise<void> {
    const { name: server } = this.#options;
    this.#attempt?.cancel.abort(new RecollectError("server_sign_in_cancelled", { server }));
    await this.#attempt?.ended;
  }

  /** Deletes the tokens, and revokes them if the authorization server supports that. */
  async signOut(): Promise<void> {
    await this.cancel();
    const grant = await this.#grant();
    const status = { state: "needed", resourceMetadataUrl: null, scope: null } as const;
    if (this.#file.status !== null) await this.#save(status, { ...(await this.#read()), grant: null });
    this.#problem = null;
    this.#options.onChange();
    if (grant === null) return;
    const { revokeTokens } = await import("./sign-in.ts");
    await revokeTokens(grant, this.#options.name).catch(() => {
      this.#options.logger.info("The tokens of a server could not be revoked", { server: this.#options.name });
    });
  }

  /** Deletes the sign-in. @returns the data to restore it, or null if there was none */
  async remove(): Promise<KeptSignIn | null> {
    await this.cancel();
    const { status } = this.#file;
    if (status === null) return null;
    // A locked keychain does not prevent the removal.
    const secrets = await this.#read().catch(() => null);
    await this.#file.delete().catch((error: unknown) => {
      this.#options.logger.warn("The key of a sign-in could not be deleted", { id: this.#options.id, error });
    });
    this.#secrets = null;
    return secrets === null ? null : { status, secrets };
  }

  async restore({ status, secrets }: KeptSignIn): Promise<void> {
    await this.#save(status, secrets);
  }

  #start(): Attempt {
    const { name, transport, timeoutMs, clock, onSignedIn } = this.#options;
    const { resourceMetadataUrl = null, scope = null } = this.#file.status ?? {};
    const cancel = new AbortController();
    const open = async () => {
      const url = new URL(transport.url);
      const [{ openSignIn }, { isAllowed }] = await Promise.all([import("./sign-in.ts"), import("./oauth-fetch.ts")]);
      if (!isAllowed(url, url)) throw new RecollectError("server_sign_in_unprotected", { server: name });
      const { clientSecret: secret } = await this.#read();
      const client = transport.oauth === undefined ? null : { ...transport.oauth, secret };
      return await openSignIn({
        server: { name, url: transport.url },
        client: client === null ? null : { id: client.clientId, secret, port: client.port },
        resourceMetadataUrl,
        scope,
        timeoutMs,
        signal: cancel.signal,
        now: () => clock.now(),
        pageText: await pageTexts(name, this.#options.language),
      });
    };
    this.#problem = null;
    const attempt: Attempt = { cancel, opened: open(), ended: Promise.resolve(), address: null };
    const stored = this.#store(attempt);
    attempt.ended = stored.catch(() => undefined);
    this.#outcome = stored.then(onSignedIn);
    this.#outcome.catch(() => undefined);
    return attempt;
  }

  /** Waits for the tokens and stores them. @throws RecollectError */
  async #store(attempt: Attempt): Promise<void> {
    const { onChange } = this.#options;
    try {
      const { address, grant } = await attempt.opened;
      attempt.address = address;
      onChange();
      const received = await grant;
      await this.#save(
        { state: "done", resourceMetadataUrl: null, scope: null },
        { ...(await this.#read()), grant: received },
      );
    } catch (error) {
      const isCancelled = error instanceof RecollectError && error.code === "cancelled";
      this.#problem = isCancelled || !(error instanceof RecollectError) ? null : error;
      throw error;
    } finally {
      if (this.#attempt === attempt) this.#attempt = null;
      onChange();
    }
  }

  /** One renewal at a time: an authorization server may revoke everything if a refresh token is used twice. */
  #refresh(): Promise<void> {
    this.#refreshing ??= this.#renew().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  async #renew(): Promise<void> {
    const { name: server, transport, clock, logger } = this.#options;
    const grant = await this.#grant();
    const refreshToken = grant?.tokens.refresh_token;
    if (grant === null || refreshToken === undefined) throw await this.#need("server_sign_in_needed", {}, null);
    const [{ OAuthError, OAuthErrorCode, refreshAuthorization }, { createOAuthFetch }, { renewalTime }, errors] =
      await Promise.all([
        import("@modelcontextprotocol/client"),
        import("./oauth-fetch.ts"),
        import("./sign-in.ts"),
        import("./sign-in-errors.ts"),
      ]);
    try {
      const tokens = await refreshAuthorization(grant.authorizationServerUrl, {
        metadata: grant.metadata,
        clientInformation: grant.client,
        refreshToken,
        resource: grant.resource,
        fetchFn: createOAuthFetch({ name: server, url: transport.url }),
      });
      const renewed: SignInGrant = {
        ...grant,
        tokens: { ...tokens, scope: tokens.scope ?? grant.tokens.scope },
        renewAt: renewalTime(tokens.expires_in, clock.now()),
      };
      const status = this.#file.status ?? { state: "done", resourceMetadataUrl: null, scope: null };
      const secrets = { ...(await this.#read()), grant: renewed };
      // The old refresh token may be invalid: the new one is used even if it cannot be stored.
      this.#use(secrets);
      await this.#file.save(status, secrets).catch((error: unknown) => {
        logger.error("Renewed tokens of a server could not be stored", { server, error });
      });
    } catch (error) {
      const passing = [
        OAuthErrorCode.ServerError,
        OAuthErrorCode.TemporarilyUnavailable,
        OAuthErrorCode.TooManyRequests,
      ];
      if (error instanceof OAuthError && !passing.some((code) => code === error.code)) {
        throw await this.#need("server_sign_in_expired", {}, null);
      }
      const failure = await errors.signInError(error, server, [refreshToken, grant.client.client_secret]);
      const problem = String(failure.details?.problem ?? failure.message);
      throw isSignInError(failure) && failure.details?.reason === "server_sign_in_failed"
        ? new RecollectError("server_sign_in_unreachable", { server, problem })
        : failure;
    }
  }

  /** Records that a sign-in is needed. @returns the error for the owner */
  async #need(
    reason: Extract<ErrorReason, "server_sign_in_needed" | "server_sign_in_expired" | "server_sign_in_scope">,
    challenge: Partial<Pick<SignInStatus, "resourceMetadataUrl" | "scope">>,
    grant: SignInGrant | null,
  ): Promise<RecollectError> {
    const error = new RecollectError(reason, { server: this.#options.name });
    const status: SignInStatus = { state: "needed", resourceMetadataUrl: null, scope: null, ...challenge };
    const secrets = await this.#read();
    this.#problem = error;
    if (secrets.grant !== null && grant === null) await this.#save(status, { ...secrets, grant });
    else this.#file.setStatus(status);
    this.#options.onChange();
    return error;
  }

  /** Tokens of another address, for example from a copied file, are not used. */
  async #grant(): Promise<SignInGrant | null> {
    const { grant } = await this.#read();
    return grant !== null && grant.serverUrl === this.#options.transport.url ? grant : null;
  }

  #read(): Promise<SignInSecrets> {
    if (this.#secrets === null) {
      const reading = this.#file.secrets();
      this.#secrets = reading;
      reading.then(
        (secrets) => this.#mask(secrets),
        () => {
          if (this.#secrets === reading) this.#secrets = null;
        },
      );
    }
    return this.#secrets;
  }

  async #save(status: SignInStatus, secrets: SignInSecrets): Promise<void> {
    await this.#file.save(status, secrets);
    this.#use(secrets);
  }

  #use(secrets: SignInSecrets): void {
    this.#secrets = Promise.resolve(secrets);
    this.#mask(secrets);
  }

  #mask({ clientSecret, grant }: SignInSecrets): void {
    const values = [clientSecret, grant?.client.client_secret, grant?.tokens.access_token, grant?.tokens.refresh_token];
    this.#options.mask(values.filter((value) => typeof value === "string"));
  }
}

async function pageTexts(server: string, language: () => LanguageChoice) {
  const { textFor } = await import("../../text/text.ts");
  return (isSignedIn: boolean, languages: string) => {
    const preferred = languages.split(",").map((part) => part.split(";")[0]?.trim() ?? "");
    const text = textFor(language(), preferred);
    const { title, text: words } = text.servers.signIn.page[isSignedIn ? "done" : "failed"];
    return { language: text.language, title, text: words(server) };
  };
}
