import type { RemoteDomainService } from "../core/remote-domains.ts";
import { RecollectError } from "../text/errors.ts";
import type { AreaHandlers } from "./contract.ts";

export interface RemoteDomainDependencies {
  /** Null while there is none. */
  opened(): RemoteDomainService | null;
  /** Loads the code for a first remote domain. */
  open(): Promise<RemoteDomainService>;
}

/** Domains that stay in a database, for the window and the command line. */
export function createRemoteDomainHandlers({ opened, open }: RemoteDomainDependencies): AreaHandlers<"remoteDomains"> {
  const existing = (domain: string): RemoteDomainService => {
    const remote = opened();
    if (remote !== null) return remote;
    throw new RecollectError("remote_unknown", { domain }, { field: "domain" });
  };
  return {
    "remoteDomains.list": async () => (await opened()?.list()) ?? [],
    "remoteDomains.add": async (domain) => (await open()).add(domain),
    "remoteDomains.remove": async ({ domain }) => existing(domain).remove(domain),
    "remoteDomains.restore": async ({ domain }) => existing(domain).restore(domain),
    "remoteDomains.setAccess": async ({ domain, access }) => existing(domain).setAccess(domain, access),
    "remoteDomains.status": async ({ domain }) => existing(domain).status(domain),
  };
}
