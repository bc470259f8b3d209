import { OWNER_SUBJECT } from "./caller.ts";
import { normalText } from "./gate/normal-text.ts";
import type { ClientIdentity } from "./memory.ts";

/** The subject of a client's token if it differs from the name that the client reports, otherwise null. */
export function differingSubject({ name, via }: ClientIdentity): string | null {
  return via === undefined || via === OWNER_SUBJECT || via.toLowerCase() === name.toLowerCase() ? null : via;
}

/** A client in words: the reported name, and the subject of its token if it differs: `claude-code via plugin`. */
export function formatClient(client: ClientIdentity): string {
  const via = differingSubject(client);
  return via === null ? client.name : `${client.name} via ${via}`;
}

const MAX_NAME_LENGTH = 200;
/** How the `via` of a change from another device starts; the name of the device follows. */
export const DEVICE_PREFIX = "device ";

/**
 * The author of a change that another device sent. A device can say anything about its client, so the device is the
 * provenance: `claude-code via device laptop`, and `device laptop` for a person. It is never the owner of this device.
 * @param device its name
 */
export function clientOnDevice(client: ClientIdentity | null, device: string): ClientIdentity {
  const via = `${DEVICE_PREFIX}${device}`;
  const name = normalText(client?.name ?? "")
    .text.trim()
    .slice(0, MAX_NAME_LENGTH);
  const version = normalText(client?.version ?? "").text.slice(0, MAX_NAME_LENGTH);
  return name === "" ? { name: via, version: "", via } : { name, version, via };
}

/** Whether two identities are of the same client: by token if both are known, otherwise by the reported name. */
export function isSameClient(one: ClientIdentity, other: ClientIdentity): boolean {
  const byToken = one.via !== undefined && other.via !== undefined;
  return byToken ? one.via === other.via : one.name === other.name;
}

/** The columns of a client in every database. All are null for the owner. */
export interface ClientColumns {
  readonly client_name: string | null;
  readonly client_version: string | null;
  readonly client_via: string | null;
}
export const CLIENT_COLUMNS = ["client_name", "client_version", "client_via"] as const;

export function toClientColumns(client: ClientIdentity | null): ClientColumns {
  const { name = null, version = null, via = null } = client ?? {};
  return { client_name: name, client_version: version, client_via: via };
}

/** The values of {@link CLIENT_COLUMNS}. */
export function clientValuesOf(client: ClientIdentity | null): readonly (string | null)[] {
  return client === null ? [null, null, null] : [client.name, client.version, client.via ?? null];
}

export function fromClientColumns({ client_name: name, client_version: version, client_via: via }: ClientColumns) {
  if (name === null) return null;
  return { name, version: version ?? "", ...(via === null ? {} : { via }) } satisfies ClientIdentity;
}
