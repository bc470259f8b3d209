import { OWNER } from "../core/caller.ts";
import { USER_DOMAIN } from "../core/domain.ts";
import type { MemoryChange } from "../core/events.ts";
import type { ChangeLog } from "../core/replication/change-log.ts";
import type { SpaceSummary } from "../core/replication/change-store.ts";
import type { SecretStore } from "../core/secret-store.ts";
import type {
  InvitationRequest,
  JoinPreview,
  JoinRequest,
  ListedSpace,
  MadeInvitation,
  MemberRole,
  SpaceAccess,
  SpaceDevice,
  SpaceDraft,
  SpaceMember,
  SpaceService,
  SpaceSync as SpaceSyncState,
} from "../core/spaces.ts";
import { parseUrn } from "../core/urn.ts";
import { createMutex } from "../core/util/mutex.ts";
import { withTimeout } from "../core/util/with-timeout.ts";
import type { RecordContext } from "../platform/record-file.ts";
import { RecollectError, toErrorBody } from "../text/errors.ts";
import * as administration from "./administration.ts";
import { createPassphrase } from "./encryption/key-record.ts";
import { checkFree, confirmUser, createSpace, joinSpace, type MembershipParts, previewJoin } from "./membership.ts";
import { openSpaceFile, type SpaceFile, type SpaceRecord } from "./sync/space-file.ts";
import { SpaceSecrets } from "./sync/space-secrets.ts";
import { SpaceSync } from "./sync/space-sync.ts";

/** Changes of state within this time are one event. */
const CHANGE_INTERVAL_MS = 100;
/** A carrier that does not respond is not waited for longer before a space is left. */
const LAST_SEND_TIMEOUT_MS = 15_000;

export interface SpacesOptions extends RecordContext {
  readonly log: ChangeLog;
  /** `spaces.json`. */
  readonly file: string;
  readonly secrets: SecretStore;
  readonly newId: () => string;
  /** The name of this machine. */
  readonly machineName: string;
  /** The number of memories in a domain that would be shared. */
  readonly countMemories: (domain: string) => Promise<number>;
  /** Of scrypt, for new keys. Default: as RFC 7914 recommends. */
  readonly keyCost?: number;
  /** Called when the state of a space changed, and not often. */
  readonly onChange: () => void;
}

/** The spaces of this device: who is a member, and what keeps each synchronised. */
export class Spaces implements SpaceService {
  readonly #options: SpacesOptions;
  readonly #parts: MembershipParts;
  readonly #file: SpaceFile;
  readonly #secrets: SpaceSecrets;
  readonly #syncs = new Map<string, SpaceSync>();
  /** One membership starts at a time: a second call for the same space would undo the first. */
  readonly #inTurn = createMutex();
  /** The domains of each space, to find what a change concerns without a query. */
  #spaceOfDomain: ReadonlyMap<string, string> = new Map();
  #changeTimer: NodeJS.Timeout | null = null;
  #isClosed = false;

  private constructor(options: SpacesOptions) {
    const { clock, logger } = options;
    this.#options = options;
    this.#file = openSpaceFile(options);
    this.#secrets = new SpaceSecrets(options.secrets);
    this.#parts = { ...options, file: this.#file, secrets: this.#secrets, clock, logger };
  }

  /** Opens the spaces of this device and starts to synchronise them. */
  static async open(options: SpacesOptions): Promise<Spaces> {
    const spaces = new Spaces(options);
    await spaces.#recover();
    return spaces;
  }

