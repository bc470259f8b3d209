import { isDeepStrictEqual } from "node:util";
import { mergeEntries } from "../../../electron/core/replication/merge.ts";
import type { Report } from "../report.ts";
import { verifyConsistency } from "../verify.ts";
import { SHARED_DOMAINS } from "./domains.ts";
import { type EntryRow, entriesByMemory, type LinkRow, type ReplicaFile } from "./replica-file.ts";
import type { AcknowledgedChange, SpaceJournal } from "./space-journal.ts";

/** The facts that are read once from each database. */
interface Contents {
  readonly replica: ReplicaFile;
  readonly entries: readonly EntryRow[];
  readonly links: ReadonlyMap<string, readonly LinkRow[]>;
  readonly memories: ReturnType<ReplicaFile["memories"]>;
  /** The entries of each memory, in all spaces. */
  readonly byMemory: ReadonlyMap<string, readonly EntryRow[]>;
}

/**
 * Checks the databases of stopped installations that have exchanged everything: each by itself, against each other, and
 * against the acknowledged writes.
 */
export function verifySpaces(replicas: readonly ReplicaFile[], journal: SpaceJournal, report: Report): void {
  for (const { database, number } of replicas) verifyConsistency(database, report, `instance ${number}: `);
  const all = replicas.map(readContents);
  verifyEntries(all, report);
  for (const contents of all) {
    verifyShared(contents, report);
    verifyErased(contents, report);
  }
  verifyMemories(all, report);
  verifyJournal(all, journal, report);
}

function readContents(replica: ReplicaFile): Contents {
  const entries = replica.entries();
  const links = new Map<string, LinkRow[]>();
  for (const link of replica.links()) links.set(link.memory, [...(links.get(link.memory) ?? []), link]);
  const byMemory = new Map<string, EntryRow[]>();
  for (const entry of entries) {
    const group = byMemory.get(entry.memory);
    if (group === undefined) byMemory.set(entry.memory, [entry]);
    else group.push(entry);
  }
  return { replica, entries, links, memories: replica.memories(), byMemory };
}

/** The sets of entries are equal. */
function verifyEntries(all: readonly Contents[], report: Report): void {
  const [first, ...others] = all;
  if (first === undefined) return;
  const keyOf = ({ space, stamp, memory, body }: EntryRow) => `${space} ${stamp} ${memory} ${body}`;
  const expected = new Set(first.entries.map(keyOf));
  for (const { replica, entries } of others) {
    const keys = new Set(entries.map(keyOf));
    const missing = [...expected].filter((key) => !keys.has(key));
    const added = [...keys].filter((key) => !expected.has(key));
    if (missing.length + added.length === 0) continue;
    report.violation(
      `Instances ${first.replica.number} and ${replica.number} have other entries: ${missing.length} missing, ${added.length} more, the first ${(missing[0] ?? added[0])?.slice(0, 400)}`,
    );
  }
  report.fact("entries", first.entries.length.toLocaleString("en"));
}

/**
 * Every current memory of a shared domain is in its space. The exception is a memory that was merged with an identical,
 * later purged one when its instance joined: purged contents do not come back by themselves.
 */
function verifyShared({ replica, memories, links }: Contents, report: Report): void {
  for (const { id, domain, deleted_at, superseded_by } of memories.values()) {
    if (!SHARED_DOMAINS.includes(domain) || deleted_at !== null || superseded_by !== null) continue;
    if (links.get(id)?.some(({ status }) => status === "attached") === true) continue;
    if (!links.has(id) && replica.wasSuperseded(id)) continue;
    report.violation(`A current memory in ${domain} is not shared by instance ${replica.number}: ${id}`);
  }
}

/** Nothing of a purged memory is in the entries of its space, except the purge. */
function verifyErased({ replica, byMemory, links }: Contents, report: Report): void {
  for (const { memory, space } of [...links.values()].flat().filter(({ purged }) => purged === 1)) {
    const entries = byMemory.get(memory) ?? [];
    const left = entries.find((entry) => entry.space === space && entry.body?.includes('"fields":{"'));
    if (left === undefined) continue;
    report.violation(`Instance ${replica.number} has contents of a purged memory: ${left.body?.slice(0, 200)}`);
  }
}

