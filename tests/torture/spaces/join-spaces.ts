import { setTimeout as sleep } from "node:timers/promises";
import { formatPostgresAddress } from "../../../electron/postgres/address.ts";
import { addressOf, type TestDatabase } from "../../../electron/postgres/testing/test-database.ts";
import { formatInvitation, parseInvitation } from "../../../electron/spaces/invitation.ts";
import { DATABASE_DOMAINS, FOLDER_DOMAINS } from "./domains.ts";
import type { Instance } from "./instance.ts";
import type { SyncedFolders } from "./synced-folders.ts";

export interface MadeSpace {
  readonly id: string;
  readonly passphrase: string | null;
}

interface Invitation {
  readonly link: string;
}

/** The first instance makes a space in its folder, and the others join it. */
export async function shareFolder(
  instances: readonly Instance[],
  folders: SyncedFolders,
  passphrase: string | null,
): Promise<MadeSpace> {
  const [first, ...others] = instances;
  if (first === undefined) throw new Error("There is no instance.");
  const carrier = { kind: "folder", folder: first.folder };
  const made = { name: "notes", deviceName: "device 0", domains: FOLDER_DOMAINS, carrier, passphrase };
  const { id } = await first.owner.call<{ id: string }>("spaces.create", made);
  const { link } = await first.owner.call<Invitation>("spaces.invite", { id });
  while (!folders.hasEverywhere(`${id}/records`)) await sleep(50);
  for (const { owner, number, folder } of others) {
    const secrets = passphrase === null ? {} : { passphrase };
    const join = () => owner.call("spaces.join", { link, folder, deviceName: `device ${number}`, ...secrets });
    await untilArrived(join, JOIN_MS);
  }
  return { id, passphrase };
}

/** The longest time until all files of a new space are complete in each folder. */
const JOIN_MS = 20_000;

/** Repeats a call that finds a file which has arrived in part, as the person does. @throws the last error */
async function untilArrived(call: () => Promise<unknown>, limitMs: number): Promise<void> {
  for (const end = performance.now() + limitMs; ; ) {
    try {
      await call();
      return;
    } catch (error) {
      if (!String(error).includes("unavailable:") || performance.now() > end) throw error;
      await sleep(200);
    }
  }
}

/** The same in a database. Each instance has its own login and its own proxy to the server. */
export async function shareDatabase(
  instances: readonly Instance[],
  database: TestDatabase,
  passphrase: string | null,
): Promise<MadeSpace> {
  const [first, ...others] = instances;
  if (first === undefined) throw new Error("There is no instance.");
  const address = formatPostgresAddress(addressOf(database, { port: first.proxy.port }));
  const carrier = { kind: "postgres", address, password: database.ownerPassword };
  const made = { name: "shop", deviceName: "device 0", domains: DATABASE_DOMAINS, carrier, passphrase };
  const { id } = await first.owner.call<{ id: string }>("spaces.create", made);
  for (const { owner, number, proxy } of others) {
    const login = `${database.database}_${number}`;
    const { link } = await first.owner.call<Invitation>("spaces.invite", { id, role: "writer", login });
    const secrets = passphrase === null ? {} : { passphrase };
    await owner.call("spaces.join", { link: withPort(link, proxy.port), deviceName: `device ${number}`, ...secrets });
  }
  return { id, passphrase };
}

/** The same invitation over another port. */
export function withPort(link: string, port: number): string {
  const { invitation, secret } = parseInvitation(link);
  const { carrier } = invitation;
  if (carrier.kind !== "postgres") throw new Error("The invitation is not to a database.");
  return formatInvitation({ ...invitation, carrier: { ...carrier, address: { ...carrier.address, port } } }, secret);
}
