import { rm } from "node:fs/promises";
import path from "node:path";
import { OWNER } from "../core/caller.ts";
import { parseDomain, USER_DOMAIN } from "../core/domain.ts";
import type { Clock, Logger } from "../core/ports.ts";
import type { ChangeLog } from "../core/replication/change-log.ts";
import type { SpaceSummary } from "../core/replication/change-store.ts";
import type { JoinPreview, JoinRequest, SpaceCarrier, SpaceDraft } from "../core/spaces.ts";
import { throwIfStopped } from "../core/util/throw-if-stopped.ts";
import { formatPostgresAddress, parsePostgresAddress } from "../postgres/address.ts";
import { Database } from "../postgres/database.ts";
import { RecollectError } from "../text/errors.ts";
import { MAX_SEQUENCE } from "./carrier.ts";
import { SpaceKeys } from "./encryption/space-keys.ts";
import { createFolderSpace } from "./folder/folder-carrier.ts";
import { type Invitation, parseInvitation, parseSecret } from "./invitation.ts";
import { migrateSpace, schemaOf } from "./postgres/schema.ts";
import { type OpenedCarrier, openCarrier, openPlace } from "./sync/open-carrier.ts";
import type { SpaceFile, SpaceRecord } from "./sync/space-file.ts";
import { NO_SECRET, type SpaceSecret, type SpaceSecrets } from "./sync/space-secrets.ts";

const MAX_NAME_LENGTH = 100;

export interface MembershipParts {
  readonly log: ChangeLog;
  readonly file: SpaceFile;
  readonly secrets: SpaceSecrets;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly newId: () => string;
  /** The name of this machine. */
  readonly machineName: string;
  /** The number of memories in a domain that would be shared. */
  readonly countMemories: (domain: string) => Promise<number>;
  /** Of scrypt, for new keys. Default: as RFC 7914 recommends. */
  readonly keyCost?: number;
}

/**
 * Makes a space, and this device its first member.
 * @returns its id
 * @throws RecollectError; then nothing was made
 */
export async function createSpace(parts: MembershipParts, draft: SpaceDraft, signal?: AbortSignal): Promise<string> {
  const { log, file, newId } = parts;
  const domains = await log.domainsOf(OWNER, draft.domains);
  const { place, password } = placeOf(draft.carrier);
  if (place.kind === "postgres") confirmUser(domains, draft.confirmUserDomain);
  checkFree(await log.list(), domains);
  const id = newId();
  const { passphrase } = draft;
  const first = passphrase === null ? null : await SpaceKeys.create(id, passphrase, parts.keyCost);
  const secret = { password, passphrase, keys: first?.keys.stored ?? null };
  const remove = await makePlace(parts, id, place, secret, signal);
  try {
    if (first !== null) {
      const carrier = await openPlace({ ...parts, space: id, device: newId(), place, secret }, signal);
      try {
        await carrier.putRecord(first.record.name, first.record.body, signal);
      } finally {
        await carrier.close();
      }
    }
    throwIfStopped(signal);
    const record = recordOf(id, place, passphrase !== null);
    await addMembership(parts, { ...record, sharing: "plain" }, secret, { ...draft, domains });
  } catch (error) {
    await remove().catch((failure: unknown) => {
      parts.logger.warn("A space that was not completed could not be removed", { space: id, failure });
    });
    throw error;
  }
  file.update(id, { isPending: false });
  return id;
}

