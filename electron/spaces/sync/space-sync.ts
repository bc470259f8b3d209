import { OWNER } from "../../core/caller.ts";
import type { Logger } from "../../core/ports.ts";
import type { SpaceSummary } from "../../core/replication/change-store.ts";
import type { SpaceSync as SpaceSyncState, SyncState, SyncStep } from "../../core/spaces.ts";
import { createMutex } from "../../core/util/mutex.ts";
import { createThrottle } from "../../core/util/throttle.ts";
import { withTimeout } from "../../core/util/with-timeout.ts";
import { RecollectError } from "../../text/errors.ts";
import type { CarrierDevice } from "../carrier.ts";
import { DeviceStates } from "./device-states.ts";
import { type ExchangeParts, eraseContents, receive, send, shareExisting, summaryOf } from "./exchange.ts";
import { actionAfter, numberIn, Retry, reasonOf } from "./failures.ts";
import type { OpenedCarrier } from "./open-carrier.ts";
import {
  closeSession,
  END_TIMEOUT_MS,
  keepKeys,
  openSession,
  openStored,
  readDevices,
  type Session,
  type SessionParts,
} from "./session.ts";
import type { SpaceRecord } from "./space-file.ts";

/** A part of an exchange that is still to be done. */
type Need = "receive" | "share" | "send" | "devices" | "maintain";
const EVERYTHING: readonly Need[] = ["receive", "share", "send", "devices"];
/** Reading a folder is cheap. A database is tried again at most every few minutes. */
const MAX_RETRY_DELAY_MS = { folder: 30_000, postgres: 5 * 60_000 } as const;
/** Changes within this time are sent together, because each exchange delays captures. */
const SEND_INTERVAL_MS = 200;
const DEVICES_INTERVAL_MS = 3_000;
const MAINTENANCE_INTERVAL_MS = 10 * 60_000;
/** The least time between two writes of the time of the last exchange. */
const NOTE_INTERVAL_MS = 60_000;
const MAX_RENEWALS = 3;

export interface SpaceSyncParts extends SessionParts {
  readonly logger: Logger;
  readonly onChange: () => void;
}

interface Waiter {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
  /** Whether the exchange in progress started after the call. */
  isIncluded: boolean;
}

/**
 * Whether exchanges may start. `ready` → `held` while the carrier is closed for another access or identity → `ready`;
 * both → `closed`, which is final.
 */
type Phase = "ready" | "held" | "closed";

/** Keeps one space synchronised: one exchange after the other, each when there is something to do. */
export class SpaceSync {
  readonly #parts: SpaceSyncParts;
  readonly #deviceStates: DeviceStates;
  readonly #retry: Retry;
  #session: Session | null = null;
  #needs = new Set<Need>(EVERYTHING);
  #work: Promise<void> | null = null;
  #waiters: Waiter[] = [];
  #maintenance: NodeJS.Timeout | null = null;
  #renewals = 0;
  #progress: SpaceSyncState["progress"] = null;
  #devices: readonly CarrierDevice[] = [];
  #lastSyncAt: number | null;
  #notedAt = 0;
  #phase: Phase = "ready";
  /** One change of the session at a time. */
  readonly #inTurn = createMutex();
  /** Ends the exchange in progress. */
  #abort = new AbortController();

  /** Notes that something changed here. */
  readonly localChanges = createThrottle(() => this.wake("send"), SEND_INTERVAL_MS);
  readonly #deviceReads = createThrottle(() => this.wake("devices"), DEVICES_INTERVAL_MS);

  constructor(parts: SpaceSyncParts) {
    this.#parts = parts;
    this.#deviceStates = new DeviceStates(parts.clock);
    this.#retry = new Retry(parts.clock, () => this.#run());
    this.#lastSyncAt = this.#record?.lastSyncAt ?? null;
  }

