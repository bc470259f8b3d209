import type { Grant } from "../core/caller.ts";
import type { PlaceFollower, PlaceKind } from "../core/places.ts";
import { type ProjectNaming, projectKey, readProjectName } from "../core/project-name.ts";
import type { TokenRow } from "../core/tokens.ts";
import type { Tokens } from "./tokens.ts";

const FIELD = { domain: "domains", namespace: "namespaces" } as const satisfies Record<PlaceKind, keyof Grant>;

/** The rights of clients follow a move of memories: a client that is limited to a place is limited to the other one then. */
export function followPlacesInGrants(
  tokens: Pick<Tokens, "list" | "update">,
  naming: ProjectNaming,
): Required<PlaceFollower> {
  /** The names in a grant that mean the place. A domain can be granted in any spelling. */
  const namesIn = (grant: Grant, kind: PlaceKind, name: string): string[] => {
    const keyOf = (given: string) => (kind === "domain" ? projectKey(readProjectName(given, naming)) : given);
    return (grant[FIELD[kind]] ?? []).filter((given) => given === name || keyOf(given) === keyOf(name));
  };

  /** The newest token of each client that is not revoked and names the place. */
  const concerned = async (kind: PlaceKind, name: string): Promise<TokenRow[]> => {
    const newest = new Map<string, TokenRow>();
    for (const row of await tokens.list()) if (!newest.has(row.subject)) newest.set(row.subject, row);
    return [...newest.values()].filter(
      ({ revokedAt, grant }) => revokedAt === null && namesIn(grant, kind, name).length > 0,
    );
  };

  return {
    clientsOf: async (kind, name) => (await concerned(kind, name)).map(({ subject }) => subject),

    async follow({ kind, from, to }) {
      const field = FIELD[kind];
      const changed: { readonly subject: string; readonly before: Grant; readonly after: Grant }[] = [];
      for (const { subject, grant: before } of await concerned(kind, from)) {
        const former = new Set(namesIn(before, kind, from));
        const names = [...new Set((before[field] ?? []).map((name) => (former.has(name) ? to : name)))];
        const after = { ...before, [field]: names };
        await tokens.update(subject, { grant: after });
        changed.push({ subject, before, after });
      }
      return async () => {
        const present = await tokens.list();
        for (const { subject, before, after } of changed) {
          // Rights that the owner changed since stay as they are.
          const grant = present.find((row) => row.subject === subject && row.revokedAt === null)?.grant;
          if (grant === undefined || grant[field]?.join("\n") !== after[field]?.join("\n")) continue;
          await tokens.update(subject, { grant: { ...grant, [field]: before[field] } });
        }
      };
    },
  };
}
