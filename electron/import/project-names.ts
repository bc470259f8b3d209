import { parseDomain, USER_DOMAIN } from "../core/domain.ts";
import type { ImportReport } from "../core/memory-import.ts";

export interface ProjectNames {
  /** The domain for what another program calls a project. */
  domainOf(project: string): string;
  /** How many went into each domain, the most first, with the projects that were put there. */
  countsOf(domains: readonly string[]): ImportReport["domains"];
}

/**
 * Finds the domain of another program's project. Others name a project by its folder alone, we by `owner/repo`: a project
 * whose name only one known domain ends with is that one. Else the name stays as it is.
 * @param given by what the other program calls them; these come first
 */
export function createProjectNames(known: readonly string[], given: ReadonlyMap<string, string>): ProjectNames {
  const found = new Map<string, string>();

  const find = (theirs: string): string => {
    const asked = given.get(theirs);
    if (asked !== undefined) return asked;
    const project = nameOf(theirs);
    if (known.includes(project) && project !== USER_DOMAIN) return project;
    const ending = known.filter((domain) => domain.toLowerCase().endsWith(`/${project.toLowerCase()}`));
    if (ending.length === 1 && ending[0] !== undefined) return ending[0];
    return isProject(project) ? project : `project/${project}`;
  };

  return {
    domainOf(project) {
      const domain = found.get(project) ?? find(project);
      found.set(project, domain);
      return domain;
    },
    countsOf(domains) {
      const counts = new Map<string, number>();
      for (const domain of domains) counts.set(domain, (counts.get(domain) ?? 0) + 1);
      return [...counts]
        .map(([domain, created]) => {
          const from = [...found].filter(([, to]) => to === domain).map(([project]) => project);
          return { domain, created, from };
        })
        .sort((one, other) => other.created - one.created);
    },
  };
}

/** Of a project that is named by its folder's full path, the folder's own name. */
function nameOf(project: string): string {
  const isPath = /^(?:[/\\~]|[a-z]:[/\\])/i.test(project);
  return (isPath ? project.split(/[/\\]/).findLast((part) => part !== "") : undefined) ?? project;
}

/** Reserved words, `user` among them, would mean something else here. */
function isProject(name: string): boolean {
  try {
    return parseDomain(name) !== USER_DOMAIN;
  } catch {
    return false;
  }
}