  get #record(): SpaceRecord | undefined {
    return this.#parts.file.get(this.#parts.id);
  }

  /** Adds needs, and starts an exchange unless one runs or the next attempt is not due yet. */
  wake(...needs: readonly Need[]): void {
    for (const need of needs) this.#needs.add(need);
    this.#run();
  }

  /** Synchronises now. Resolves when everything until now was exchanged. @throws what prevented it */
  async syncNow(): Promise<void> {
    if (this.#phase === "closed") throw callStopped();
    if (this.#record?.isPaused === true) throw new RecollectError("space_paused", {});
    const done = new Promise<void>((resolve, reject) => {
      this.#waiters.push({ resolve, reject, isIncluded: false });
    });
    if (this.#session !== null) {
      this.#session.blocked.clear();
      // The entries on the carrier are compared with the entries here, and lost ones are sent.
      this.#session.hasSent = false;
    }
    this.#clearError();
    this.wake(...EVERYTHING);
    await done;
    this.#deviceStates.noteRequest();
  }

  /** Ends the exchange in progress, and closes the carrier. {@link restart} continues. */
  async pause(): Promise<void> {
    await this.#inTurn(() => this.#endSession());
    this.#rejectWaiters(new RecollectError("space_paused", {}));
    this.#parts.onChange();
  }

  /** Opens the carrier again, with another access or identity. */
  async restart(): Promise<void> {
    await this.#inTurn(() => this.#endSession());
    this.wake(...EVERYTHING);
  }

  /**
   * Changes something that an exchange in progress must not overwrite: it has ended before, and another one follows.
   */
  async change(work: () => Promise<void>): Promise<void> {
    await this.#inTurn(() =>
      this.#whileHeld(async () => {
        await this.#work;
        await this.#closeSession();
        await work();
      }),
    ).finally(() => this.wake(...EVERYTHING));
  }

  /** Runs something with the open carrier, or opens a carrier for it. */
  async use<T>(work: (opened: OpenedCarrier) => Promise<T>): Promise<T> {
    if (this.#session !== null) return await work(this.#session);
    const { id, log } = this.#parts;
    const opened = await openStored(this.#parts, (await summaryOf(log, id)).device.id);
    try {
      return await work(opened);
    } finally {
      await opened.carrier.close();
    }
  }

  /** Leaves the space. Continues an interrupted earlier call. */
  async leave(memories: "keep" | "remove"): Promise<void> {
    const { id, log } = this.#parts;
    await this.close();
    await log.leave(OWNER, id, memories, ({ done, total }) => this.#setProgress("leave", done, total));
  }

  async close(): Promise<void> {
    this.#phase = "closed";
    if (this.#maintenance !== null) clearTimeout(this.#maintenance);
    for (const throttle of [this.localChanges, this.#deviceReads]) throttle.cancel();
    await this.#endSession();
    this.#noteSync(true);
    this.#rejectWaiters(callStopped());
  }

  state(summary: SpaceSummary): SpaceSyncState {
    const record = this.#record;
    const role = record?.role ?? null;
    const { blocked = new Map(), carrier, sealed } = this.#session ?? {};
    const skippedRows = carrier?.skippedRows ?? new Map();
    const ignoredRecords = sealed?.ignoredRecords ?? [];
    const devices = this.#devices;
    const problems = this.#deviceStates.problems(summary, role, devices, blocked, skippedRows, ignoredRecords);
    return {
      state: this.#stateOf(summary),
      progress: this.#progress,
      error: this.#retry.failure?.body ?? null,
      lastSyncAt: toIso(this.#lastSyncAt),
      retryAt: toIso(this.#retry.failure?.retryAt ?? null),
      problems,
    };
  }

  #stateOf({ isLeaving }: SpaceSummary): SyncState {
    if (isLeaving || this.#progress?.step === "leave") return "leaving";
    if (this.#record?.isPaused === true) return "paused";
    const { failure } = this.#retry;
    if (failure !== null) return failure.retryAt === null ? "stopped" : "waiting";
    return this.#work === null && this.#needs.size === 0 ? "current" : "working";
  }

  #run(): void {
    const mayRun = this.#phase === "ready" && this.#record?.isPaused !== true && this.#retry.failure === null;
    if (this.#work !== null || this.#needs.size === 0 || !mayRun) return;
    this.#work = this.#workOff().finally(() => {
      this.#work = null;
      this.#run();
    });
  }

  /** Never rejects. */
  async #workOff(): Promise<void> {
    const needs = this.#needs;
    const { signal } = this.#abort;
    this.#needs = new Set();
    for (const waiter of this.#waiters) waiter.isIncluded = true;
    try {
      await this.#exchange(needs);
      this.#retry.reset();
      this.#renewals = 0;
      if (this.#phase === "closed") return;
      this.#lastSyncAt = this.#parts.clock.now();
      this.#noteSync(false);
      // New changes may wait already. In a busy space, there is never a moment without any.
      for (const waiter of this.#waiters) if (waiter.isIncluded) waiter.resolve();
      this.#waiters = this.#waiters.filter(({ isIncluded }) => !isIncluded);
    } catch (error) {
      for (const need of needs) this.#needs.add(need);
      await this.#fail(error, signal);
    } finally {
      this.#progress = null;
      this.#parts.onChange();
    }
  }

  async #exchange(needs: Set<Need>): Promise<void> {
    const { id, log } = this.#parts;
    const summary = await summaryOf(log, id);
    // After a backup was restored, this device has another identity.
    if (this.#session !== null && this.#session.carrier.device !== summary.device.id) await this.#closeSession();
    const isNew = this.#session === null;
    const session = this.#session ?? (await this.#openSession(summary));
    if (isNew) for (const need of EVERYTHING) needs.add(need);
    const parts: ExchangeParts = {
      log,
      carrier: session.carrier,
      space: id,
      blocked: session.blocked,
      signal: session.abort.signal,
      onProgress: (step, done, total) => this.#setProgress(step, done, total),
    };
    if (needs.has("devices")) await this.#readDevices(session, summary);
    if (needs.has("receive")) {
      const received = await receive(parts);
      const after = received > 0 ? await summaryOf(log, id) : summary;
      // The names of new devices are in the carrier's list.
      if (received > 0 && after.devices.some(({ name }) => name === "")) await this.#readDevices(session, after);
    }
    const { sharing = null } = this.#record ?? {};
    if (needs.has("share") && sharing !== null) {
      await shareExisting(parts, sharing === "merge");
      if (session.abort.signal.aborted) return;
      // Domains that the owner added in the meantime are shared in the next exchange.
      if (this.#record?.sharing === sharing) this.#update({ sharing: null });
      needs.add("send");
    }
    if (needs.has("send") || !session.hasSent) {
      await send(parts, !session.hasSent);
      session.hasSent = true;
    }
    await eraseContents(parts);
    if (this.#record?.isResealing === true && session.sealed !== null) {
      this.#setProgress("rewrite", 0, null);
      await session.sealed.reseal(session.abort.signal);
      this.#update({ isResealing: false });
    }
    if (needs.has("maintain")) await session.carrier.maintain(session.abort.signal);
    await keepKeys(this.#parts, session);
    session.isProven = true;
  }

  async #openSession(summary: SpaceSummary): Promise<Session> {
    const session = await openSession(this.#parts, summary, this.#abort, () => this.#noteRemoteChange());
    this.#session = session;
    this.#scheduleMaintenance();
    return session;
  }

  async #readDevices(session: Session, summary: SpaceSummary): Promise<void> {
    this.#devices = await readDevices(this.#parts, session, summary);
    // If two installations wrote as this device, or its entries were lost, the next send compares them with its own.
    const own = this.#devices.find(({ id }) => id === session.carrier.device);
    if (own?.problem?.kind === "reused" || own?.problem?.kind === "missing") session.hasSent = false;
  }

  /**
   * @param signal of the exchange that failed. If it was aborted, the next exchange shows whether the failure lasts.
   */
  async #fail(error: unknown, signal: AbortSignal): Promise<void> {
    const { id, log, logger } = this.#parts;
    const wasProven = this.#session?.isProven === true;
    await this.#closeSession();
    if (signal.aborted) return;
    const action = actionAfter(error);
    if (action === "renew" && this.#renewals < MAX_RENEWALS) {
      this.#renewals += 1;
      logger.warn("Another installation has the identity of this device in a space. It is renewed.", { space: id });
      // From there on, the carrier has the entries of the other installation.
      const differing = numberIn(error, "sequence");
      const known = differing === null ? undefined : differing - 1;
      return await log.renewDevice(id, known).catch((failure: unknown) => this.#fail(failure, signal));
    }
    // The rights of a login can have changed since the carrier was opened.
    if (wasProven && reasonOf(error) === "space_access_refused") return;
    if (action === "stop") this.#retry.stop(error);
    else this.#retry.later(error, MAX_RETRY_DELAY_MS[this.#record?.carrier.kind ?? "postgres"]);
    const problem = this.#retry.failure?.body.message;
    logger.warn("A space was not synchronised", { space: id, reason: reasonOf(error), problem, error });
    this.#rejectWaiters(error);
  }

  #clearError(): void {
    this.#retry.clear();
    this.#renewals = 0;
  }

  /** Devices change seldom, so with many of them they are not read after each change. */
  #noteRemoteChange(): void {
    this.#needs.add("receive");
    this.#deviceReads.request();
    this.#run();
  }

  #scheduleMaintenance(): void {
    if (this.#maintenance !== null) clearTimeout(this.#maintenance);
    this.#maintenance = setTimeout(() => {
      this.#scheduleMaintenance();
      if (this.#session === null) return;
      // Refused changes are tried again: Recollect may have been updated, or a file repaired.
      this.#session.blocked.clear();
      this.#session.hasSent = false;
      this.wake("maintain", ...EVERYTHING);
    }, MAINTENANCE_INTERVAL_MS).unref();
  }

  #setProgress(step: SyncStep, done: number, total: number | null): void {
    this.#progress = { step, done, total };
    this.#parts.onChange();
  }

  #update(changes: Partial<SpaceRecord>): void {
    this.#parts.file.update(this.#parts.id, changes);
  }

  #noteSync(isLast: boolean): void {
    const now = this.#parts.clock.now();
    if (this.#lastSyncAt === null || (!isLast && now - this.#notedAt < NOTE_INTERVAL_MS)) return;
    this.#notedAt = now;
    if (this.#record?.lastSyncAt !== this.#lastSyncAt) this.#update({ lastSyncAt: this.#lastSyncAt });
  }

  #rejectWaiters(error: unknown): void {
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const { reject } of waiters) reject(error);
  }

  /** Ends the exchange in progress first. */
  async #endSession(): Promise<void> {
    await this.#whileHeld(async () => {
      await withTimeout(this.#work ?? Promise.resolve(), END_TIMEOUT_MS, () => undefined);
      await this.#closeSession();
    });
  }

  /** Stops the exchange in progress, and starts none until `work` has ended. Earlier failures no longer matter then. */
  async #whileHeld(work: () => Promise<void>): Promise<void> {
    if (this.#phase === "ready") this.#phase = "held";
    this.#abort.abort();
    try {
      await work();
    } finally {
      this.#clearError();
      this.#abort = new AbortController();
      if (this.#phase === "held") this.#phase = "ready";
    }
  }

  async #closeSession(): Promise<void> {
    const session = this.#session;
    this.#session = null;
    if (session !== null) await closeSession(session);
  }
}

function callStopped(): RecollectError {
  return new RecollectError("space_call_stopped", {});
}

function toIso(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
