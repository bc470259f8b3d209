import { readFileSync } from "node:fs";

/** The status of each check, by `scenario/check`. */
export type CheckStatuses = ReadonlyMap<string, string>;

interface Pair {
  readonly client: string;
  readonly server: string;
}

/** A check that has another status through the gateway than directly. */
interface Difference extends Pair {
  readonly check: string;
  readonly direct: string;
  readonly gateway: string;
  readonly reason: string;
}

const NO_CHECK = "none";
const expected = JSON.parse(
  readFileSync(new URL("gateway-differences.json", import.meta.url), "utf8"),
) as readonly Difference[];

/** Returns the differences that are not in `gateway-differences.json`, and those in it that do not exist, as text. */
export function unexpectedDifferences(pair: Pair, direct: CheckStatuses, gateway: CheckStatuses): readonly string[] {
  const known = new Map(
    expected
      .filter(({ client, server }) => client === pair.client && server === pair.server)
      .map((difference) => [difference.check, `${difference.direct} directly, ${difference.gateway} through it`]),
  );
  const found = new Map(
    [...new Set([...direct.keys(), ...gateway.keys()])].flatMap((check) => {
      const [one = NO_CHECK, other = NO_CHECK] = [direct.get(check), gateway.get(check)];
      return one === other ? [] : [[check, `${one} directly, ${other} through it`] as const];
    }),
  );
  return [
    ...[...found].filter(([check, text]) => known.get(check) !== text).map(([check, text]) => `${check}: ${text}`),
    ...[...known.keys()].filter((check) => !found.has(check)).map((check) => `${check}: no difference any more`),
  ];
}
