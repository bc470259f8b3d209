import { randomInt } from "node:crypto";
import { splitInvitationLink } from "../core/invitation-link.ts";
import type { SpaceSummary } from "../core/replication/change-store.ts";
import type {
  InvitationRequest,
  MadeInvitation,
  MemberRole,
  SpaceAccess,
  SpaceCarrier,
  SpaceDevice,
  SpaceMember,
} from "../core/spaces.ts";
import { formatPostgresAddress, type PostgresAddress, parsePostgresAddress } from "../postgres/address.ts";
import { Database } from "../postgres/database.ts";
import { RecollectError } from "../text/errors.ts";
import type { CarrierDevice } from "./carrier.ts";
import { findKeyRecords } from "./encryption/key-record.ts";
import { formatInvitation, formatSecret, type Invitation, type InvitationSecret } from "./invitation.ts";
import { checkFolder, type MembershipParts } from "./membership.ts";
import { Members } from "./postgres/members.ts";
import { type OpenedCarrier, openCarrier, openPlace } from "./sync/open-carrier.ts";
import type { SpaceRecord } from "./sync/space-file.ts";

type Parts = Pick<MembershipParts, "file" | "secrets" | "clock" | "newId" | "keyCost">;

/** A link shows at most this number of domains. The others are offered when their memories arrive. */
const MAX_INVITED_DOMAINS = 40;
const LOGIN_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789";

/** Makes a link to a space, with a new login of its database if a role or a name is given. */
export async function invite(
  parts: Parts,
  { id, name, domains }: SpaceSummary,
  record: SpaceRecord,
  { role, login, separateSecret }: InvitationRequest,
): Promise<MadeInvitation> {
  const { password, passphrase } = await parts.secrets.get(id);
  const secret = { password: null as string | null, passphrase: record.isEncrypted ? passphrase : null };
  let carrier: Invitation["carrier"] = { kind: "folder" };
  let granted: Invitation["role"] = null;
  if (record.carrier.kind === "postgres") {
    const { address } = parsePostgresAddress(record.carrier.address);
    if (role === undefined && login === undefined) {
      carrier = { kind: "postgres", address };
      granted = record.role;
      secret.password = password;
    } else {
      const made = login ?? randomLogin();
      const given = role ?? "writer";
      granted = given;
      secret.password = await withMembers(parts, record, (members) => members.create(made, given));
      carrier = { kind: "postgres", address: { ...address, user: made } };
    }
  }
  const { isEncrypted } = record;
  const invitation: Invitation = { space: id, name, carrier, role: granted, isEncrypted, domains };
  const hasSecret = secret.password !== null || secret.passphrase !== null;
  const isSeparate = hasSecret && separateSecret;
  const link = shortLink(invitation, hasSecret && !isSeparate ? secret : null);
  return { link, secret: isSeparate ? formatSecret(id, secret) : null };
}

/** The link with as many domains as it may contain. */
function shortLink(invitation: Invitation, secret: InvitationSecret | null): string {
  for (let shown = Math.min(invitation.domains.length, MAX_INVITED_DOMAINS); ; shown -= 1) {
    const link = formatInvitation({ ...invitation, domains: invitation.domains.slice(0, shown) }, secret);
    if (shown === 0 || splitInvitationLink(link) !== null) return link;
  }
}

export async function listMembers(parts: Parts, record: SpaceRecord): Promise<readonly SpaceMember[]> {
  if (record.carrier.kind === "folder") return [];
  return await withMembers(parts, record, async (members, { user }) => {
    const owner = await members.owner();
    const others = (await members.list()).filter(({ isRevoked }) => !isRevoked);
    const all = [{ login: owner, role: "owner" as const }, ...others];
    return all.map(({ login, role }) => ({ login, role, isSelf: login === user }));
  });
}

export async function setMemberRole(
  parts: Parts,
  record: SpaceRecord,
  login: string,
  role: MemberRole,
): Promise<readonly SpaceMember[]> {
  await withMembers(parts, record, async (members) => {
    await checkNotOwner(members, login);
    await members.add(login, role);
  });
  return await listMembers(parts, record);
}

export async function removeMember(parts: Parts, record: SpaceRecord, login: string): Promise<readonly SpaceMember[]> {
  await withMembers(parts, record, async (members) => {
    await checkNotOwner(members, login);
    await members.revoke(login);
  });
  return await listMembers(parts, record);
}

