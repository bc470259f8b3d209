import type { ErrorBody } from "../text/errors.ts";
import type { KnownDevice, SpaceSummary } from "./replication/change-store.ts";

/** The place of the entries of a space. Its address never contains a password. */
export type SpaceCarrier =
  | { readonly kind: "folder"; readonly folder: string }
  | { readonly kind: "postgres"; readonly address: string };

/** The rights of a database login. */
export const MEMBER_ROLES = ["reader", "writer"] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];
export const SPACE_ROLES = ["owner", ...MEMBER_ROLES] as const;
export type SpaceRole = (typeof SPACE_ROLES)[number];

/**
 * `waiting`: for the carrier, which cannot be reached now and is retried. `stopped`: until the owner does what the
 * error says: a wrong password or passphrase, a revoked device, a login without rights.
 */
export const SYNC_STATES = ["current", "working", "waiting", "paused", "stopped", "leaving"] as const;
export type SyncState = (typeof SYNC_STATES)[number];

export const SYNC_STEPS = ["receive", "share", "send", "leave", "rewrite"] as const;
export type SyncStep = (typeof SYNC_STEPS)[number];

/** Why the changes of a device are incomplete here, or why the changes of this device are not sent. */
export interface SpaceProblem {
  readonly device: { readonly id: string; readonly name: string };
  /** ISO 8601. */
  readonly since: string;
  readonly error: ErrorBody;
}

/** How a space is synchronised at the moment. */
export interface SpaceSync {
  readonly state: SyncState;
  /** The step in progress; `total` is null while it is unknown. */
  readonly progress: { readonly step: SyncStep; readonly done: number; readonly total: number | null } | null;
  /** Why it waits or is stopped. */
  readonly error: ErrorBody | null;
  /** When everything was last exchanged, ISO 8601. */
  readonly lastSyncAt: string | null;
  /** When it is tried again, ISO 8601. */
  readonly retryAt: string | null;
  readonly problems: readonly SpaceProblem[];
}

/** A space as the owner sees it. */
export interface ListedSpace extends SpaceSummary {
  /** Null if this device has lost it: joining again with an invitation, or `setAccess` with its folder, restores it. */
  readonly carrier: SpaceCarrier | null;
  readonly isEncrypted: boolean;
  /** What this device's login may do; null for a folder, which has no rights. */
  readonly role: SpaceRole | null;
  readonly sync: SpaceSync;
}

export interface SpaceDevice extends KnownDevice {
  readonly isThis: boolean;
  /** When it last published, ISO 8601; null if it never did, or the carrier cannot be reached. */
  readonly lastSeen: string | null;
  /** The number of changes that it published. */
  readonly published: number;
  readonly isRevoked: boolean;
}

/** A login of the space's database. */
export interface SpaceMember {
  readonly login: string;
  readonly role: SpaceRole;
  readonly isSelf: boolean;
}

/** The facts for a decision before joining. */
export interface JoinPreview {
  readonly space: string;
  readonly name: string;
  readonly carrier: "folder" | "postgres";
  /** The host and database; null for a folder. */
  readonly place: string | null;
  readonly role: SpaceRole | null;
  readonly isEncrypted: boolean;
  /** The inputs that are still needed to join. */
  readonly needs: readonly ("folder" | "password" | "passphrase")[];
  /** Whether this device is a member already. */
  readonly isMember: boolean;
  readonly domains: readonly {
    readonly domain: string;
    /** Memories here that would be sent. */
    readonly outgoing: number;
    /** Another space that has this domain here: it cannot be joined. */
    readonly takenBy: string | null;
  }[];
  /** The memories that would come in, or null while an input is needed to read them. */
  readonly incoming: { readonly devices: number; readonly changes: number } | null;
}

/** A space that the owner makes. */
export interface SpaceDraft {
  readonly name: string;
  /** By default the name of this machine. */
  readonly deviceName?: string;
  readonly domains: readonly string[];
  readonly carrier:
    | { readonly kind: "folder"; readonly folder: string }
    | { readonly kind: "postgres"; readonly address: string; readonly password?: string };
  /** Null if it is not encrypted. */
  readonly passphrase: string | null;
  /** Whether the domain `user` may be shared with others. */
  readonly confirmUserDomain: boolean;
}

/** An invitation that the owner accepts. Missing inputs are in the link or in the secret. */
export interface JoinRequest {
  readonly link: string;
  /** Of the invitation, if it was sent separately. */
  readonly secret?: string;
  readonly folder?: string;
  readonly password?: string;
  readonly passphrase?: string;
}

/** A new password of the login, the new passphrase, or the folder or the address of the database after it moved. */
export interface SpaceAccess {
  readonly password?: string;
  readonly passphrase?: string;
  readonly folder?: string;
  /** With the same login. A password in it is stored with the owner's secrets. */
  readonly address?: string;
}

export interface InvitationRequest {
  /** The role of a new login; missing with `login`: the own login is shared. */
  readonly role?: MemberRole;
  /** The name of the new login. By default a random one. */
  readonly login?: string;
  /** Whether the secret is sent separately from the link. */
  readonly separateSecret: boolean;
}

export interface MadeInvitation {
  readonly link: string;
  /** Null if it is in the link. */
  readonly secret: string | null;
}

/** Domains that are shared with other devices. The caller is the owner. */
export interface SpaceService {
  list(): Promise<readonly ListedSpace[]>;
  /** @throws RecollectError; then nothing was made */
  create(draft: SpaceDraft, signal?: AbortSignal): Promise<ListedSpace>;
  newPassphrase(): string;
  previewJoin(request: JoinRequest, signal?: AbortSignal): Promise<JoinPreview>;
  join(
    request: JoinRequest & { readonly deviceName?: string; readonly confirmUserDomain: boolean },
    signal?: AbortSignal,
  ): Promise<ListedSpace>;
  /**
   * Tries to send pending changes, and ends the membership.
   * @returns the number of changes of this device that the others will not get
   */
  leave(id: string, memories: "keep" | "remove"): Promise<number>;
  addDomains(id: string, domains: readonly string[], confirmUserDomain: boolean): Promise<ListedSpace>;
  sync(id: string): Promise<ListedSpace>;
  pause(id: string): Promise<ListedSpace>;
  resume(id: string): Promise<ListedSpace>;
  setAccess(id: string, access: SpaceAccess): Promise<ListedSpace>;
  invite(id: string, request: InvitationRequest): Promise<MadeInvitation>;
  members(id: string): Promise<readonly SpaceMember[]>;
  setMemberRole(id: string, login: string, role: MemberRole): Promise<readonly SpaceMember[]>;
  removeMember(id: string, login: string): Promise<readonly SpaceMember[]>;
  devices(id: string): Promise<readonly SpaceDevice[]>;
  renameDevice(id: string, name: string): Promise<readonly SpaceDevice[]>;
  revokeDevice(id: string, device: string): Promise<readonly SpaceDevice[]>;
  changePassphrase(id: string, passphrase: string): Promise<ListedSpace>;
}
