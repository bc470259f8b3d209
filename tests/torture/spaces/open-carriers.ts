import { ulid } from "ulid";
import { addressOf, type TestDatabase } from "../../../electron/postgres/testing/test-database.ts";
import type { Carrier } from "../../../electron/spaces/carrier.ts";
import { SealedCarrier } from "../../../electron/spaces/encryption/sealed-carrier.ts";
import { SpaceKeys } from "../../../electron/spaces/encryption/space-keys.ts";
import { FolderCarrier } from "../../../electron/spaces/folder/folder-carrier.ts";
import { PostgresCarrier } from "../../../electron/spaces/postgres/postgres-carrier.ts";
import type { MadeSpace } from "./join-spaces.ts";

const clock = { now: () => Date.now() };

/** Opens both spaces as a device that has their secrets and is not registered: it reads only. */
export async function openCarriers(
  {
    database,
    instances,
  }: { readonly database: TestDatabase; readonly instances: readonly { readonly folder: string }[] },
  [inFolder, inDatabase]: readonly [MadeSpace, MadeSpace],
): Promise<readonly Carrier[]> {
  const folder = instances.at(-1)?.folder ?? "";
  const folderCarrier = new FolderCarrier({ folder, space: inFolder.id, device: ulid(), clock });
  const password = async () => database.ownerPassword;
  const place = { address: addressOf(database), password, space: inDatabase.id, device: ulid(), clock };
  const databaseCarrier = await PostgresCarrier.open(place);
  return [await unseal(folderCarrier, inFolder), await unseal(databaseCarrier, inDatabase)];
}

/** Opens an encrypted space with its passphrase. */
export async function unseal(carrier: Carrier, { passphrase }: MadeSpace): Promise<Carrier> {
  if (passphrase === null) return carrier;
  const keys = await SpaceKeys.open(carrier.space, await carrier.records(), passphrase);
  return new SealedCarrier({ carrier, keys, clock });
}
