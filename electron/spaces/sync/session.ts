import type { Clock } from "../../core/ports.ts";
import type { ChangeLog } from "../../core/replication/change-log.ts";
import type { RefusedEntry, SpaceSummary } from "../../core/replication/change-store.ts";
import { throwIfStopped } from "../../core/util/throw-if-stopped.ts";
import { withTimeout } from "../../core/util/with-timeout.ts";
import { RecollectError } from "../../text/errors.ts";
import type { Carrier, CarrierDevice } from "../carrier.ts";
import { changedNames } from "./device-states.ts";
import { type OpenedCarrier, openCarrier } from "./open-carrier.ts";
import type { SpaceFile } from "./space-file.ts";
import type { SpaceSecrets } from "./space-secrets.ts";

/** A server that does not respond is not waited for. Its late results are discarded. */
export const END_TIMEOUT_MS = 2_000;

export interface SessionParts {
  readonly id: string;
  readonly log: ChangeLog;
  readonly file: SpaceFile;
  readonly secrets: SpaceSecrets;
  readonly clock: Clock;
}

/** An open carrier, and the facts known from it. */
export interface Session extends OpenedCarrier {
  readonly stopWatching: () => Promise<void>;
  readonly abort: AbortController;
  /** The first change of a device that cannot be applied here, with its later ones. */
  readonly blocked: Map<string, RefusedEntry>;
  hasSent: boolean;
  /** Whether an exchange with it succeeded. */
  isProven: boolean;
}

/**
 * Opens the carrier as it is stored.
 * @param device the id of this device
 * @throws unavailable, permission_denied
 */
export async function openStored(
  { id, file, secrets, clock }: SessionParts,
  device: string,
  signal?: AbortSignal,
): Promise<OpenedCarrier> {
  const record = file.get(id);
  if (record === undefined) throw new RecollectError("space_carrier_unknown", {});
  const secret = await secrets.get(id);
  const { carrier: place, isEncrypted } = record;
  return await openCarrier({ space: id, device, place, isEncrypted, secret, clock }, signal);
}

/** Opens the carrier, registers this device, and watches for changes of others. */
export async function openSession(
  parts: SessionParts,
  { device }: SpaceSummary,
  abort: AbortController,
  onRemoteChange: () => void,
): Promise<Session> {
  const { id, file } = parts;
  const opened = await openStored(parts, device.id, abort.signal);
  const { carrier } = opened;
  try {
    throwIfStopped(abort.signal);
    await register(carrier, device.name, abort.signal);
    if (file.get(id)?.role !== carrier.role) file.update(id, { role: carrier.role });
    const stopWatching = await carrier.watch(onRemoteChange);
    return { ...opened, stopWatching, abort, blocked: new Map(), hasSent: false, isProven: false };
  } catch (error) {
    await carrier.close();
    throw error;
  }
}

/** A device that may only read is not registered: it sends nothing. */
async function register(carrier: Carrier, name: string, signal: AbortSignal): Promise<void> {
  if (carrier.role !== "reader") await carrier.register(Buffer.from(name), signal);
}

/** Never rejects. */
export async function closeSession({ stopWatching, carrier }: Session): Promise<void> {
  const closing = Promise.allSettled([stopWatching(), carrier.close()]);
  await withTimeout(closing, END_TIMEOUT_MS, () => undefined);
}

/**
 * Reads the devices of the space, takes over their names, and removes later changes of revoked ones. Takes over
 * changed rights of this device: changes that it was not allowed to send are sent next.
 * @throws permission_denied if this device was revoked
 */
export async function readDevices(
  { id, log, file }: SessionParts,
  session: Session,
  summary: SpaceSummary,
): Promise<readonly CarrierDevice[]> {
  const { carrier, abort } = session;
  const devices = await carrier.devices(abort.signal);
  const own = devices.find((device) => device.id === carrier.device);
  if (own?.revokedAfter != null) throw new RecollectError("space_device_revoked", {});
  if (file.get(id)?.role !== carrier.role) {
    await register(carrier, summary.device.name, abort.signal);
    file.update(id, { role: carrier.role });
    session.hasSent = false;
  }
  const received = new Map(summary.devices.map((device) => [device.id, device.received]));
  for (const { id: device, revokedAfter } of devices) {
    const hasMore = revokedAfter !== null && (received.get(device) ?? 0) > revokedAfter;
    if (hasMore) await log.forgetAfter(id, device, revokedAfter);
  }
  const names = changedNames(summary, devices);
  if (names.size > 0) await log.setDeviceNames(id, names);
  return devices;
}

/** Stores keys that other devices made. */
export async function keepKeys({ id, secrets }: SessionParts, { keys }: Session): Promise<void> {
  const stored = keys();
  if (stored !== null && (await secrets.get(id)).keys !== stored) await secrets.update(id, { keys: stored });
}