  async list(): Promise<readonly ListedSpace[]> {
    return (await this.#options.log.list()).map((summary) => this.#listed(summary));
  }

  async create(draft: SpaceDraft, signal?: AbortSignal): Promise<ListedSpace> {
    return await this.#inTurn(async () => this.#begin(await createSpace(this.#parts, draft, signal)));
  }

  newPassphrase(): string {
    return createPassphrase();
  }

  async previewJoin(request: JoinRequest, signal?: AbortSignal): Promise<JoinPreview> {
    return await previewJoin(this.#parts, request, signal);
  }

  async join(
    request: JoinRequest & { readonly deviceName?: string; readonly confirmUserDomain: boolean },
    signal?: AbortSignal,
  ): Promise<ListedSpace> {
    return await this.#inTurn(async () => this.#begin(await joinSpace(this.#parts, request, signal)));
  }

  async leave(id: string, memories: "keep" | "remove"): Promise<number> {
    const sync = this.#sync(id);
    await this.#sendLast(id, sync);
    this.#file.update(id, { leaving: memories });
    await sync.close();
    const { unpublished } = await this.#summary(id);
    await sync.leave(memories);
    await this.#forget(id);
    return Math.max(0, unpublished);
  }

  /** Sends pending changes if the carrier can be reached. A paused space sends nothing. */
  async #sendLast(id: string, sync: SpaceSync): Promise<void> {
    const { unpublished, isLeaving } = await this.#summary(id);
    if (unpublished <= 0 || isLeaving || this.#file.get(id)?.isPaused !== false) return;
    const sending = sync.syncNow().catch((error: unknown) => {
      this.#options.logger.warn("The last changes of a space were not sent", { space: id, error });
    });
    await withTimeout(sending, LAST_SEND_TIMEOUT_MS, () => undefined);
  }

  async addDomains(id: string, domains: readonly string[], confirmUserDomain: boolean): Promise<ListedSpace> {
    const { log } = this.#options;
    const summary = await this.#summary(id);
    const record = this.#record(id);
    const added = await log.domainsOf(OWNER, domains);
    const hasOthers = record.carrier.kind === "postgres" || summary.devices.length > 0;
    if (hasOthers && !summary.domains.includes(USER_DOMAIN)) confirmUser(added, confirmUserDomain);
    checkFree(await log.list(), added, id);
    const isOffered = added.some((domain) => summary.offeredDomains.includes(domain));
    await this.#sync(id).change(async () => {
      const isMerging = isOffered || this.#record(id).sharing === "merge";
      this.#file.update(id, { sharing: isMerging ? "merge" : "plain" });
      await log.addDomains(OWNER, id, added);
    });
    await this.#readDomains();
    this.#changed();
    return await this.#find(id);
  }

  async sync(id: string): Promise<ListedSpace> {
    await this.#sync(id).syncNow();
    return await this.#find(id);
  }

  async pause(id: string): Promise<ListedSpace> {
    const sync = this.#sync(id);
    this.#file.put({ ...this.#record(id), isPaused: true });
    await sync.pause();
    return await this.#find(id);
  }

  async resume(id: string): Promise<ListedSpace> {
    const sync = this.#sync(id);
    this.#file.put({ ...this.#record(id), isPaused: false });
    await sync.restart();
    return await this.#find(id);
  }

  async setAccess(id: string, access: SpaceAccess): Promise<ListedSpace> {
    const summary = await this.#summary(id);
    await this.#sync(id).change(() => administration.setAccess(this.#parts, summary, access));
    return await this.#find(id);
  }

