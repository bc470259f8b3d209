import type { Backups } from "../backups/backups.ts";
import type { AreaHandlers } from "./contract.ts";

export interface BackupDependencies {
  readonly backups: Backups;
}

export function createBackupHandlers({ backups }: BackupDependencies): AreaHandlers<"backups"> {
  const list = () => ({ backups: backups.list(), secondFolder: backups.secondFolder() });
  return {
    "backups.list": async () => list(),
    "backups.make": () => backups.make("manual"),
    "backups.verify": ({ name }) => backups.verify(name),
    "backups.compare": ({ name, query = "" }) => backups.compare(name, query),
    "backups.restore": ({ name, ids }) => backups.restore(name, ids),
    "backups.setSecondFolder": async ({ folder }) => {
      await backups.setSecondFolder(folder);
      return list();
    },
  };
}
