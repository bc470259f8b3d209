import type { SpaceRole } from "../core/spaces.ts";
import { RecollectError } from "../text/errors.ts";

/** ULIDs of spaces and devices, in upper case: they are names of files and schemas. */
export const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
/** The name of a record: also the name of a file. */
export const RECORD_NAME = /^[a-z0-9][a-z0-9-]{0,63}$/;
/** Longest body of one parcel. The largest memory with its tags is far below. */
export const MAX_BODY_BYTES = 8 * 1024 * 1024;
/** Sequences and heads of other members beyond this are not valid. */
export const MAX_SEQUENCE = Number.MAX_SAFE_INTEGER;
/** Longest name of a device, sealed or not; an application writes at most 100 characters. */
export const MAX_NAME_BYTES = 1024;
/** A device that says that it published later than this in the future has a wrong clock, or says it for another reason. */
export const MAX_LEAD_MS = 24 * 60 * 60_000;
/** Added to the length of each body, so that a batch of erased parcels is limited too. */
export const PARCEL_OVERHEAD_BYTES = 64;

/**
 * One entry as a carrier transports it: compressed JSON, sealed if the space is encrypted. `publish-entries.ts` makes
 * them of the entries of the change log.
 */
export interface Parcel {
  /** The device that made the entry. */
  readonly device: string;
  /** Counts from 1 without gaps for each device. */
  readonly sequence: number;
  readonly body: Uint8Array;
}

/** The result of one read. `hasMore`: another call returns more now. */
export interface ParcelBatch {
  readonly parcels: readonly Parcel[];
  readonly hasMore: boolean;
}

/**
 * Why a device's parcels are not complete here. `corrupt`: a file is damaged; `missing`: later parcels are there, or
 * announced, and earlier ones are not; `reused`: two installations wrote as this device; `unreadable`: a parcel does
 * not open with the keys of the space; `invalid`: what the device says about itself is not valid and is ignored. The
 * parcels of other devices are read in each case.
 */
export interface DeviceProblem {
  readonly kind: "corrupt" | "missing" | "reused" | "unreadable" | "invalid";
  /** The file at fault, or null. */
  readonly file: string | null;
  /** The first sequence that cannot be read. */
  readonly sequence: number;
  /** When this was first seen, in milliseconds since 1970. A synced folder may only need time. */
  readonly since: number;
}

/** A device of a space. */
export interface CarrierDevice {
  readonly id: string;
  /** The login that registered it, which the database proves; null in a folder, and for the login of this device. */
  readonly login: string | null;
  /** UTF-8, sealed if the space is encrypted; null while its file has not arrived. */
  readonly name: Uint8Array | null;
  /** When it last published, by the clock of the server or of that device; null if it never did. */
  readonly lastSeen: number | null;
  /** Its last published sequence that is known here. */
  readonly head: number;
  /** Its last sequence that counts, if it is revoked; null if it is not. A store that has later ones removes them. */
  readonly revokedAfter: number | null;
  readonly problem: DeviceProblem | null;
}

/**
 * Transports the entries of one space between devices, and interprets none. Every method rejects with `cancelled` when
 * its signal is aborted, with `unavailable` when the carrier cannot be reached now, and with `permission_denied` when
 * this device may not do it. A call that was rejected can be repeated.
 */
export interface Carrier {
  readonly space: string;
  /** This installation. */
  readonly device: string;
  /**
   * Whose parcels {@link rewrite} accepts: a folder's devices rewrite their own, the owner of a database all
   * devices, its other members none.
   */
  readonly rewrites: "own" | "all" | "none";
  /** The rights of its login, as {@link devices} read them last; null if the carrier has none. */
  readonly role: SpaceRole | null;
  /** Rows that {@link devices} skipped last, because they are not devices, by the login that wrote them. */
  readonly skippedRows: ReadonlyMap<string, number>;

