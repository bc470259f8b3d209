import { LRUCache } from "lru-cache";
import type { ProjectAddress } from "../core/project-address.ts";
import { isHomeFolder, type ProjectNaming } from "../core/project-name.ts";
import { projectOfPath } from "../shim/project.ts";
import { RecollectError } from "../text/errors.ts";
import type { AppContext } from "./context.ts";
import { ProjectHosts } from "./project-hosts.ts";

const MAX_FOLDERS = 1_000;
/** A folder can become a repository, or get a remote. */
const FOLDER_TTL_MS = 60_000;

/** Opens the hosts of the projects, and what names of projects depend on. */
export function openProjects({ options, records, standingAlerts }: AppContext) {
  const hosts = new ProjectHosts({
    ...records,
    file: options.files.projectHosts,
    onConflict: (conflict) => standingAlerts.add(new RecollectError("project_on_other_host", conflict)),
  });
  return { hosts, naming: createProjectNaming(hosts, options.home) };
}

/** Names projects by the hosts that are bound to their names, and by the folders of this machine. */
function createProjectNaming(hosts: Pick<ProjectHosts, "lookUp">, home: string): ProjectNaming {
  const folders = new LRUCache<string, { readonly project: ProjectAddress | null }>({
    max: MAX_FOLDERS,
    ttl: FOLDER_TTL_MS,
  });
  return {
    onHost: (name, host) => hosts.lookUp(name, host),
    ofFolder(folder) {
      if (isHomeFolder(folder)) return null;
      const known = folders.get(folder) ?? { project: projectOfPath(folder, home) };
      folders.set(folder, known);
      return known.project;
    },
  };
}
