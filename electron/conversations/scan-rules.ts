import { projectKey } from "../core/project-name.ts";
import type { SecretPolicy } from "../core/secrets/policy.ts";
import { isWithin } from "../platform/is-within.ts";

/** The rules by which conversations are kept. */
export interface ScanRules {
  readonly excludedFolders: readonly string[];
  readonly excludedProjects: readonly string[];
  /** Conversations whose last message is older are not kept, in milliseconds since 1970. Null keeps all. */
  readonly keptSince: number | null;
  readonly secrets: SecretPolicy;
}

/** A project as its folder names it; `project` is the final name, null until the application has decided it. */
export interface FoundProject {
  readonly project: string | null;
  readonly name: string | null;
  readonly host: string | null;
}

/** The names that a project has or may get. */
export function namesOf({ project, name, host }: FoundProject): string[] {
  const names = [project, name, name === null || host === null ? null : `${host}/${name}`];
  return names.filter((each) => each !== null);
}

/** Whether the owner left out the folder, or a project with this name on any host. */
export function isExcluded(
  { excludedFolders, excludedProjects }: ScanRules,
  folder: string | null,
  found: FoundProject,
): boolean {
  const keys = namesOf(found).map(projectKey);
  if (excludedProjects.some((excluded) => keys.includes(projectKey(excluded)))) return true;
  return folder !== null && excludedFolders.some((excluded) => isWithin(folder, excluded));
}