  async invite(id: string, request: InvitationRequest): Promise<MadeInvitation> {
    return await administration.invite(this.#parts, await this.#summary(id), this.#record(id), request);
  }

  async members(id: string): Promise<readonly SpaceMember[]> {
    return await administration.listMembers(this.#parts, this.#record(id));
  }

  async setMemberRole(id: string, login: string, role: MemberRole): Promise<readonly SpaceMember[]> {
    return await administration.setMemberRole(this.#parts, this.#record(id), login, role);
  }

  async removeMember(id: string, login: string): Promise<readonly SpaceMember[]> {
    return await administration.removeMember(this.#parts, this.#record(id), login);
  }

  async devices(id: string): Promise<readonly SpaceDevice[]> {
    const sync = this.#sync(id);
    const summary = await this.#summary(id);
    // Offline, the known devices are listed.
    const devices = await sync.use(({ carrier }) => carrier.devices()).catch(() => []);
    return administration.listDevices(summary, devices);
  }

  async renameDevice(id: string, name: string): Promise<readonly SpaceDevice[]> {
    const { device } = await this.#summary(id);
    await this.#options.log.setDeviceNames(id, new Map([[device.id, name]]));
    // The carrier gets the name when it is opened.
    await this.#sync(id).restart();
    this.#changed();
    return await this.devices(id);
  }

  async revokeDevice(id: string, device: string): Promise<readonly SpaceDevice[]> {
    const sync = this.#sync(id);
    const summary = await this.#summary(id);
    if (device === summary.device.id) throw new RecollectError("space_own_device", {});
    await sync.use(({ carrier }) => carrier.revoke(device));
    sync.wake("devices");
    return await this.devices(id);
  }

  async changePassphrase(id: string, passphrase: string): Promise<ListedSpace> {
    const sync = this.#sync(id);
    if (!this.#record(id).isEncrypted) throw new RecollectError("space_not_encrypted", {});
    await sync.change(() => sync.use((opened) => administration.changePassphrase(this.#parts, id, opened, passphrase)));
    return await this.#find(id);
  }

  /** Sends changes of shared memories immediately. */
  noteMemories(changes: readonly MemoryChange[]): void {
    const concerned = new Set<string>();
    for (const { domain, previousUrn, urn } of changes) {
      const before = previousUrn === urn ? null : parseUrn(previousUrn).domain;
      for (const name of [domain, before]) {
        const space = name === null ? undefined : this.#spaceOfDomain.get(name);
        if (space !== undefined) concerned.add(space);
      }
    }
    for (const id of concerned) this.#syncs.get(id)?.localChanges.request();
  }

  /** Takes over the memberships of a backup that was restored. */
  async refresh(): Promise<void> {
    const members = new Set((await this.#options.log.list()).map(({ id }) => id));
    const known = [...this.#syncs];
    for (const [id, sync] of known) {
      if (members.has(id)) continue;
      this.#syncs.delete(id);
      await sync.close();
    }
    await this.#recover();
    // This device has another identity in each space.
    await Promise.all(known.filter(([id]) => members.has(id)).map(([, sync]) => sync.restart()));
    this.#changed();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#changeTimer !== null) clearTimeout(this.#changeTimer);
    await Promise.all([...this.#syncs.values()].map((sync) => sync.close()));
  }

  /** Completes or undoes what a stop of the process interrupted. The memberships in the store count. */
  async #recover(): Promise<void> {
    const { log, logger } = this.#options;
    const members = await log.list();
    const isMember = new Set(members.map(({ id }) => id));
    for (const { id, isPending, leaving } of this.#file.list()) {
      if (isMember.has(id)) {
        if (isPending) this.#file.update(id, { isPending: false });
      } else if (isPending || leaving !== null) {
        await this.#forget(id).catch((error: unknown) => logger.warn("A space was not removed", { space: id, error }));
      }
    }
    for (const { id, isLeaving } of members) {
      if (this.#syncs.has(id)) continue;
      const sync = this.#add(id);
      if (!isLeaving && this.#file.get(id)?.leaving == null) sync.wake();
      else {
        // The owner's choice is lost with the file: then the memories stay.
        const memories = this.#file.get(id)?.leaving ?? "keep";
        void this.leave(id, memories).catch((error: unknown) =>
          logger.warn("A space was not left", { space: id, error }),
        );
      }
    }
    await this.#readDomains();
  }

  async #begin(id: string): Promise<ListedSpace> {
    const sync = this.#syncs.get(id) ?? this.#add(id);
    await this.#readDomains();
    await sync.restart();
    this.#changed();
    return await this.#find(id);
  }

  #add(id: string): SpaceSync {
    const { log, clock, logger } = this.#options;
    const onChange = () => this.#changed();
    const sync = new SpaceSync({ id, log, file: this.#file, secrets: this.#secrets, clock, logger, onChange });
    this.#syncs.set(id, sync);
    return sync;
  }

  async #forget(id: string): Promise<void> {
    await this.#secrets.delete(id);
    this.#file.delete(id);
    this.#syncs.delete(id);
    await this.#readDomains();
    this.#changed();
  }

  async #readDomains(): Promise<void> {
    const spaces = await this.#options.log.list();
    this.#spaceOfDomain = new Map(spaces.flatMap(({ id, domains }) => domains.map((domain) => [domain, id] as const)));
  }

  #listed(summary: SpaceSummary): ListedSpace {
    const record = this.#file.get(summary.id);
    const state = this.#syncs.get(summary.id)?.state(summary) ?? NOT_STARTED;
    // Shown immediately, not only after the first attempt.
    const isLost = record === undefined && !summary.isLeaving;
    return {
      ...summary,
      carrier: record?.carrier ?? null,
      isEncrypted: record?.isEncrypted ?? false,
      role: record?.role ?? null,
      sync: isLost ? { ...state, state: "stopped", error: carrierUnknown() } : state,
    };
  }

  async #summary(id: string): Promise<SpaceSummary> {
    const found = (await this.#options.log.list()).find((space) => space.id === id);
    if (found === undefined) throw unknownSpace(id);
    return found;
  }

  async #find(id: string): Promise<ListedSpace> {
    return this.#listed(await this.#summary(id));
  }

  #sync(id: string): SpaceSync {
    const sync = this.#syncs.get(id);
    if (sync === undefined) throw unknownSpace(id);
    return sync;
  }

  #record(id: string): SpaceRecord {
    const record = this.#file.get(id);
    if (record === undefined) throw new RecollectError("space_carrier_unknown", {});
    return record;
  }

  #changed(): void {
    if (this.#isClosed) return;
    this.#changeTimer ??= setTimeout(() => {
      this.#changeTimer = null;
      this.#options.onChange();
    }, CHANGE_INTERVAL_MS).unref();
  }
}

const NOT_STARTED: SpaceSyncState = {
  state: "working",
  progress: null,
  error: null,
  lastSyncAt: null,
  retryAt: null,
  problems: [],
};

function unknownSpace(id: string): RecollectError {
  return new RecollectError("space_unknown", { id }, { field: "id" });
}

function carrierUnknown() {
  return toErrorBody(new RecollectError("space_carrier_unknown", {}));
}
