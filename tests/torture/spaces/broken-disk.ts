import { renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { createRandom } from "../../../electron/search/testing/random-vectors.ts";
import type { Fault } from "../faults.ts";
import type { Faults } from "../load.ts";
import type { SmallDisk } from "../small-disk.ts";
import type { Instance } from "./instance.ts";
import type { SyncedFolders } from "./synced-folders.ts";

interface BrokenDiskOptions {
  readonly folders: SyncedFolders;
  readonly random: ReturnType<typeof createRandom>;
  /** Its synced folder is on a disk that fails; null if this process may not mount one. */
  readonly folderDisk: { readonly instance: Instance; readonly disk: SmallDisk | null };
  /** Its data folder is on a disk that fails. */
  readonly dataDisk: { readonly instance: Instance; readonly disk: SmallDisk | null };
  readonly faults: Faults;
  readonly space: string;
}

/** Faults of the disk under the synced folder of one instance, and under the data folder of another one. */
export function createDiskFaults(options: BrokenDiskOptions): readonly Fault[] {
  const { folders, random, folderDisk, dataDisk, faults, space } = options;
  const wait = () => sleep(300 + random.integer(1_500));
  const { instance, disk } = folderDisk;
  /** The program that syncs does not write in the meantime. */
  const whileBroken = async (breakIt: () => unknown, mend: () => unknown) => {
    folders.setOffline(instance.number, true);
    breakIt();
    await wait();
    mend();
    folders.setOffline(instance.number, false);
  };
  const devices = path.join(instance.folder, space, "devices");
  const aside = `${devices}-aside`;
  const replaced: Fault = {
    name: "disk: a file in the place of a folder (ENOTDIR)",
    inflict: () =>
      whileBroken(
        () => {
          renameSync(devices, aside);
          writeFileSync(devices, "");
        },
        () => {
          rmSync(devices, { recursive: true, force: true });
          renameSync(aside, devices);
        },
      ),
  };
  const missing: Fault = {
    name: "disk: the folder is missing (ENOENT)",
    inflict: () =>
      whileBroken(
        () => renameSync(path.join(instance.folder, space), path.join(instance.folder, "aside")),
        () => renameSync(path.join(instance.folder, "aside"), path.join(instance.folder, space)),
      ),
  };
  const ofFolder: Fault[] =
    disk === null
      ? []
      : [
          {
            name: "disk: folder full (ENOSPC)",
            inflict: () =>
              whileBroken(
                () => disk.fill(),
                () => disk.free(),
              ),
          },
          {
            name: "disk: folder read-only (EROFS)",
            inflict: () =>
              whileBroken(
                () => disk.setWritable(false),
                () => disk.setWritable(true),
              ),
          },
        ];
  const ofData: Fault[] =
    dataDisk.disk === null
      ? []
      : [
          {
            name: "disk: data full (ENOSPC)",
            async inflict() {
              faults.diskFull = true;
              dataDisk.disk?.fill();
              await wait();
              dataDisk.disk?.free();
              faults.diskFull = false;
            },
          },
        ];
  return [replaced, missing, ...ofFolder, ...ofData];
}