/** What a person decides about before joining. Changes nothing. @throws RecollectError */
export async function previewJoin(
  parts: MembershipParts,
  request: JoinRequest,
  signal?: AbortSignal,
): Promise<JoinPreview> {
  const { log, countMemories } = parts;
  const { invitation, place, secret, needs } = readRequest(request);
  const spaces = await log.list();
  const { space, name, carrier, domains } = invitation;
  const counted = await Promise.all(
    domains.map(async (domain) => ({
      domain,
      outgoing: await countMemories(domain),
      takenBy: holderOf(spaces, domain, space)?.name ?? null,
    })),
  );
  let { role, isEncrypted } = invitation;
  let incoming: JoinPreview["incoming"] = null;
  if (place !== null && needs.length === 0) {
    const opened = await openForJoining(parts, invitation, place, secret, signal);
    try {
      const devices = await opened.carrier.devices(signal);
      incoming = {
        devices: devices.filter(({ revokedAfter }) => revokedAfter === null).length,
        changes: Math.min(
          MAX_SEQUENCE,
          devices.reduce((sum, { head }) => sum + head, 0),
        ),
      };
      role = opened.carrier.role;
      isEncrypted = opened.sealed !== null;
    } finally {
      await opened.carrier.close();
    }
  }
  return {
    space,
    name,
    carrier: carrier.kind,
    place: carrier.kind === "folder" ? null : `${carrier.address.host}/${carrier.address.database}`,
    role,
    isEncrypted,
    needs,
    isMember: spaces.some(({ id }) => id === space),
    domains: counted,
    incoming,
  };
}

/**
 * Makes this device a member of the space of an invitation, or gives a member its carrier again.
 * @returns its id
 * @throws RecollectError; then nothing has changed
 */
export async function joinSpace(
  parts: MembershipParts,
  request: JoinRequest & { readonly deviceName?: string; readonly confirmUserDomain: boolean },
  signal?: AbortSignal,
): Promise<string> {
  const { log, file, secrets } = parts;
  const { invitation, place, secret, needs } = readRequest(request);
  const { space: id, name, isEncrypted } = invitation;
  const [missing] = needs;
  if (place === null || missing !== undefined) {
    throw new RecollectError("space_join_needs", { what: missing ?? "folder" }, { field: missing });
  }
  const spaces = await log.list();
  const isMember = spaces.some((space) => space.id === id);
  if (isMember && file.get(id) !== undefined) throw new RecollectError("space_exists", { id });
  const domains = invitation.domains.map((domain) => parseDomain(domain, "link"));
  if (!isMember) {
    confirmUser(domains, request.confirmUserDomain);
    checkFree(spaces, domains);
  }
  const opened = await openForJoining(parts, invitation, place, secret, signal);
  const known = { ...secret, keys: opened.keys() };
  await opened.carrier.close();
  throwIfStopped(signal);
  const record: SpaceRecord = { ...recordOf(id, place, isEncrypted), role: opened.carrier.role };
  if (isMember) {
    await secrets.set(id, known);
    file.put({ ...record, isPending: false, sharing: "merge" });
    return id;
  }
  await addMembership(parts, { ...record, sharing: "merge" }, known, { ...request, name, domains });
  file.update(id, { isPending: false });
  return id;
}

/** The file first: a membership without a record does not know its carrier. */
async function addMembership(
  { log, file, secrets, machineName }: MembershipParts,
  record: SpaceRecord,
  secret: SpaceSecret,
  { name, deviceName, domains }: Pick<SpaceDraft, "name" | "deviceName" | "domains">,
): Promise<void> {
  const { id } = record;
  await secrets.set(id, secret);
  try {
    file.put(record);
    const device = deviceName ?? (machineName.trim().slice(0, MAX_NAME_LENGTH) || "device");
    await log.join(OWNER, { id, name, deviceName: device, domains });
  } catch (error) {
    if (file.get(id) !== undefined) file.delete(id);
    await secrets.delete(id);
    throw error;
  }
}

/** @throws conflict if a domain is in a space already */
export function checkFree(spaces: readonly SpaceSummary[], domains: readonly string[], ownId = ""): void {
  for (const domain of domains) {
    const holder = holderOf(spaces, domain, ownId);
    if (holder === null) continue;
    const { name } = holder;
    throw new RecollectError("space_domain_taken", { domain, name }, { field: "domains" });
  }
}

/** The domain `user` is shared only after the owner confirmed it. @throws conflict */
export function confirmUser(domains: readonly string[], isConfirmed: boolean): void {
  if (isConfirmed || !domains.includes(USER_DOMAIN)) return;
  throw new RecollectError("space_user_domain", {}, { field: "confirmUserDomain" });
}