/** A memory is equal on all installations on which the entries make it. */
function verifyMemories(all: readonly Contents[], report: Report): void {
  const merged = entriesByMemory(all[0]?.entries ?? []);
  const ids = new Set(all.flatMap(({ links }) => [...links.keys()]));
  let attachedMemories = 0;
  let conflicts = 0;
  for (const id of ids) {
    const states = all.map((contents) => stateOf(contents, id));
    const attached = states.filter((state) => state.link !== null);
    const [first] = attached;
    for (const { number, link, isElsewhere, isPurged } of states) {
      if (link === null && first !== undefined && !isElsewhere) {
        const why = isPurged ? "is purged on" : "is not on";
        report.violation(`A memory of a space ${why} instance ${number} and is on ${first.number}: ${id}`);
      }
    }
    if (first === undefined) continue;
    attachedMemories += 1;
    conflicts += first.conflicts.length;
    for (const state of attached) {
      if (state.link?.space !== first.link?.space) {
        report.violation(`A memory is in another space on instances ${first.number} and ${state.number}: ${id}`);
      } else if (!isDeepStrictEqual(comparable(state), comparable(first))) {
        report.violation(
          `A memory differs on instances ${first.number} and ${state.number}: ${id}: ${differenceOf(comparable(first), comparable(state))}`,
        );
      }
      verifyMerge(state, merged.get(`${state.link?.space} ${id}`) ?? [], report);
    }
    verifySuccessors(attached, all, report);
  }
  report.fact("memories in spaces", `${attachedMemories.toLocaleString("en")}, ${conflicts} of them with conflicts`);
}

function stateOf({ replica, links, memories }: Contents, id: string) {
  const own = links.get(id) ?? [];
  const link = own.find(({ status }) => status === "attached") ?? null;
  const memory = memories.get(id) ?? null;
  return {
    number: replica.number,
    id,
    link,
    memory,
    /** It was moved out of the space here: the memory is the installation's own. */
    isElsewhere: own.some(({ status }) => status === "detached"),
    isPurged: own.some(({ purged }) => purged === 1),
    history: link === null ? [] : replica.history(id, link.base),
    conflicts: link === null ? [] : replica.conflicts(id),
  };
}
type State = ReturnType<typeof stateOf>;

/** The facts that must be equal. A supersession has an effect only on devices that have the successor. */
function comparable({ memory, link, history, conflicts }: State) {
  return { ...memory, superseded_by: null, successor: link?.successor, history, conflicts };
}

function verifySuccessors(attached: readonly State[], all: readonly Contents[], report: Report): void {
  for (const { number, id, link, memory } of attached) {
    const successor = link?.successor ?? null;
    const isThere = all.find(({ replica }) => replica.number === number)?.memories.has(successor ?? "") === true;
    if (memory?.superseded_by === null || (memory?.superseded_by === successor && isThere)) continue;
    report.violation(
      `A memory on instance ${number} is superseded by ${memory?.superseded_by}, not ${successor}: ${id}`,
    );
  }
}

/** The stored memory equals the result of its entries. */
function verifyMerge({ number, id, memory }: State, entries: Parameters<typeof mergeEntries>[0], report: Report): void {
  const made = mergeEntries(entries).memory;
  if (memory === null || made === null) {
    report.violation(`Entries and memory of ${id} on instance ${number} do not agree about whether it exists.`);
    return;
  }
  const { content, domain, namespace, source, pinned, deletedAt, tags } = made.fields;
  const expected = { content, domain, namespace, source, pinned: Number(pinned), deleted_at: deletedAt };
  const found = Object.fromEntries(Object.keys(expected).map((key) => [key, memory[key as keyof typeof memory]]));
  if (isDeepStrictEqual(expected, found) && JSON.stringify(tags) === memory.tags) return;
  report.violation(`Instance ${number} has not what the entries make of ${id}: ${differenceOf(expected, found)}`);
}

