import { spawnSync } from "node:child_process";
import { mkdirSync, statfsSync } from "node:fs";

/** Enough for the data of an hour. The system allocates memory only for used blocks. */
const SIZE_BYTES = 4 * 2 ** 30;

const MAX_ATTEMPTS = 100;

/** A separate file system, which can be filled and freed instantly. */
export interface SmallDisk {
  readonly folder: string;
  /** Leaves no free block. */
  fill(): void;
  free(): void;
  /** Returns false if the disk stays as it is: a file that is open for writing prevents that it becomes read-only. */
  setWritable(isWritable: boolean): boolean;
  unmount(): void;
}

/** Mounts a file system in memory. @returns null where this process may not mount one */
export function mountSmallDisk(folder: string): SmallDisk | null {
  mkdirSync(folder, { recursive: true });
  if (process.platform !== "linux" || !mount(["-t", "tmpfs", "-o", `size=${SIZE_BYTES}`, "tmpfs", folder])) return null;
  const resize = (bytes: number) => mount(["-o", `remount,size=${bytes}`, folder]);
  return {
    folder,
    fill() {
      // A write between the two calls makes the second one fail.
      for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
        const { blocks, bfree, bsize } = statfsSync(folder);
        if (resize((blocks - bfree) * bsize)) return;
      }
      throw new Error(`${folder} could not be filled.`);
    },
    free() {
      if (!resize(SIZE_BYTES)) throw new Error(`${folder} could not be freed.`);
    },
    setWritable: (isWritable) => mount(["-o", `remount,${isWritable ? "rw" : "ro"}`, folder]),
    unmount() {
      spawnSync("umount", ["--lazy", folder], { stdio: "ignore" });
    },
  };
}

function mount(args: readonly string[]): boolean {
  return spawnSync("mount", args, { stdio: "ignore" }).status === 0;
}