/** @throws invalid_argument */
export function checkFolder(folder: string): string {
  if (!path.isAbsolute(folder)) throw new RecollectError("space_folder_relative", {}, { field: "folder" });
  return path.normalize(folder);
}

function holderOf(spaces: readonly SpaceSummary[], domain: string, ownId: string): SpaceSummary | null {
  return spaces.find(({ id, domains }) => id !== ownId && domains.includes(domain)) ?? null;
}

function placeOf(carrier: SpaceDraft["carrier"]): { readonly place: SpaceCarrier; readonly password: string | null } {
  if (carrier.kind === "folder") {
    return { place: { kind: "folder", folder: checkFolder(carrier.folder) }, password: null };
  }
  const { address, password } = parsePostgresAddress(carrier.address);
  const place = { kind: "postgres", address: formatPostgresAddress(address) } as const;
  return { place, password: carrier.password ?? password };
}

function recordOf(id: string, carrier: SpaceCarrier, isEncrypted: boolean): SpaceRecord {
  return {
    id,
    carrier,
    isEncrypted,
    role: carrier.kind === "folder" ? null : "owner",
    isPaused: false,
    isPending: true,
    sharing: null,
    leaving: null,
    isResealing: false,
    lastSyncAt: null,
  };
}

/** Makes the place of a new space. @returns a function that removes it */
async function makePlace(
  { logger }: MembershipParts,
  id: string,
  place: SpaceCarrier,
  { password }: SpaceSecret,
  signal: AbortSignal | undefined,
): Promise<() => Promise<void>> {
  if (place.kind === "folder") {
    const remove = () => rm(path.join(place.folder, id), { recursive: true, force: true });
    await createFolderSpace(place.folder, id).catch(async (error: unknown) => {
      await remove().catch(() => undefined);
      throw error;
    });
    return remove;
  }
  const { address } = parsePostgresAddress(place.address);
  const withDatabase = async (work: (database: Database) => Promise<void>): Promise<void> => {
    const database = new Database({ address, password: async () => password });
    try {
      await work(database);
    } finally {
      await database.close();
    }
  };
  const remove = () =>
    withDatabase((database) =>
      database.transaction(async (query) => void (await query(`DROP SCHEMA IF EXISTS ${schemaOf(id)} CASCADE`))),
    );
  await withDatabase((database) => migrateSpace(database, id, signal)).catch(async (error: unknown) => {
    await remove().catch((failure: unknown) => logger.debug("The schema was not removed", { failure }));
    throw error;
  });
  return remove;
}

/** Combines a link with the fields that were entered next to it. @throws invalid_argument */
function readRequest(request: JoinRequest): {
  readonly invitation: Invitation;
  /** Null if a folder is still to be chosen. */
  readonly place: SpaceCarrier | null;
  readonly secret: SpaceSecret;
  readonly needs: JoinPreview["needs"];
} {
  const { invitation, secret: inLink } = parseInvitation(request.link);
  const { space, carrier, isEncrypted } = invitation;
  const given = request.secret === undefined ? inLink : parseSecret(space, request.secret);
  const password = request.password ?? given?.password ?? null;
  const passphrase = request.passphrase ?? given?.passphrase ?? null;
  const needs: JoinPreview["needs"][number][] = [];
  let place: SpaceCarrier | null = null;
  if (carrier.kind === "postgres") place = { kind: "postgres", address: formatPostgresAddress(carrier.address) };
  else if (request.folder !== undefined) place = { kind: "folder", folder: checkFolder(request.folder) };
  else needs.push("folder");
  if (carrier.kind === "postgres" && password === null && given === null) needs.push("password");
  if (isEncrypted && passphrase === null) needs.push("passphrase");
  return { invitation, place, secret: { ...NO_SECRET, password, passphrase }, needs };
}

/** Opens the carrier without becoming a member. */
async function openForJoining(
  { clock, newId }: MembershipParts,
  { space, isEncrypted }: Invitation,
  place: SpaceCarrier,
  secret: SpaceSecret,
  signal: AbortSignal | undefined,
): Promise<OpenedCarrier> {
  return await openCarrier({ space, device: newId(), place, isEncrypted, secret, clock }, signal);
}
