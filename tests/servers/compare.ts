import { cleanText } from "../../electron/core/hidden-characters.ts";
import { isRecord } from "../../electron/core/util/is-record.ts";
import { type Entry, LISTS, type List, type Offer } from "./offer.ts";

/** A place where what a client receives through Recollect differs from what the server sent. */
export interface Difference {
  /** For example `["tools", "echo", "annotations", "title"]`. */
  readonly path: readonly string[];
  readonly direct: unknown;
  readonly through: unknown;
  /** Why Recollect changes it; null if nothing explains it. */
  readonly reason: string | null;
}

/**
 * Compares the lists of a server, member by member.
 * @param through without Recollect's own entries
 * @param exposed returns the name or address under which Recollect offers an entry
 */
export function compareOffers(
  direct: Offer,
  through: Offer,
  exposed: (list: List, name: string) => string,
): readonly Difference[] {
  return LISTS.flatMap((list) => {
    const names = new Map([...direct[list].keys()].map((name) => [exposed(list, name), name]));
    const sent = [...names].flatMap(([exposedName, name]) => {
      const [one, other] = [direct[list].get(name), through[list].get(exposedName)];
      return compareValues([list, name], one, other === undefined ? undefined : { ...other, ...identityOf(one) });
    });
    const additional = [...through[list]].filter(([name]) => !names.has(name));
    return [...sent, ...additional.flatMap(([name, entry]) => compareValues([list, name], undefined, entry))];
  });
}

/**
 * Compares the results of a call.
 * @param again the result of the same call, made directly a second time. If it differs from the first, the result
 * through Recollect only needs a value of the same type.
 */
export function compareResults(tool: string, direct: Entry, again: Entry, through: Entry): readonly Difference[] {
  const [first, second, third] = [direct, again, through].map(withoutEnvelope);
  const path = ["calls", tool];
  const changing = new Set(compareValues(path, first, second).map((changed) => changed.path.join("\n")));
  return compareValues(path, first, third).filter(
    (found) => !changing.has(found.path.join("\n")) || typeof found.direct !== typeof found.through,
  );
}

/** The name and address of an entry, which Recollect changes if they are ambiguous. */
function identityOf(entry: Entry | undefined): Entry {
  const members = ["name", "uri", "uriTemplate"].filter((name) => entry !== undefined && name in entry);
  return Object.fromEntries(members.map((name) => [name, entry?.[name]]));
}

function compareValues(path: readonly string[], direct: unknown, through: unknown): readonly Difference[] {
  if (Array.isArray(direct) && Array.isArray(through) && direct.length === through.length) {
    return direct.flatMap((item, index) => compareValues([...path, String(index)], item, through[index]));
  }
  if (isRecord(direct) && isRecord(through)) {
    const names = new Set([...Object.keys(direct), ...Object.keys(through)]);
    return [...names].flatMap((name) => compareValues([...path, name], direct[name], through[name]));
  }
  if (Object.is(direct, through)) return [];
  return [{ path, direct, through, reason: reasonFor(path, direct, through) }];
}

/** Returns why Recollect makes a change on purpose; null if it does not. */
function reasonFor(path: readonly string[], direct: unknown, through: unknown): string | null {
  const [list, , member, ...inside] = path;
  const isTool = list === "tools" && inside.length === 0;
  if (isTool && member === "execution" && through === undefined) return "tasks are not supported";
  if (direct === null && through === undefined) return "null counts as absent";
  if (list === "tools" && path.slice(2).join(".") === "inputSchema.type" && direct === undefined) {
    return "a schema needs a type";
  }
  if (typeof direct === "string" && cleanText(direct).text === through) return "control characters are removed";
  return null;
}

/** Members of a result that belong to the exchange with one server. */
const ENVELOPE = new Set(["resultType", "ttlMs", "cacheScope"]);

function withoutEnvelope(result: Entry): Entry {
  const { _meta, ...members } = result;
  const own = Object.entries(isRecord(_meta) ? _meta : {}).filter(
    ([key]) => !key.startsWith("io.modelcontextprotocol/"),
  );
  const read = Object.entries(members).filter(([name]) => !ENVELOPE.has(name));
  return { ...Object.fromEntries(read), ...(own.length === 0 ? {} : { _meta: Object.fromEntries(own) }) };
}
