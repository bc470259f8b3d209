import { existsSync } from "node:fs";
import { ulid } from "ulid";
import type { RemoteDomainService } from "../core/remote-domains.ts";
import { writePrivateFile } from "../platform/atomic-file.ts";
import type { RemoteDomains } from "../remote-domains/remote-domains.ts";
import { createStemmer } from "../search/stem.ts";
import type { AppContext } from "./context.ts";
import type { Data } from "./open-data.ts";

/** Domains that stay in a database. Their code is loaded when there is one. */
export interface RemoteDomainsAccess {
  /** Null while there is none. */
  readonly opened: () => RemoteDomainService | null;
  /** Loads the code for a first remote domain. */
  readonly open: () => Promise<RemoteDomainService>;
}

/** Connects the remote domains that the owner added, in the background. */
export async function openRemoteDomains(context: AppContext, data: Data): Promise<RemoteDomainsAccess> {
  const { options, clock, events, logger, secrets, standingAlerts, shutdown } = context;
  const { places, spaces, model, indexer } = data;
  let remote: RemoteDomains | null = null;
  let opening: Promise<RemoteDomains> | null = null;

  const load = async (): Promise<RemoteDomains> => {
    const { RemoteDomains: Opened } = await import("../remote-domains/remote-domains.ts");
    remote = new Opened({
      file: options.files.remoteDomains,
      write: writePrivateFile,
      local: places.local,
      secrets,
      stem: createStemmer(),
      fingerprint: () => model.embedder.fingerprint,
      spaceOf: async (domain) => (await spaces.list()).find(({ domains }) => domains.includes(domain))?.name ?? null,
      newId: ulid,
      clock,
      logger,
      onChange() {
        events.emit("remoteDomains.changed", null);
        indexer.wake();
      },
    });
    if (remote.damage !== null) standingAlerts.add(remote.damage);
    places.use(remote);
    return remote;
  };
  const open = () => {
    opening ??= load().catch((error: unknown) => {
      opening = null;
      throw error;
    });
    return opening;
  };
  shutdown.add("remote domains", async () => (await opening?.catch(() => null))?.close());
  if (existsSync(options.files.remoteDomains)) {
    await open().catch((error: unknown) => logger.error("The remote domains could not be opened", { error }));
  }
  return { opened: () => remote, open };
}
