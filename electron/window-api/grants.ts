import { type Tokens, tokenMissing } from "../auth/tokens.ts";
import type { ServerGrant } from "../core/caller.ts";
import { parseDomain } from "../core/domain.ts";
import type { Events } from "../core/events.ts";
import { parseNamespace } from "../core/namespace.ts";
import type { TokenRow } from "../core/tokens.ts";
import { RecollectError } from "../text/errors.ts";
import type { AreaHandlers, ClientGrant, IssuedToken } from "./contract.ts";

export interface GrantDependencies {
  readonly tokens: Tokens;
  readonly events: Pick<Events, "emit">;
  /** The ids of the supported clients, which have their own tokens: an owner-created token cannot use them. */
  readonly clientIds: readonly string[];
  /** Returns the domain that a spelling of a project's name means. Default: that name. @throws invalid_argument */
  domainOf?(given: string): Promise<string>;
  /** Refuses grants of servers that do not exist. @throws invalid_argument */
  checkServers(grants: readonly ServerGrant[]): Promise<void>;
  now(): number;
}

type GrantHandlers = Omit<AreaHandlers<"clients">, "clients.list" | "clients.configurations">;

/** The clients' grants. A subject may have had many tokens; the newest one counts. */
export function createGrantHandlers(dependencies: GrantDependencies): GrantHandlers {
  const { tokens, events, clientIds, checkServers, now } = dependencies;
  const { domainOf = async (given: string) => parseDomain(given) } = dependencies;
  const readDomains = async (domains: readonly string[] | null) =>
    domains === null ? null : [...new Set(await Promise.all(domains.map(domainOf)))];

  async function grants(): Promise<ClientGrant[]> {
    const rows = await tokens.list();
    const newest = new Map<string, TokenRow>();
    for (const row of rows) if (!newest.has(row.subject)) newest.set(row.subject, row);
    const live = new Set(rows.filter(({ revokedAt }) => revokedAt === null).map(({ id }) => id));
    return [...newest.values()].map((row) => toGrant(row, live, now()));
  }

  /** Notifies every window of a change. */
  async function changed(subject: string): Promise<ClientGrant> {
    events.emit("clients.changed", null);
    const grant = (await grants()).find((one) => one.subject === subject);
    if (grant !== undefined) return grant;
    throw tokenMissing(subject);
  }

  async function current(subject: string): Promise<TokenRow> {
    if (clientIds.includes(subject)) return await tokens.standing(subject);
    const row = (await tokens.list()).find((one) => one.subject === subject);
    if (row !== undefined) return row;
    throw tokenMissing(subject);
  }

  async function ensureFree(name: string): Promise<void> {
    const same = (other: string) => other.toLowerCase() === name.toLowerCase();
    if (clientIds.some(same)) throw new RecollectError("token_name_known", { name }, { field: "name" });
    if ((await tokens.list()).some(({ subject }) => same(subject))) {
      throw new RecollectError("token_name_taken", { name }, { field: "name" });
    }
  }

  return {
    "clients.grants": grants,
    "clients.updateGrant": async ({ subject, paused, injection, expiresAt, ...changes }) => {
      const { access, domains, namespaces, servers, listAllTools, conversations } = changes;
      if (servers !== undefined) await checkServers(servers);
      const { grant, pausedAt } = await current(subject);
      await tokens.update(subject, {
        grant: {
          access: access ?? grant.access,
          domains: domains === undefined ? grant.domains : await readDomains(domains),
          namespaces: namespaces === undefined ? grant.namespaces : readNamespaces(namespaces),
          servers: servers ?? grant.servers,
          listAllTools: listAllTools ?? grant.listAllTools,
          conversations: conversations ?? grant.conversations,
        },
        ...(paused === undefined ? {} : { pausedAt: paused ? (pausedAt ?? now()) : null }),
        ...(injection === undefined ? {} : { injection }),
        ...(expiresAt === undefined ? {} : { expiresAt: readMoment(expiresAt) }),
      });
      return await changed(subject);
    },
    "clients.createToken": async ({ name, access, domains, namespaces, expiresAt }) => {
      await ensureFree(name);
      const grant = { access, domains: await readDomains(domains), namespaces: readNamespaces(namespaces) };
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
      if (clientIds.includes(subject)) throw new RecollectError("grant_kept", { subject });
      await tokens.forget(subject);
      events.emit("clients.changed", null);
      return null;
    },
  };
}

const readNamespaces = (namespaces: readonly string[] | null) =>
  namespaces?.map((namespace) => parseNamespace(namespace, "namespaces")) ?? null;
const readMoment = (moment: string | null) => (moment === null ? null : Date.parse(moment));

function toGrant(row: TokenRow, live: ReadonlySet<string>, now: number): ClientGrant {
  const { subject, grant, injection, createdAt, lastUsedAt, expiresAt, replaces } = row;
  return {
    subject,
    ...grant,
    servers: grant.servers ?? [],
    injection,
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
