import { z } from "zod";
import type { Memory } from "../../core/memory.ts";
import { REMOTE_ACCESS, type RemoteDomainSummary } from "../../core/remote-domains.ts";
import type { MemoryConflictEntry, MemoryProvenance } from "../../core/replication/change-store.ts";
import {
  type JoinPreview,
  type ListedSpace,
  type MadeInvitation,
  MEMBER_ROLES,
  type SpaceDevice,
  type SpaceMember,
} from "../../core/spaces.ts";
import { memoryChanges } from "./memories.ts";
import { method, nothing } from "./method.ts";

const id = z.string().length(26);
const name = z.string().trim().min(1).max(100);
const domain = z.string().max(200);
/** Windows limits an entry of the keychain to 2,560 bytes; it has both of a space. */
const secret = z.string().min(1).max(300);
const place = z.string().min(1).max(4096);
const login = z.string().max(100);
const stamp = z.string().max(100);

const joinInput = {
  link: z.string().max(10_000),
  /** The secret of an invitation that was sent separately. */
  secret: z.string().max(4096).optional(),
  folder: place.optional(),
  password: secret.optional(),
  passphrase: secret.optional(),
};
const confirmUserDomain = z.boolean().default(false);

const remoteDomain = z.string().min(1).max(300);
const access = z.enum(REMOTE_ACCESS);

/** Spaces: domains that are shared with other devices. */
export const spaceMethods = {
  "spaces.list": method<readonly ListedSpace[]>()(nothing),
  /**
   * Creates a space and starts to share its domains. A password in the address is stored with the owner's secrets. The
   * domain `user` needs `confirmUserDomain` in a database. Aborting the call removes the space.
   */
  "spaces.create": method<ListedSpace>()({
    name,
    /** Default: the name of this machine. */
    deviceName: name.optional(),
    domains: z.array(domain).min(1).max(100),
    carrier: z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("folder"), folder: place }),
      z.object({ kind: z.literal("postgres"), address: place, password: secret.optional() }),
    ]),
    /** Encrypts the space end to end. Null for an unencrypted space. */
    passphrase: secret.nullable().default(null),
    confirmUserDomain,
  }),
  /** A new passphrase, for `create`. */
  "spaces.newPassphrase": method<{ readonly passphrase: string }>()(nothing),
  /** Returns what joining would do; changes nothing. */
  "spaces.previewJoin": method<JoinPreview>()(joinInput),
  "spaces.join": method<ListedSpace>()({ ...joinInput, deviceName: name.optional(), confirmUserDomain }),
  /** Resolves when the space was left. */
  "spaces.leave": method<{ readonly unsent: number }>()({ id, memories: z.enum(["keep", "remove"]) }),
  "spaces.addDomains": method<ListedSpace>()({ id, domains: z.array(domain).min(1).max(100), confirmUserDomain }),
  /** Synchronises now, also after a stop. Resolves when it is current, or with the error. */
  "spaces.sync": method<ListedSpace>()({ id }),
  "spaces.pause": method<ListedSpace>()({ id }),
  "spaces.resume": method<ListedSpace>()({ id }),
  /**
   * A new password of the login, or the passphrase after it was changed elsewhere; or the folder or the address of the
   * database after it moved.
   */
  "spaces.setAccess": method<ListedSpace>()({
    id,
    password: secret.optional(),
    passphrase: secret.optional(),
    folder: place.optional(),
    address: place.optional(),
  }),
  /** With a role or a login, creates a login of the database; without both, the own login is shared. */
  "spaces.invite": method<MadeInvitation>()({
    id,
    role: z.enum(MEMBER_ROLES).optional(),
    login: login.optional(),
    separateSecret: z.boolean().default(false),
  }),
  /** Empty for a folder. */
  "spaces.members": method<readonly SpaceMember[]>()({ id }),
  "spaces.setMemberRole": method<readonly SpaceMember[]>()({ id, login, role: z.enum(MEMBER_ROLES) }),
  "spaces.removeMember": method<readonly SpaceMember[]>()({ id, login }),
  "spaces.devices": method<readonly SpaceDevice[]>()({ id }),
  "spaces.renameDevice": method<readonly SpaceDevice[]>()({ id, name }),
  "spaces.revokeDevice": method<readonly SpaceDevice[]>()({ id, device: id }),
  /** Changes the passphrase and encrypts all entries again. The other devices must enter the new one. */
  "spaces.changePassphrase": method<ListedSpace>()({ id, passphrase: secret }),
  "spaces.conflicts": method<{ readonly items: readonly MemoryConflictEntry[]; readonly nextCursor?: string }>()({
    limit: z.int().min(1).max(200).optional(),
    cursor: z.string().max(200).optional(),
  }),
  /** The devices of the revisions of a memory; null for a memory that is in no space. */
  "spaces.provenance": method<MemoryProvenance | null>()({ memory: z.string().max(100) }),
  /** `take` one change, or merge by `changes`; neither: keep the present state. */
  "spaces.resolve": method<Memory>()({
    space: id,
    memory: id,
    /** The changes that this decides about. Default: all open ones of the memory. */
    stamps: z.array(stamp).max(1000).optional(),
    take: stamp.optional(),
    changes: z.object(memoryChanges).optional(),
    expectedRevision: z.int().optional(),
  }),

  // Domains that stay in a PostgreSQL database and are searched there.
  "remoteDomains.list": method<readonly RemoteDomainSummary[]>()(nothing),
  /** Connects, and creates missing tables in the database. The password is stored with the owner's secrets. */
  "remoteDomains.add": method<RemoteDomainSummary>()({
    domain: remoteDomain,
    /** `postgres://user:password@host/database`. */
    address: z.string().min(1).max(2048),
    /** Overrides a password in the address. */
    password: z.string().max(1024).optional(),
    access: access.default("write"),
    /** Refused. */
    encrypted: z.boolean().optional(),
  }),
  /** Only on this machine: the memories stay in the database. Returns the others. */
  "remoteDomains.remove": method<readonly RemoteDomainSummary[]>()({ domain: remoteDomain }),
  /** Undoes `remove`, until the application stops. */
  "remoteDomains.restore": method<RemoteDomainSummary>()({ domain: remoteDomain }),
  "remoteDomains.setAccess": method<RemoteDomainSummary>()({ domain: remoteDomain, access }),
  /** Connects now. @throws unavailable */
  "remoteDomains.status": method<RemoteDomainSummary>()({ domain: remoteDomain }),
} as const;