/** No acknowledged content and no acknowledged deletion is missing. */
function verifyJournal(all: readonly Contents[], journal: SpaceJournal, report: Report): void {
  for (const change of journal.acknowledgedContents) {
    for (const contents of all) {
      const isShared = isSharedBy(all, change);
      if (hasContent(contents, change, isShared) || wasPurged(contents, change, journal)) continue;
      if (isShared ? isEarlier(contents, change, journal) : wasPurgedAlone(change, journal)) continue;
      const { id, instance, domain, content } = change;
      report.violation(
        `An acknowledged content of instance ${instance} is missing on ${contents.replica.number}: ${content.slice(0, 24)} of ${id} in ${domain}`,
      );
    }
  }
  const visible = journal.acknowledgedContents.filter((change) => isSharedBy(all, change));
  const everywhere = visible.filter(({ id, content }) =>
    all.every(({ replica, links }) => {
      const isShown = links.get(id)?.some(({ status }) => status === "attached") === true;
      return isShown && replica.contentsOf(id).includes(content);
    }),
  );
  report.fact(
    "acknowledged contents",
    `${journal.acknowledgedContents.length} (${visible.length} shared, ${everywhere.length} in the history on every instance)`,
  );
  verifyDeletions(all, journal, report);
}

/** Whether a change was made in a shared domain, of a memory that its instance shares. */
function isSharedBy(all: readonly Contents[], { instance, id, domain }: AcknowledgedChange): boolean {
  const links = all.find(({ replica }) => replica.number === instance)?.links.get(id);
  return SHARED_DOMAINS.includes(domain) && links !== undefined;
}

function hasContent(
  { replica, byMemory }: Contents,
  { id, instance, content }: AcknowledgedChange & { readonly content: string },
  isShared: boolean,
): boolean {
  if (isShared && byMemory.get(id)?.some(({ body }) => body?.includes(content))) return true;
  // Unshared memories stay on their own instance.
  return !isShared && (replica.number !== instance || replica.contentsOf(id).includes(content));
}

/** A change of a memory that was merged with an identical one, before it was shared: it is on its own instance. */
function isEarlier(
  { replica }: Contents,
  { id, instance, content }: AcknowledgedChange & { readonly content: string },
  { identical }: SpaceJournal,
): boolean {
  return identical.has(id) && (replica.number !== instance || replica.contentsOf(id).includes(content));
}

function wasPurged({ links, memories }: Contents, { id }: AcknowledgedChange, journal: SpaceJournal): boolean {
  const isPurged = links.get(id)?.some(({ purged }) => purged === 1) === true || !memories.has(id);
  return isPurged && journal.purged.has(id);
}

/** Its instance deleted it while it was its own; another one can have moved it into a space afterwards. */
function wasPurgedAlone({ id, instance }: AcknowledgedChange, { purged }: SpaceJournal): boolean {
  return purged.get(id)?.has(instance) === true;
}

function verifyDeletions(all: readonly Contents[], journal: SpaceJournal, report: Report): void {
  const expected = new Map<string, { readonly change: AcknowledgedChange; count: number }>();
  for (const change of journal.deletions) {
    if (!isSharedBy(all, change)) continue;
    const key = `${change.instance} ${change.id}`;
    expected.set(key, { change, count: (expected.get(key)?.count ?? 0) + 1 });
  }
  for (const contents of all) {
    for (const { change, count } of expected.values()) {
      const devices = all.find(({ replica }) => replica.number === change.instance)?.replica.spaces() ?? [];
      const own = new Set(devices.map(({ device }) => device));
      const entries = contents.byMemory.get(change.id) ?? [];
      const found = entries.filter(({ device, body }) => own.has(device) && body?.includes('"action":"delete"'));
      if (found.length >= count || wasPurged(contents, change, journal)) continue;
      report.violation(
        `An acknowledged deletion of instance ${change.instance} is missing on ${contents.replica.number}: ${change.id}`,
      );
    }
  }
}

function differenceOf(one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>): string {
  const keys = Object.keys(one).filter((key) => !isDeepStrictEqual(one[key], other[key]));
  return keys
    .map((key) => `${key}: ${JSON.stringify(one[key])?.slice(0, 700)} and ${JSON.stringify(other[key])?.slice(0, 700)}`)
    .join("; ");
}
