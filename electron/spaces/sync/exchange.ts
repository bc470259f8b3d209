import type { ChangeLog } from "../../core/replication/change-log.ts";
import type { RefusedEntry, SpaceSummary } from "../../core/replication/change-store.ts";
import type { LoggedEntry } from "../../core/replication/entry.ts";
import { createYielder } from "../../core/util/yielder.ts";
import { RecollectError, toErrorBody } from "../../text/errors.ts";
import { type Carrier, MAX_SEQUENCE, type Parcel } from "../carrier.ts";
import { publishEntries, toEntry, toParcel } from "../publish-entries.ts";
import { numberIn, reasonOf } from "./failures.ts";

/** The size of one batch. Applying it takes a few tens of milliseconds, in steps of a few milliseconds. */
const BATCH_BYTES = 256 * 1024;
/** The number of the last changes on the carrier that are compared with those here after it was opened. */
const VERIFIED_ENTRIES = 100;
const MAX_ERASURES = 200;

/** What one exchange with a carrier works on. */
export interface ExchangeParts {
  readonly log: ChangeLog;
  readonly carrier: Carrier;
  readonly space: string;
  /** The first change of a device that cannot be applied here, with its later ones. */
  readonly blocked: Map<string, RefusedEntry>;
  readonly signal: AbortSignal;
  /** @param total null while it is unknown */
  readonly onProgress: (step: "receive" | "send" | "share" | "rewrite", done: number, total: number | null) => void;
}

/** The summary of a space. @throws not_found if this device left it */
export async function summaryOf(log: ChangeLog, id: string): Promise<SpaceSummary> {
  const found = (await log.list()).find((space) => space.id === id);
  if (found === undefined) throw new RecollectError("space_unknown", { id });
  return found;
}

/**
 * Applies everything that the carrier has and this device does not, then merges what this device captured too. A device
 * that may only read could not send the merge. @returns the number of changes
 */
export async function receive(parts: ExchangeParts): Promise<number> {
  const { log, carrier, space, signal } = parts;
  try {
    const received = await receiveAll(parts);
    if (carrier.role !== "reader" && !signal.aborted) await log.mergeIdentical(space, signal);
    return received;
  } catch (error) {
    // Comparing shows which changes of this device the carrier has.
    if (reasonOf(error) === "device_reused") await send(parts, true);
    throw error;
  }
}

async function receiveAll(parts: ExchangeParts): Promise<number> {
  const { log, carrier, space, blocked, signal, onProgress } = parts;
  let done = 0;
  let total: number | null = null;
  // Changes that were kept aside may be due.
  const applyHeld = () => log.apply(space, [], () => undefined, signal);
  await applyHeld();
  for (let isMerged = true; ; ) {
    const summary = await summaryOf(log, space);
    const after = new Map(await log.received(space));
    // Later changes of this device were published by another installation with its identity. Applying them throws.
    after.set(carrier.device, summary.published + summary.unpublished);
    for (const device of blocked.keys()) after.set(device, MAX_SEQUENCE);
    const { parcels, hasMore } = await carrier.read(after, BATCH_BYTES, signal);
    if (parcels.length === 0) {
      if (!isMerged) await applyHeld();
      return done;
    }
    total ??= hasMore ? await countAhead(carrier, after, signal) : parcels.length;
    const entries = await toEntries(parcels, blocked);
    const before = done;
    onProgress("receive", done, total);
    const refused = await log.apply(
      space,
      entries,
      (applied) => onProgress("receive", before + applied, Math.max(total ?? 0, before + applied)),
      signal,
      hasMore,
    );
    isMerged = !hasMore;
    for (const entry of refused) blocked.set(entry.device, entry);
    done += entries.length;
    if (!hasMore || signal.aborted) return done;
  }
}

/** Shares the memories that were here before their domains were. */
export async function shareExisting(parts: ExchangeParts, mergeIdentical: boolean): Promise<void> {
  const { log, space, signal, onProgress } = parts;
  await log.share(space, mergeIdentical, ({ done, total }) => onProgress("share", done, total), signal);
}

/**
 * Sends the changes of this device. A carrier that lacks earlier ones, because it was restored from a backup, gets them
 * again.
 * @param isFirst whether to start with the last ones that the carrier has, which shows whether they are of this
 *   installation
 * @throws conflict if another installation uses the identity of this device
 */
