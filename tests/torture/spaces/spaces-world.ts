import { setTimeout as sleep } from "node:timers/promises";
import { dataFiles } from "../../../electron/platform/paths.ts";
import type { PostgresServer } from "../../../electron/postgres/testing/postgres-server.ts";
import type { TestDatabase } from "../../../electron/postgres/testing/test-database.ts";
import { createRandom } from "../../../electron/search/testing/random-vectors.ts";
import { createContents } from "../contents.ts";
import type { Gate } from "../gate.ts";
import { type Faults, type LoadOptions, Member } from "../load.ts";
import type { Report } from "../report.ts";
import { localDomain, SECRET_OWNER, SHARED_DOMAINS, secretDomain, secretWord } from "./domains.ts";
import type { Instance } from "./instance.ts";
import { ReplicaFile } from "./replica-file.ts";
import type { SpaceJournal } from "./space-journal.ts";
import { SpaceWriter } from "./space-writer.ts";
import type { SyncedFolders } from "./synced-folders.ts";

/** Before a space is joined. */
const EARLIER_MEMORIES = 12;
/** Two of five instances have the same memories before they join. */
const IDENTICAL_MEMORIES = 4;
/** If nothing changes for this time, the instances do not converge. */
const STUCK_MS = 180_000;
/** What a change of a memory that others change too can meet. */
const MAY_REFUSE = ["invalid_argument"];
const TRANSPORTS = ["REST", "HTTP 2026"];

/** Everything that a run of several installations has. */
export interface World {
  readonly root: string;
  readonly seed: number;
  readonly server: PostgresServer;
  readonly database: TestDatabase;
  readonly folders: SyncedFolders;
  readonly instances: readonly Instance[];
  readonly journal: SpaceJournal;
  readonly report: Report;
}

/** A client of one instance. */
export function memberOf(
  { instances, journal, report }: World,
  gate: Gate,
  number: number,
  transport: string,
  faults: Faults = { diskFull: false },
): Member {
  const instance = instances[number];
  if (instance === undefined) throw new Error("There is no such instance.");
  const { application } = instance;
  const options: LoadOptions = { application, gate, journal, report, faults, mayRefuse: MAY_REFUSE };
  return new Member(`writer ${number} over ${transport}`, transport, options);
}

export type MakeMember = (number: number, transport: string) => Member;

/** Memories in the domains before they are shared; some of them are on two instances. */
export async function captureEarlier({ seed, journal, instances }: World, load: MakeMember): Promise<void> {
  for (const { number } of instances) {
    const own = createContents(seed * 1000 + 900 + number);
    const common = createContents(seed * 1000 + 950);
    const member = load(number, "REST");
    for (let index = 0; index < EARLIER_MEMORIES; index += 1) {
      const isCommon = index < IDENTICAL_MEMORIES && number < 2;
      const content = (isCommon ? common : own).next();
      const domain = [...SHARED_DOMAINS, localDomain(number)][index % (SHARED_DOMAINS.length + 1)] ?? "";
      const { memory } = (await member.call("capture_memory", { content, domain })) as { memory: { id: string } };
      // What joining merges with an identical memory is not shared under its own id.
      if (isCommon) journal.identical.add(memory.id);
      else journal.acknowledgeEarlier({ id: memory.id, instance: number, domain, content });
    }
    if (number !== SECRET_OWNER) continue;
    // On a slow machine the writers of this instance may have no time to make one.
    await member.call("capture_memory", { content: `${own.next()} ${secretWord(seed)}`, domain: secretDomain(seed) });
  }
}

/** Writes on all instances until the load ends. */
export async function runWriters({ instances, seed, journal }: World, load: MakeMember): Promise<void> {
  const running = instances.flatMap(({ number, owner }) =>
    TRANSPORTS.map((transport, index) => {
      const key = seed * 1000 + 10 * number + index;
      const random = createRandom(key);
      const contents = createContents(key);
      const member = load(number, transport);
      const writer = new SpaceWriter({ instance: number, member, owner, journal, random, contents, seed });
      return member.run(
        () => writer.step(),
        () => random.integer(300),
      );
    }),
  );
  await Promise.all(running);
}

/** Waits until every instance has the changes of all others, while it makes progress. */
export async function waitUntilConverged({ instances, folders, report }: World): Promise<void> {
  const started = performance.now();
  const replicas = instances.map(({ number, application }) => openReplica(number, application.folder, true));
  try {
    let last = Number.NaN;
    for (let changedAt = started; ; await sleep(200)) {
      const missing = missingChanges(replicas);
      const count = missing.reduce((sum, [, number]) => sum + number, 0);
      if (count === 0 && folders.isSettled) break;
      if (count !== last) {
        last = count;
        changedAt = performance.now();
      } else if (performance.now() - changedAt > STUCK_MS) {
        const states = await Promise.all(instances.map(({ owner }) => owner.call<unknown>("spaces.list")));
        report.violation(`The instances do not converge: ${missing.map(([what]) => what).join("; ")}`);
        for (const [number, state] of states.entries()) report.event(`${number}: ${JSON.stringify(state)}`);
        break;
      }
    }
  } finally {
    for (const replica of replicas) replica.close();
  }
  report.fact("converged after", `${((performance.now() - started) / 1000).toFixed(1)} s`);
}

function missingChanges(replicas: readonly ReplicaFile[]): (readonly [string, number])[] {
  const found: (readonly [string, number])[] = [];
  for (const one of replicas) {
    for (const { id, device, last, published } of one.spaces()) {
      if (published < last) found.push([`${one.number} has not published ${last - published}`, last - published]);
      for (const other of replicas) {
        if (other === one) continue;
        const received = other.received().get(`${id} ${device}`) ?? 0;
        const missing = last - received;
        if (missing > 0) found.push([`${other.number} misses ${missing} of ${one.number} in ${id}`, missing]);
      }
    }
  }
  return found;
}

/** The database of an instance. */
export function openReplica(number: number, folder: string, readonly: boolean): ReplicaFile {
  return new ReplicaFile(number, dataFiles(folder).memories, { readonly });
}
