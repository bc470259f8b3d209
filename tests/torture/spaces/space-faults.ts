import { writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { PostgresServer } from "../../../electron/postgres/testing/postgres-server.ts";
import { asSuperuser } from "../../../electron/postgres/testing/test-database.ts";
import type { createRandom } from "../../../electron/search/testing/random-vectors.ts";
import type { Fault } from "../faults.ts";
import type { Report } from "../report.ts";
import type { Instance } from "./instance.ts";
import type { SyncedFolders } from "./synced-folders.ts";

const HOUR_MS = 3_600_000;
const MAX_CLOCK_HOURS = 20 * 24;
/** The disorder of the syncing program during the whole run. */
const DISORDER = { late: 0.4, partial: 0.2, conflictCopy: 0.02 };
const CUT_BYTES = 20_000;

export interface SpaceFaultOptions {
  readonly instances: readonly Instance[];
  readonly folders: SyncedFolders;
  readonly server: PostgresServer;
  readonly database: string;
  readonly report: Report;
  readonly random: ReturnType<typeof createRandom>;
  /** The longest partition. */
  readonly longestMs: number;
}

/** The faults of instances, network, database and folders. Partitions overlap with later faults. */
export class SpaceFaults {
  readonly #options: SpaceFaultOptions;
  /** Partitions that end later. */
  readonly #open = new Set<Promise<void>>();
  #isEnding = false;

  constructor(options: SpaceFaultOptions) {
    this.#options = options;
    options.folders.disturb(DISORDER);
  }

  get all(): readonly Fault[] {
    const { random, server } = this.#options;
    const one = () => this.#instances[random.integer(this.#instances.length)] ?? this.#fail();
    const fault = (name: string, inflict: () => Promise<void>): Fault => ({ name, inflict });
    return [
      fault("kill -9", () => this.#restart([one()], "kill")),
      fault("kill -9 of two", () => this.#restart(this.#some(2), "kill")),
      fault("kill -9 of all", () => this.#restart(this.#instances, "kill")),
      fault("restart", () => this.#restart([one()], "stop")),
      fault("suspend", () => this.#suspend(one())),
      fault("clock jump", async () => this.#jump(one())),
      fault("no database", async () => this.#partition(this.#some(1 + random.integer(3)), "database")),
      fault("no folder", async () => this.#partition(this.#some(1 + random.integer(3)), "folder")),
      fault("offline", async () => this.#partition(this.#some(1 + random.integer(2)), "both")),
      fault("silent connections", async () =>
        this.#later(one(), ({ proxy }, isOn) => {
          proxy.isSilent = isOn;
          if (!isOn) proxy.cut();
        }),
      ),
      fault("slow connections", async () =>
        this.#later(one(), ({ proxy }, isOn) => {
          proxy.delayMs = isOn ? 50 + random.integer(400) : 0;
        }),
      ),
      fault("no notifications", async () =>
        this.#later(one(), ({ proxy }, isOn) => {
          proxy.dropsNotifications = isOn;
        }),
      ),
      fault("connections cut in a message", async () => {
        for (const { proxy } of this.#some(3)) proxy.cutAfter(1 + random.integer(CUT_BYTES));
      }),
      fault("ended backends", () => this.#endBackends()),
      fault("database restarted", () => server.restart()),
      fault("database crashed", async () => {
        await server.stop("SIGQUIT");
        await server.restart();
      }),
    ];
  }

  /** Ends all partitions and delays; the clocks stay as they are. */
  async heal(): Promise<void> {
    this.#isEnding = true;
    await Promise.all(this.#open);
    this.#options.folders.heal();
    for (const { proxy } of this.#instances) {
      Object.assign(proxy, { isDown: false, isSilent: false, delayMs: 0, dropsNotifications: false });
      proxy.cutAfter(Number.POSITIVE_INFINITY);
    }
  }

  get #instances(): readonly Instance[] {
    return this.#options.instances;
  }

  #fail(): never {
    throw new Error("There is no instance.");
  }

  #some(count: number): Instance[] {
    const left = [...this.#instances];
    const { random } = this.#options;
    return Array.from({ length: count }, () => left.splice(random.integer(left.length), 1)).flat();
  }

  async #restart(instances: readonly Instance[], how: "kill" | "stop"): Promise<void> {
    await Promise.all(instances.map(({ application }) => application[how]()));
    await sleep(this.#options.random.integer(500));
    await Promise.all(instances.map(({ application }) => application.start()));
  }

  async #suspend({ application }: Instance): Promise<void> {
    const { pid } = application;
    process.kill(pid, "SIGSTOP");
    await sleep(300 + this.#options.random.integer(3000));
    process.kill(pid, "SIGCONT");
  }

  #jump({ number, clockFile }: Instance): void {
    const { random, report } = this.#options;
    const hours = random.next() < 0.2 ? 0 : random.integer(2 * MAX_CLOCK_HOURS) - MAX_CLOCK_HOURS;
    writeFileSync(clockFile, String(hours * HOUR_MS));
    report.event(`the clock of ${number} is ${hours} hours off`);
  }

  #partition(instances: readonly Instance[], carrier: "database" | "folder" | "both"): void {
    const { folders, report } = this.#options;
    report.event(`${instances.map(({ number }) => number).join(", ")} without ${carrier}`);
    for (const instance of instances) {
      this.#later(instance, ({ proxy, number }, isOn) => {
        if (carrier !== "folder") proxy.isDown = isOn;
        if (carrier !== "folder" && isOn) proxy.cut();
        if (carrier !== "database") folders.setOffline(number, isOn);
      });
    }
  }

  /** Begins something that ends later by itself. */
  #later(instance: Instance, set: (instance: Instance, isOn: boolean) => void): void {
    const { random, longestMs } = this.#options;
    set(instance, true);
    const until = performance.now() + 500 + random.integer(longestMs);
    const ending = this.#endAfter(until, () => set(instance, false));
    this.#open.add(ending);
    void ending.then(() => this.#open.delete(ending));
  }

  async #endAfter(until: number, end: () => void): Promise<void> {
    while (performance.now() < until && !this.#isEnding) await sleep(50);
    end();
  }

  async #endBackends(): Promise<void> {
    const { server, database } = this.#options;
    const text =
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()";
    await asSuperuser(server, database, (client) => client.query(text, [database]));
  }
}
