import type { Grant } from "../core/caller.ts";
import { parseDomain } from "../core/domain.ts";
import { RecollectError } from "../core/errors.ts";
import type { Events } from "../core/events.ts";
import { parseNamespace } from "../core/namespace.ts";
import type { TokenChanges, TokenRow } from "../core/tokens.ts";
import type { AreaHandlers, ClientGrant, IssuedToken } from "./contract.ts";

/** The tokens, as far as the window governs them. */
export interface GovernedTokens {
  /** The newest first. */
  list(): Promise<TokenRow[]>;
  issue(input: {
    readonly subject: string;
    readonly grant: Grant;
    readonly expiresAt: number | null;
  }): Promise<{ readonly token: string }>;
  textOf(row: TokenRow): Promise<string>;
  /** The newest of a subject; the first is made here, with the full grant. */
  standing(subject: string): Promise<TokenRow>;
  update(subject: string, changes: Partial<TokenChanges>): Promise<TokenRow>;
  rotate(subject: string): Promise<TokenRow>;
  revokeSubject(subject: string): Promise<void>;
  forget(subject: string): Promise<void>;
}

export interface GrantDependencies {
  readonly tokens: GovernedTokens;
  readonly events: Pick<Events, "emit">;
  /** Names that the owner's tokens may not take: the catalogue's clients hold tokens of their own by these. */
  readonly clientIds: readonly string[];
  now(): number;
}

type GrantHandlers = Pick<
  AreaHandlers<"clients">,
  | "clients.grants"
  | "clients.updateGrant"
  | "clients.createToken"
  | "clients.rotate"
  | "clients.revoke"
  | "clients.forget"
>;

/** What each client may do. A subject may have had many tokens: its newest says what holds. */
export function createGrantHandlers({ tokens, events, clientIds, now }: GrantDependencies): GrantHandlers {
  async function grants(): Promise<ClientGrant[]> {
    const rows = await tokens.list();
    const newest = new Map<string, TokenRow>();
    for (const row of rows) if (!newest.has(row.subject)) newest.set(row.subject, row);
    const live = new Set(rows.filter(({ revokedAt }) => revokedAt === null).map(({ id }) => id));
    return [...newest.values()].map((row) => toGrant(row, live, now()));
  }

  /** Told after a change, so that every window shows what holds now. */
  async function changed(subject: string): Promise<ClientGrant> {
    events.emit("clients.changed", null);
    const grant = (await grants()).find((one) => one.subject === subject);
    if (grant !== undefined) return grant;
    throw noToken(subject);
  }

  async function current(subject: string): Promise<TokenRow> {
    if (clientIds.includes(subject)) return await tokens.standing(subject);
    const row = (await tokens.list()).find((one) => one.subject === subject);
    if (row !== undefined) return row;
    throw noToken(subject);
  }

  async function ensureFree(name: string): Promise<void> {
    const same = (other: string) => other.toLowerCase() === name.toLowerCase();
    if (clientIds.some(same)) {
      throw new RecollectError("conflict", `${name} is a client that Recollect knows, with a token of its own.`, {
        field: "name",
        hint: "Connect it instead, or choose another name.",
        details: { reason: "token_name_known", name },
      });
    }
    if ((await tokens.list()).some(({ subject }) => same(subject))) {
      throw new RecollectError("conflict", `There is a token called ${name} already.`, {
        field: "name",
        hint: "Choose another name, or rotate that token.",
        details: { reason: "token_name_taken", name },
      });
    }
  }

  return {
    "clients.grants": grants,
    "clients.updateGrant": async ({ subject, paused, expiresAt, access, domains, namespaces }) => {
      const { grant, pausedAt } = await current(subject);
      await tokens.update(subject, {
        grant: {
          access: access ?? grant.access,
          domains: domains === undefined ? grant.domains : readDomains(domains),
          namespaces: namespaces === undefined ? grant.namespaces : readNamespaces(namespaces),
        },
        ...(paused === undefined ? {} : { pausedAt: paused ? (pausedAt ?? now()) : null }),
        ...(expiresAt === undefined ? {} : { expiresAt: readMoment(expiresAt) }),
      });
      return await changed(subject);
    },
    "clients.createToken": async ({ name, access, domains, namespaces, expiresAt }) => {
      await ensureFree(name);
      const grant = { access, domains: readDomains(domains), namespaces: readNamespaces(namespaces) };
      const { token } = await tokens.issue({ subject: name, grant, expiresAt: readMoment(expiresAt) });
      return { grant: await changed(name), token };
    },
    "clients.rotate": async ({ subject }): Promise<IssuedToken> => {
      const token = await tokens.textOf(await tokens.rotate(subject));
      return { grant: await changed(subject), token };
    },
    "clients.revoke": async ({ subject }) => {
      await current(subject);
      await tokens.revokeSubject(subject);
      return await changed(subject);
    },
    "clients.forget": async ({ subject }) => {
      if (clientIds.includes(subject)) {
        throw new RecollectError("conflict", `What ${subject} may do is kept, also while it is revoked.`, {
          hint: "Allow it again, or leave it revoked.",
          details: { reason: "grant_kept", subject },
        });
      }
      await tokens.forget(subject);
      events.emit("clients.changed", null);
      return null;
    },
  };
}

const readDomains = (domains: readonly string[] | null) => domains?.map((domain) => parseDomain(domain)) ?? null;
const readNamespaces = (namespaces: readonly string[] | null) =>
  namespaces?.map((namespace) => parseNamespace(namespace, "namespaces")) ?? null;
const readMoment = (moment: string | null) => (moment === null ? null : Date.parse(moment));

function toGrant(row: TokenRow, live: ReadonlySet<string>, now: number): ClientGrant {
  const { subject, grant, createdAt, lastUsedAt, expiresAt, replaces } = row;
  return {
    subject,
    ...grant,
    state: stateOf(row, now),
    createdAt: new Date(createdAt).toISOString(),
    lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
    expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
    rotating: replaces !== null && live.has(replaces),
  };
}

function stateOf({ revokedAt, expiresAt, pausedAt }: TokenRow, now: number): ClientGrant["state"] {
  if (revokedAt !== null) return "revoked";
  if (expiresAt !== null && expiresAt <= now) return "expired";
  return pausedAt === null ? "active" : "paused";
}

function noToken(subject: string): RecollectError {
  return new RecollectError("not_found", `There is no token for ${subject}.`, {
    field: "subject",
    hint: "Connect the client first.",
    details: { reason: "token_missing", subject },
  });
}
