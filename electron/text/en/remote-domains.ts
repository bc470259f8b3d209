import { count, memoryCount } from "./format.ts";

/** Domains that stay in a database, in Settings. */
export const remoteDomains = {
  hint: "A remote domain stays in a PostgreSQL database and is searched there, in one list with the memories on this machine. The database's administrators can read it.",
  none: "There are no remote domains.",
  states: { connecting: "Connecting…", reachable: "Reachable", unreachable: "Cannot be reached" },
  memories: memoryCount,
  localMemories: (value: number) => `${count(value)} more on this machine`,
  vectors: {
    none: "text search only: the database has no pgvector, or the login cannot read vectors",
    empty: "no embeddings yet",
    ready: "search by words and meaning",
    "other-model": "search by words only: embeddings of another model",
  },
  access: { read: "Read only", write: "Read and write" },
  accessOf: (domain: string) => `Access to ${domain}`,
  loginReadsOnly: "Your login may only read.",
  checkOf: (domain: string) => `Check ${domain} now`,
  remove: (domain: string) => `Remove ${domain}`,
  removed: (domain: string) => `${domain} is no longer remote here. Its memories are still in the database.`,
  add: "Add a remote domain",
  domainPlaceholder: "owner/repo",
  addressPlaceholder: "postgres://name@db.example.com/memories",
  addressHint: "TLS is required except on this machine.",
  passwordHint: "Stored in the system's keychain.",
  submit: "Add domain",
};
