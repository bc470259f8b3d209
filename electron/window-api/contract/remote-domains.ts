import { z } from "zod";
import { REMOTE_ACCESS, type RemoteDomainSummary } from "../../core/remote-domains.ts";
import { method, nothing } from "./method.ts";

const domain = z.string().min(1).max(300);
const access = z.enum(REMOTE_ACCESS);

/** Domains that stay in a PostgreSQL database and are searched there. */
export const remoteDomainMethods = {
  "remoteDomains.list": method<readonly RemoteDomainSummary[]>()(nothing),
  /** Connects, and creates missing tables in the database. The password is stored with the owner's secrets. */
  "remoteDomains.add": method<RemoteDomainSummary>()({
    domain,
    /** `postgres://user:password@host/database`. */
    address: z.string().min(1).max(2048),
    /** Overrides a password in the address. */
    password: z.string().max(1024).optional(),
    access: access.default("write"),
    /** Refused. */
    encrypted: z.boolean().optional(),
  }),
  /** Only on this machine: the memories stay in the database. Returns the others. */
  "remoteDomains.remove": method<readonly RemoteDomainSummary[]>()({ domain }),
  /** Undoes `remove`, until the application stops. */
  "remoteDomains.restore": method<RemoteDomainSummary>()({ domain }),
  "remoteDomains.setAccess": method<RemoteDomainSummary>()({ domain, access }),
  /** Connects now. @throws unavailable */
  "remoteDomains.status": method<RemoteDomainSummary>()({ domain }),
} as const;