  /** Adds this device, or changes its name. Must be called before the first {@link publish}. */
  register(name: Uint8Array, signal?: AbortSignal): Promise<void>;
  /** The last sequence of this device that is stored durably. Publishing continues after it. */
  head(signal?: AbortSignal): Promise<number>;
  /**
   * Appends this device's next parcels, in order and without gaps. They are durable when it resolves; if it rejects,
   * the first of them may be. Parcels that are there with equal bytes are skipped.
   * @throws conflict `space_sequence_reused` if other bytes are there: another installation wrote as this device
   * @throws conflict `space_entries_missing` if earlier ones are missing: the carrier was restored from a backup
   */
  publish(parcels: readonly Parcel[], signal?: AbortSignal): Promise<void>;
  /**
   * Parcels of all devices after the given sequences (0 for a device that is not named), each device's in order and
   * without gaps; about `maxBytes` of bodies at most, and at least one parcel if there is one.
   */
  read(after: ReadonlyMap<string, number>, maxBytes: number, signal?: AbortSignal): Promise<ParcelBatch>;
  /** The same for one device. */
  readDevice(device: string, after: number, maxBytes: number, signal?: AbortSignal): Promise<ParcelBatch>;
  /**
   * Replaces the bodies of published parcels: by an erased entry after a purge, by one sealed with a new key after a
   * rotation. Readers that have the earlier body do not read it again. The earlier bytes are removed.
   * @throws permission_denied for parcels outside of {@link rewrites}
   */
  rewrite(parcels: readonly Parcel[], signal?: AbortSignal): Promise<void>;
  /** Calls `onChange` soon after another device may have published. Returns a function that stops it. */
  watch(onChange: () => void): Promise<() => Promise<void>>;
  devices(signal?: AbortSignal): Promise<readonly CarrierDevice[]>;
  /** Ends what a device may add. Its parcels up to now stay. @throws not_found for an unknown device */
  revoke(device: string, signal?: AbortSignal): Promise<void>;
  /** Small documents that never change, such as keys, by their names (`[a-z0-9-]`, at most 64). */
  records(signal?: AbortSignal): Promise<ReadonlyMap<string, Uint8Array>>;
  /** Stores a document; does nothing if it is there with equal bytes. @throws conflict if other bytes are there */
  putRecord(name: string, body: Uint8Array, signal?: AbortSignal): Promise<void>;
  /** Maintenance for idle times, such as merging small files. Safe to stop at any point. */
  maintain(signal?: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** Checks that parcels are of one device, without gaps and not too large. @throws invalid_argument */
export function checkParcels(parcels: readonly Parcel[], device: string): void {
  let expected = parcels[0]?.sequence ?? 1;
  for (const parcel of parcels) {
    const { sequence, body } = parcel;
    const isNext = sequence === expected && Number.isSafeInteger(sequence) && sequence >= 1;
    if (!isNext || parcel.device !== device || body.length > MAX_BODY_BYTES) {
      throw new RecollectError("space_parcel_invalid", { sequence }, { field: "parcels" });
    }
    expected += 1;
  }
}

/**
 * Divides parcels into parts of at most `maxParcels` parcels and `maxBytes` bytes; a single longer parcel is a part.
 */
export function* inParts(
  parcels: readonly Parcel[],
  maxParcels: number,
  maxBytes: number,
): Generator<readonly Parcel[]> {
  let part: Parcel[] = [];
  let bytes = 0;
  for (const parcel of parcels) {
    const isFull = part.length === maxParcels || bytes + parcel.body.length > maxBytes;
    if (part.length > 0 && isFull) {
      yield part;
      part = [];
      bytes = 0;
    }
    part.push(parcel);
    bytes += parcel.body.length;
  }
  if (part.length > 0) yield part;
}

/** @throws TypeError for a name that is not a {@link RECORD_NAME}, which is a defect of the caller */
export function checkRecordName(name: string): void {
  if (!RECORD_NAME.test(name)) throw new TypeError(`The name of a record is invalid: ${name}`);
}
