import { normalText } from "../../core/gate/normal-text.ts";
import type { Clock } from "../../core/ports.ts";
import type { RefusedEntry, SpaceSummary } from "../../core/replication/change-store.ts";
import type { SpaceProblem, SpaceRole } from "../../core/spaces.ts";
import { type ErrorBody, RecollectError, toErrorBody } from "../../text/errors.ts";
import type { CarrierDevice, DeviceProblem } from "../carrier.ts";

const MAX_NAME_LENGTH = 100;
/** A folder that is being synced has such gaps for a while. */
const ARRIVAL_GRACE_MS = 60_000;
/** Clocks that are set over the network differ by less. */
const MAX_CLOCK_OFFSET_MS = 5 * 60_000;
const MINUTE_MS = 60_000;
/** Others decide how many problems there are. */
const MAX_PROBLEMS = 50;

/**
 * The names of devices as the carrier has them, for those that are known under another one here. A device chooses its
 * name, and can choose another one's. So the login that a database proves is part of it.
 */
export function changedNames(summary: SpaceSummary, devices: readonly CarrierDevice[]): ReadonlyMap<string, string> {
  const known = new Map(summary.devices.map(({ id, name }) => [id, name]));
  const changed = new Map<string, string>();
  for (const { id, name, login } of devices) {
    if (name === null || id === summary.device.id) continue;
    const text = oneLine(Buffer.from(name).toString("utf8"));
    if (text === "") continue;
    const shown = login === null ? text : `${text} (${oneLine(login)})`;
    if (known.get(id) !== shown) changed.set(id, shown);
  }
  return changed;
}

function oneLine(text: string): string {
  return normalText(text).text.replace(/\s+/g, " ").trim().slice(0, MAX_NAME_LENGTH);
}

/** Remembers since when each problem exists, and describes it. */
export class DeviceStates {
  readonly #clock: Clock;
  readonly #since = new Map<string, number>();
  #requestedAt = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The owner asked for an exchange, and it ended: the problems that exist now are shown without a further wait. */
  noteRequest(): void {
    this.#requestedAt = this.#clock.now();
  }

  /**
   * The problems of all devices except removed ones, whose entries and files have no effect any more.
   * @param devices as the carrier reported them last
   * @param skippedRows rows of a database that are not devices, by login
   * @param ignoredRecords the names of key documents that no member made. Nothing proves who did
   */
  problems(
    summary: SpaceSummary,
    role: SpaceRole | null,
    devices: readonly CarrierDevice[],
    blocked: ReadonlyMap<string, RefusedEntry>,
    skippedRows: ReadonlyMap<string, number>,
    ignoredRecords: readonly string[],
  ): SpaceProblem[] {
    const found: { key: string; device: SpaceProblem["device"]; since?: number; error: ErrorBody }[] = [];
    const names = new Map(summary.devices.map(({ id, name }) => [id, name]));
    const logins = new Map(devices.map(({ id, login }) => [id, login ? `${id} (${oneLine(login)})` : id]));
    const named = (id: string) => ({ id, name: names.get(id) || logins.get(id) || id });
    const removed = new Set(devices.flatMap(({ id, revokedAfter }) => (revokedAfter === null ? [] : [id])));
    const present = summary.devices.filter(({ id }) => !removed.has(id));
    for (const { id, problem } of devices) {
      if (problem === null || removed.has(id)) continue;
      const isDue = this.#clock.now() - problem.since >= graceOf(problem) || problem.since <= this.#requestedAt;
      if (!isDue) continue;
      const error = toErrorBody(describeProblem(problem, named(id).name));
      found.push({ key: `${id} ${problem.kind}`, device: named(id), since: problem.since, error });
    }
    for (const [login, count] of skippedRows) {
      const name = oneLine(login);
      const error = toErrorBody(new RecollectError("space_rows_skipped", { name, count }));
      found.push({ key: `${login} rows`, device: { id: name, name }, error });
    }
    const [record] = ignoredRecords;
    if (record !== undefined) {
      const error = toErrorBody(
        new RecollectError("space_keys_ignored", { name: record, count: ignoredRecords.length }),
      );
      found.push({ key: "keys", device: { id: record, name: record }, error });
    }
    for (const [id, { error }] of blocked) {
      if (!removed.has(id)) found.push({ key: `${id} refused`, device: named(id), error });
    }
    for (const { id, held = 0 } of present) {
      if (held === 0) continue;
      const error = toErrorBody(new RecollectError("space_entries_held", { name: named(id).name, count: held }));
      found.push({ key: `${id} held`, device: named(id), error });
    }
    for (const { id, clockOffset } of present) {
      if (clockOffset < MAX_CLOCK_OFFSET_MS) continue;
      const params = { name: named(id).name, minutes: Math.round(clockOffset / MINUTE_MS) };
      const error = toErrorBody(new RecollectError("space_clock_ahead", params));
      found.push({ key: `${id} clock`, device: named(id), error });
    }
    if (role === "reader" && summary.unpublished > 0) {
      const params = { count: summary.unpublished };
      const error = toErrorBody(new RecollectError("space_reader_unsent", params));
      found.push({ key: "reader", device: summary.device, error });
    }
    const keys = new Set(found.map(({ key }) => key));
    for (const key of [...this.#since.keys()]) if (!keys.has(key)) this.#since.delete(key);
    return found.slice(0, MAX_PROBLEMS).map(({ key, device, since = this.#firstSeen(key), error }) => {
      return { device, since: new Date(since).toISOString(), error };
    });
  }

  #firstSeen(key: string): number {
    const since = this.#since.get(key) ?? this.#clock.now();
    this.#since.set(key, since);
    return since;
  }
}

function graceOf({ kind }: DeviceProblem): number {
  return kind === "corrupt" || kind === "missing" ? ARRIVAL_GRACE_MS : 0;
}

function describeProblem({ kind, file, sequence }: DeviceProblem, name: string): RecollectError {
  if (kind === "invalid") return new RecollectError("space_device_invalid", { name, file });
  if (kind === "reused") return new RecollectError("space_device_twice", { name });
  if (kind === "unreadable") return new RecollectError("space_part_unreadable", { name, sequence });
  if (kind === "corrupt") return new RecollectError("space_part_damaged", { name, file: file ?? "" });
  return new RecollectError("space_part_missing", { name, sequence });
}
