import type { Clock } from "../../core/ports.ts";
import type { SpaceCarrier } from "../../core/spaces.ts";
import { parsePostgresAddress } from "../../postgres/address.ts";
import { RecollectError } from "../../text/errors.ts";
import type { Carrier } from "../carrier.ts";
import { findKeyRecords } from "../encryption/key-record.ts";
import { SealedCarrier } from "../encryption/sealed-carrier.ts";
import { SpaceKeys } from "../encryption/space-keys.ts";
import { FolderCarrier } from "../folder/folder-carrier.ts";
import { PostgresCarrier } from "../postgres/postgres-carrier.ts";
import { NO_SECRET, type SpaceSecret } from "./space-secrets.ts";

/** What opens a carrier, as it is stored or as a person has just entered it. */
export interface CarrierAccess {
  readonly space: string;
  readonly device: string;
  readonly place: SpaceCarrier;
  readonly isEncrypted: boolean;
  readonly secret: SpaceSecret;
  readonly clock: Clock;
}

export interface OpenedCarrier {
  readonly carrier: Carrier;
  /** The same carrier if the space is encrypted, or null. */
  readonly sealed: SealedCarrier | null;
  /** The keys to store: other devices can have made newer ones. */
  readonly keys: () => string | null;
}

/**
 * Opens the carrier of a space, with its keys if it is encrypted. A passphrase of the secret counts before its keys.
 * @throws unavailable, permission_denied
 */
export async function openCarrier(access: CarrierAccess, signal?: AbortSignal): Promise<OpenedCarrier> {
  const carrier = await openPlace(access, signal);
  try {
    if (!access.isEncrypted) {
      // A link that was changed on its way must not lead to entries that anyone can read, or the reverse.
      if (findKeyRecords(await carrier.records(signal)).length === 0) return { carrier, sealed: null, keys: none };
      throw new RecollectError("space_encryption_differs", {});
    }
    const keys = await openKeys(access, carrier, signal);
    const sealed = new SealedCarrier({ carrier, keys, clock: access.clock });
    return { carrier: sealed, sealed, keys: () => sealed.storedKeys };
  } catch (error) {
    await carrier.close();
    throw error;
  }
}

/** Opens the carrier without keys. */
export async function openPlace(
  { space, device, place, secret = NO_SECRET, clock }: Omit<CarrierAccess, "isEncrypted">,
  signal?: AbortSignal,
): Promise<Carrier> {
  if (place.kind === "folder") return new FolderCarrier({ folder: place.folder, space, device, clock });
  const { address } = parsePostgresAddress(place.address);
  const password = async () => secret.password;
  return await PostgresCarrier.open({ address, password, space, device, clock }, signal);
}

async function openKeys(
  { space, secret }: CarrierAccess,
  carrier: Carrier,
  signal: AbortSignal | undefined,
): Promise<SpaceKeys> {
  const records = await carrier.records(signal);
  if (secret.keys === null) {
    if (secret.passphrase === null) throw new RecollectError("space_passphrase_missing", {});
    return await SpaceKeys.open(space, records, secret.passphrase);
  }
  const keys = SpaceKeys.fromStored(space, secret.keys);
  keys.refresh(records);
  return keys;
}

const none = () => null;