/** @param devices as the carrier has them; empty while it cannot be reached */
export function listDevices(summary: SpaceSummary, devices: readonly CarrierDevice[]): readonly SpaceDevice[] {
  const { device, devices: others, published } = summary;
  const own = { ...device, received: published, clockOffset: 0 };
  const known = new Map([own, ...others].map((one) => [one.id, one]));
  for (const { id } of devices) if (!known.has(id)) known.set(id, { id, name: "", received: 0, clockOffset: 0 });
  return [...known.values()].map((one) => {
    const found = devices.find(({ id }) => id === one.id);
    return {
      ...one,
      isThis: one.id === device.id,
      lastSeen: found?.lastSeen == null ? null : new Date(found.lastSeen).toISOString(),
      published: Math.max(found?.head ?? 0, one.received),
      isRevoked: found?.revokedAfter != null,
    };
  });
}

/**
 * Tries what the owner entered, and stores it.
 * @throws what refuses it; then nothing has changed
 */
export async function setAccess(
  parts: Parts,
  { id, device }: SpaceSummary,
  { password, passphrase, folder, address }: SpaceAccess,
): Promise<void> {
  const { file, secrets, clock } = parts;
  const before = file.get(id);
  const stored = await secrets.get(id);
  let record = before;
  if (folder !== undefined) {
    if (before?.carrier.kind === "postgres") throw new RecollectError("space_has_database", {}, { field: "folder" });
    const place = { kind: "folder", folder: checkFolder(folder) } as const;
    record = before === undefined ? await foundIn(parts, id, place) : { ...before, carrier: place };
  }
  if (record === undefined) throw new RecollectError("space_carrier_unknown", {});
  const moved = address === undefined ? null : parsePostgresAddress(address);
  if (moved !== null) record = { ...record, carrier: movedTo(moved.address, record.carrier) };
  const { carrier: place, isEncrypted } = record;
  if (passphrase !== undefined && !isEncrypted) throw new RecollectError("space_not_encrypted", {});
  // The keys of the new passphrase include the earlier ones.
  const keys = passphrase === undefined ? stored.keys : null;
  const login = password ?? moved?.password ?? stored.password;
  const secret = { password: login, passphrase: passphrase ?? stored.passphrase, keys };
  const opened = await openCarrier({ space: id, device: device.id, place, isEncrypted, secret, clock });
  await opened.carrier.close();
  await secrets.set(id, { ...secret, keys: opened.keys() });
  // What this device sealed with an earlier key is sealed again.
  file.put({ ...record, role: opened.carrier.role, isResealing: record.isResealing || passphrase !== undefined });
}

/** A device writes with one login, which its rows in the database name. @throws invalid_argument */
function movedTo(address: PostgresAddress, before: SpaceCarrier): SpaceCarrier {
  if (before.kind === "folder") throw new RecollectError("space_has_folder", {}, { field: "address" });
  const { user } = parsePostgresAddress(before.address).address;
  if (address.user !== user) throw new RecollectError("space_login_differs", { login: user }, { field: "address" });
  return { kind: "postgres", address: formatPostgresAddress(address) };
}

/** Makes a key that the earlier passphrase does not open. */
export async function changePassphrase(
  { file, secrets, keyCost }: Parts,
  id: string,
  { sealed }: OpenedCarrier,
  passphrase: string,
): Promise<void> {
  if (sealed === null) throw new RecollectError("space_not_encrypted", {});
  await sealed.rotate(passphrase, true, undefined, keyCost);
  await secrets.update(id, { passphrase, keys: sealed.storedKeys });
  file.update(id, { isResealing: true });
}

/** The record of a folder whose own one was lost. */
async function foundIn(
  { clock, newId }: Parts,
  id: string,
  place: { readonly kind: "folder"; readonly folder: string },
): Promise<SpaceRecord> {
  const secret = { password: null, passphrase: null, keys: null };
  const carrier = await openPlace({ space: id, device: newId(), place, secret, clock });
  const isEncrypted = findKeyRecords(await carrier.records()).length > 0;
  await carrier.close();
  const flags = { isPaused: false, isPending: false, isResealing: false, leaving: null, lastSyncAt: null };
  return { id, carrier: place, isEncrypted, role: null, sharing: "merge", ...flags };
}

async function withMembers<T>(
  { secrets }: Parts,
  { id, carrier }: SpaceRecord,
  work: (members: Members, address: PostgresAddress) => Promise<T>,
): Promise<T> {
  if (carrier.kind === "folder") throw new RecollectError("space_folder_members", {});
  const { address } = parsePostgresAddress(carrier.address);
  const { password } = await secrets.get(id);
  const database = new Database({ address, password: async () => password, inSpace: true });
  try {
    return await work(new Members(database, id), address);
  } finally {
    await database.close();
  }
}

async function checkNotOwner(members: Members, login: string): Promise<void> {
  if ((await members.owner()) === login) throw new RecollectError("space_owner_fixed", {}, { field: "login" });
}

function randomLogin(): string {
  return `recollect_${Array.from({ length: 10 }, () => LOGIN_LETTERS[randomInt(LOGIN_LETTERS.length)]).join("")}`;
}
