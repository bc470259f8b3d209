import { deflateRawSync, inflateRawSync } from "node:zlib";
import { createYielder } from "../core/util/yielder.ts";
import { RecollectError } from "../text/errors.ts";
import { type Carrier, MAX_BODY_BYTES, type Parcel, type ParcelBatch } from "./carrier.ts";

/** The first byte of a body: how the text after it is stored. */
const PLAIN = 0;
const DEFLATED = 1;
/** How much is read in one step to be compared. */
const COMPARED_BYTES = 2 * 1024 * 1024;

/** An entry as the change log sends and receives it: `body` is JSON. */
export interface EntryText {
  readonly device: string;
  readonly sequence: number;
  readonly body: string;
}

/** Compresses an entry. */
export function toParcel({ device, sequence, body }: EntryText): Parcel {
  const text = Buffer.from(body);
  const deflated = deflateRawSync(text);
  const isSmaller = deflated.length < text.length;
  const stored = Buffer.concat([Buffer.from([isSmaller ? DEFLATED : PLAIN]), isSmaller ? deflated : text]);
  return { device, sequence, body: stored };
}

/** Null if the body is damaged, too long or of a newer version. */
export function toEntry({ device, sequence, body }: Parcel): EntryText | null {
  const stored = Buffer.from(body.buffer, body.byteOffset, body.byteLength).subarray(1);
  if (body[0] === PLAIN) return { device, sequence, body: stored.toString("utf8") };
  if (body[0] !== DEFLATED) return null;
  try {
    const text = inflateRawSync(stored, { maxOutputLength: MAX_BODY_BYTES });
    return { device, sequence, body: text.toString("utf8") };
  } catch {
    return null;
  }
}

/**
 * Publishes entries of this device. If the carrier has other bytes for one of them, the entries are compared:
 * another version compresses differently, and an erased entry has other contents than it had.
 * @param isSame whether two texts are the same entry, perhaps erased
 * @throws as {@link Carrier.publish}
 */
export async function publishEntries(
  carrier: Carrier,
  entries: readonly EntryText[],
  isSame: (stored: string, own: string) => boolean,
  signal?: AbortSignal,
): Promise<void> {
  const texts = new Map(entries.map((entry) => [entry.sequence, entry.body]));
  const parcels: Parcel[] = [];
  const yieldIfDue = createYielder();
  for (const entry of entries) {
    await yieldIfDue();
    parcels.push(toParcel(entry));
  }
  await publishComparing(
    carrier,
    parcels,
    (parcel) => {
      const [stored, own] = [toEntry(parcel)?.body, texts.get(parcel.sequence)];
      return stored !== undefined && own !== undefined && (stored === own || isSame(stored, own));
    },
    signal,
  );
}

/**
 * Publishes parcels. If other bytes are there, compares them with a function, and publishes the rest.
 * @param isSame whether a parcel that the carrier has is the one of the same sequence among `parcels`
 */
export async function publishComparing(
  carrier: Pick<Carrier, "device" | "head" | "publish" | "readDevice">,
  parcels: readonly Parcel[],
  isSame: (stored: Parcel) => boolean,
  signal?: AbortSignal,
): Promise<void> {
  try {
    await carrier.publish(parcels, signal);
  } catch (error) {
    if (!(error instanceof RecollectError) || error.details?.reason !== "space_sequence_reused") throw error;
    const head = await carrier.head(signal);
    const last = Math.min(head, parcels.at(-1)?.sequence ?? 0);
    for (let next = parcels[0]?.sequence ?? 1; next <= last; ) {
      const batch: ParcelBatch = await carrier.readDevice(carrier.device, next - 1, COMPARED_BYTES, signal);
      const stored = batch.parcels.filter(({ sequence }) => sequence <= last);
      if (stored.length === 0) throw new RecollectError("space_entries_missing", { expected: next });
      const other = stored.find((parcel) => !isSame(parcel));
      if (other !== undefined) {
        throw new RecollectError("space_sequence_reused", { sequence: other.sequence });
      }
      next += stored.length;
    }
    await carrier.publish(
      parcels.filter(({ sequence }) => sequence > head),
      signal,
    );
  }
}
