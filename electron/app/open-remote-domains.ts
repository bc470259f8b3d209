import { existsSync } from "node:fs";
import { ulid } from "ulid";
import type { RemoteDomainService } from "../core/remote-domains.ts";
import { createStemmer } from "../core/stem.ts";
import { createOnDemand, type OnDemand } from "../core/util/on-demand.ts";
import type { AppContext } from "./context.ts";
import type { Data } from "./open-data.ts";

/** Domains that stay in a database. Their code is loaded when there is one. */
export type RemoteDomainsAccess = OnDemand<RemoteDomainService>;

/** Connects the remote domains that the owner added, in the background. */
export async function openRemoteDomains(context: AppContext, data: Data): Promise<RemoteDomainsAccess> {
  const { options, events, logger, records, secrets, shutdown } = context;
  const { places, spaces, model, indexer } = data;
  const load = async () => {
    const { RemoteDomains } = await import("../remote-domains/remote-domains.ts");
    const remote = new RemoteDomains({
      ...records,
      file: options.files.remoteDomains,
      local: places.local,
      secrets,
      reviews: data.store.proposals,
      secretPolicy: () => context.settings.current().secrets,
      stem: createStemmer(),
      fingerprint: () => model.embedder.fingerprint,
      spaceOf: async (domain) => (await spaces.list()).find(({ domains }) => domains.includes(domain))?.name ?? null,
      newId: ulid,
      onChange() {
        events.emit("remoteDomains.changed", null);
        indexer.wake();
      },
    });
    places.use(remote);
    return remote;
  };
  const { opened, open, openAtStart, close } = createOnDemand("remote domains", logger, load, (part) => part.close());
  shutdown.add("remote domains", close);
  if (existsSync(options.files.remoteDomains)) await openAtStart();
  return { opened, open };
}
