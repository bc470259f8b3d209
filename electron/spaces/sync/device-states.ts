import { cleanText } from "../../core/hidden-characters.ts";
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

/** The names of devices as the carrier has them, for those that are known under another one here. */
export function changedNames(summary: SpaceSummary, devices: readonly CarrierDevice[]): ReadonlyMap<string, string> {
  const known = new Map(summary.devices.map(({ id, name }) => [id, name]));
  const changed = new Map<string, string>();
  for (const { id, name } of devices) {
    if (name === null || id === summary.device.id) continue;
    const text = cleanText(Buffer.from(name).toString("utf8")).text.replace(/\s+/g, " ").trim();
    const shown = text.slice(0, MAX_NAME_LENGTH);
    if (shown !== "" && known.get(id) !== shown) changed.set(id, shown);
  }
  return changed;
}

/** Remembers since when each problem exists, and describes it. */
export class DeviceStates {
  readonly #clock: Clock;
  readonly #since = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @param devices as the carrier reported them last */
  problems(
    summary: SpaceSummary,
    role: SpaceRole | null,
    devices: readonly CarrierDevice[],
    blocked: ReadonlyMap<string, RefusedEntry>,
  ): SpaceProblem[] {
    const found: { key: string; device: SpaceProblem["device"]; since?: number; error: ErrorBody }[] = [];
    const names = new Map(summary.devices.map(({ id, name }) => [id, name]));
    const named = (id: string) => ({ id, name: names.get(id) || id });
    for (const { id, problem } of devices) {
      const isDue = problem !== null && this.#clock.now() - problem.since >= graceOf(problem);
      if (problem === null || !isDue) continue;
      const error = toErrorBody(describeProblem(problem, named(id).name));
      found.push({ key: `${id} ${problem.kind}`, device: named(id), since: problem.since, error });
    }
    for (const [id, { error }] of blocked) found.push({ key: `${id} refused`, device: named(id), error });
    for (const { id, clockOffset } of summary.devices) {
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
    return found.map(({ key, device, since = this.#firstSeen(key), error }) => {
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
  if (kind === "reused") return new RecollectError("space_device_twice", { name });
  if (kind === "unreadable") return new RecollectError("space_part_unreadable", { name, sequence });
  if (kind === "corrupt") return new RecollectError("space_part_damaged", { name, file: file ?? "" });
  return new RecollectError("space_part_missing", { name, sequence });
}
