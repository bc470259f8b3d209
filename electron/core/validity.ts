import { RecollectError } from "../text/errors.ts";
import { parseDate } from "./moment.ts";

/**
 * The half-open interval [validFrom, validUntil) in which a memory holds, as ISO 8601 in UTC. A null limit is open.
 */
export interface Validity {
  readonly validFrom: string | null;
  readonly validUntil: string | null;
}

/** Whether a memory holds now. `upcoming`: not yet. The database stores their positions. */
export const VALIDITY_STATES = ["current", "expired", "upcoming"] as const;
export type ValidityState = (typeof VALIDITY_STATES)[number];

/** @param at milliseconds since 1970 */
export function validityAt({ validFrom, validUntil }: Validity, at: number): ValidityState {
  if (validUntil !== null && Date.parse(validUntil) <= at) return "expired";
  return validFrom !== null && Date.parse(validFrom) > at ? "upcoming" : "current";
}

/** The number of memories in each state; every memory is in one of them. Held memories are in none. */
export interface StateCounts {
  /** Current: what lists and searches show. */
  readonly memories: number;
  readonly trash: number;
  /** Not in the trash. */
  readonly superseded: number;
  /** Not valid any more; neither in the trash nor superseded. */
  readonly expired: number;
  /** Not valid yet; neither in the trash nor superseded. */
  readonly upcoming: number;
}

/** In which count of memories a memory is. Held memories are in none. @param at milliseconds since 1970 */
export function countedAs(
  memory: Validity & { readonly deletedAt: string | null; readonly supersededBy: string | null },
  at: number,
): keyof StateCounts {
  if (memory.deletedAt !== null) return "trash";
  if (memory.supersededBy !== null) return "superseded";
  const validity = validityAt(memory, at);
  return validity === "current" ? "memories" : validity;
}

/**
 * Parses one end of an interval: an ISO 8601 date, which is the start of that day in the machine's time zone, or a
 * date-time, in the machine's time zone if it has none. A blank or missing one is null: no limit.
 * @throws invalid_argument
 */
export function parseValidityTime(field: keyof Validity, value: string | null | undefined): string | null {
  const text = value?.trim() ?? "";
  if (text === "") return null;
  const time = parseDate(text);
  if (time === null) throw new RecollectError("validity_time_invalid", { value: text.slice(0, 60) }, { field });
  return new Date(time).toISOString();
}

/** @throws invalid_argument if an interval is empty */
export function assertInterval({ validFrom, validUntil }: Validity): void {
  if (validFrom === null || validUntil === null || Date.parse(validFrom) < Date.parse(validUntil)) return;
  throw new RecollectError("validity_empty", { validFrom, validUntil }, { field: "validUntil" });
}