export async function send(parts: ExchangeParts, isFirst: boolean): Promise<void> {
  const { log, carrier, space, signal, onProgress } = parts;
  if (carrier.role === "reader") return;
  const first = isFirst ? await firstToSend(parts) : null;
  let from = first?.after;
  let done = 0;
  for (;;) {
    const entries = await log.outgoing(space, BATCH_BYTES, from);
    const last = entries.at(-1);
    if (last === undefined) {
      if (first?.isReused === true) throw deviceReused(carrier.device);
      return;
    }
    if (last.device !== carrier.device) throw deviceReused(carrier.device);
    try {
      await publishEntries(carrier, entries, isSameEntry, signal);
    } catch (error) {
      const earlier = reasonOf(error) === "space_sequence_reused" ? earlierThan(entries, error) : null;
      if (earlier !== null) {
        from = earlier;
        continue;
      }
      const expected = reasonOf(error) === "space_entries_missing" ? numberIn(error, "expected") : null;
      if (expected === null || expected > last.sequence || expected - 1 === from) throw error;
      from = expected - 1;
      continue;
    }
    await log.setPublished(space, last.device, last.sequence);
    from = last.sequence;
    done += entries.length;
    const { unpublished } = await summaryOf(log, space);
    onProgress("send", done, done + unpublished);
  }
}

/** Replaces what a purge deleted here, and the carrier still has. */
export async function eraseContents({ log, carrier, space, signal, onProgress }: ExchangeParts): Promise<void> {
  const { rewrites } = carrier;
  if (rewrites === "none") return;
  for (let done = 0; ; ) {
    const entries = await log.erasures(space, rewrites, MAX_ERASURES);
    if (entries.length === 0) return;
    onProgress("rewrite", done, null);
    try {
      await carrier.rewrite(entries.map(toParcel), signal);
    } catch (error) {
      if (reasonOf(error) !== "space_entries_missing") throw error;
      // A carrier that was restored from a backup does not have all of them. Their devices send them as erased.
      for (const entry of entries) await rewriteIfThere(carrier, entry, signal);
    }
    await log.setErased(space, entries);
    done += entries.length;
  }
}

async function rewriteIfThere(carrier: Carrier, entry: LoggedEntry, signal: AbortSignal): Promise<void> {
  try {
    await carrier.rewrite([toParcel(entry)], signal);
  } catch (error) {
    if (reasonOf(error) !== "space_entries_missing") throw error;
  }
}

/** The sequence after which to send: before the last ones that both have. */
async function firstToSend({ log, carrier, space, signal }: ExchangeParts) {
  const head = await carrier.head(signal);
  const { published, unpublished } = await summaryOf(log, space);
  const after = Math.max(0, Math.min(head, published) - VERIFIED_ENTRIES);
  return { after, isReused: head > published + unpublished };
}

/**
 * The sequence after which the comparison continues, if the first of these entries differs and earlier ones may differ
 * too; null if the first difference is known.
 */
function earlierThan(entries: readonly LoggedEntry[], error: unknown): number | null {
  const first = entries[0]?.sequence ?? 1;
  const differing = numberIn(error, "sequence") ?? first;
  return differing > first || first === 1 ? null : Math.max(0, first - 1 - VERIFIED_ENTRIES);
}

/** Whether two texts are the same change: one of them can have been erased by a purge. */
function isSameEntry(stored: string, own: string): boolean {
  const [one, other] = [identityOf(stored), identityOf(own)];
  return one !== null && one === other;
}

function identityOf(text: string): string | null {
  try {
    const { stamp, memory } = JSON.parse(text) as { readonly stamp: unknown; readonly memory: unknown };
    return `${String(stamp)} ${String(memory)}`;
  } catch {
    return null;
  }
}

async function countAhead(carrier: Carrier, after: ReadonlyMap<string, number>, signal: AbortSignal): Promise<number> {
  const devices = await carrier.devices(signal);
  const ahead = devices.reduce((sum, { id, head }) => sum + Math.max(0, head - (after.get(id) ?? 0)), 0);
  return Math.min(ahead, MAX_SEQUENCE);
}

/** Leaves out the parcels of a device from its first damaged one on. */
async function toEntries(parcels: readonly Parcel[], blocked: Map<string, RefusedEntry>): Promise<LoggedEntry[]> {
  const entries: LoggedEntry[] = [];
  const yieldIfDue = createYielder();
  for (const parcel of parcels) {
    await yieldIfDue();
    if (blocked.has(parcel.device)) continue;
    const entry = toEntry(parcel);
    if (entry !== null) entries.push(entry);
    else {
      const { device, sequence } = parcel;
      const error = new RecollectError("entry_invalid", { problem: "it is damaged" }, { field: "body" });
      blocked.set(device, { device, sequence, error: toErrorBody(error) });
    }
  }
  return entries;
}

function deviceReused(device: string): RecollectError {
  return new RecollectError("device_reused", { device });
}
