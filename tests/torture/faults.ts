import { writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { createRandom } from "../../electron/search/testing/random-vectors.ts";
import { type Application, StartFailed } from "./application.ts";
import type { Faults } from "./load.ts";
import type { Report } from "./report.ts";
import type { SmallDisk } from "./small-disk.ts";

const HOUR_MS = 3_600_000;
/** After the disk has room again, requests of before may still be refused. */
const AFTER_FULL_MS = 6000;

export interface FaultOptions {
  readonly application: Application;
  readonly report: Report;
  readonly random: ReturnType<typeof createRandom>;
  readonly faults: Faults;
  readonly clockFile: string;
  /** Null: the disk is never full. */
  readonly disk: SmallDisk | null;
}

/** One fault, from its start until the application serves again. */
export interface Fault {
  readonly name: string;
  inflict(): Promise<void>;
}

/** Everything that happens to the application while its clients work. */
export function createFaults({ application, report, random, faults, clockFile, disk }: FaultOptions): readonly Fault[] {
  const between = (from: number, to: number) => from + random.integer(to - from);

  const fullDisk = async (small: SmallDisk) => {
    faults.diskFull = true;
    small.fill();
    try {
      await sleep(between(1000, 4000));
      if (random.next() < 0.3) {
        report.event("kill -9 while the disk is full");
        await application.kill();
        await application.start().catch((error: unknown) => {
          if (!(error instanceof StartFailed)) throw error;
          report.count("faults", "start refused on a full disk");
        });
      }
    } finally {
      small.free();
    }
    if (application.endpoint === null) await application.start();
    await sleep(AFTER_FULL_MS);
    faults.diskFull = false;
  };

  return [
    {
      name: "kill -9",
      async inflict() {
        await application.kill();
        await application.start();
      },
    },
    {
      name: "kill -9 twice",
      async inflict() {
        await application.kill();
        await application.start();
        await sleep(between(0, 400));
        await application.kill();
        await application.start();
      },
    },
    {
      name: "restart",
      async inflict() {
        await application.stop();
        await application.start();
      },
    },
    {
      name: "kill -9 of the model",
      async inflict() {
        const pid = application.modelProcess();
        if (pid === null || !killIfRunning(pid)) report.count("faults", "no model to kill");
      },
    },
    {
      name: "suspend",
      async inflict() {
        const { pid } = application;
        process.kill(pid, "SIGSTOP");
        await sleep(between(500, 6000));
        process.kill(pid, "SIGCONT");
      },
    },
    {
      name: "clock jump",
      async inflict() {
        const hours = random.next() < 0.3 ? 0 : between(-72, 72);
        writeFileSync(clockFile, String(hours * HOUR_MS));
        report.event(`the clock is ${hours} hours off`);
      },
    },
    ...(disk === null ? [] : [{ name: "full disk", inflict: () => fullDisk(disk) }]),
  ];
}

/** @returns false if the process had ended */
function killIfRunning(pid: number): boolean {
  try {
    return process.kill(pid, "SIGKILL");
  } catch {
    return false;
  }
}

/** Returns faults in random order, each once before any of them is repeated. */
export function createSchedule(faults: readonly Fault[], random: ReturnType<typeof createRandom>): () => Fault {
  let left: Fault[] = [];
  return () => {
    if (left.length === 0) left = [...faults];
    const [fault] = left.splice(random.integer(left.length), 1);
    if (fault === undefined) throw new Error("There is no fault.");
    return fault;
  };
}
