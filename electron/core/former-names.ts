import { USER_DOMAIN } from "./domain.ts";
import { projectKey } from "./project-name.ts";

/** The domain that a former name means, by the name. No domain is the key of one and the value of another. */
export type FormerNames = Readonly<Record<string, string>>;

/** One object, so that it can be compared. */
export const NO_FORMER_NAMES: FormerNames = {};

/** Where the former names of domains are stored. */
export interface FormerNameStore {
  current(): FormerNames;
  replace(names: FormerNames): void;
}

/** Names of this process only. */
export function createFormerNames(): FormerNameStore {
  let names = NO_FORMER_NAMES;
  return {
    current: () => names,
    replace(next) {
      names = next;
    },
  };
}

/** The names after a domain got another name: names that meant it mean the new one. */
export function withFormerName(names: FormerNames, from: string, to: string): FormerNames {
  const [fromKey, toKey] = [projectKey(from), projectKey(to)];
  if (from === USER_DOMAIN) return names;
  const others = Object.entries(names)
    .map(([name, means]) => [name, projectKey(means) === fromKey ? to : means] as const)
    .filter(([name]) => ![fromKey, toKey].includes(projectKey(name)));
  return Object.fromEntries(fromKey === toKey ? others : [...others, [from, to]]);
}

/** The names without one of them. */
export function withoutFormerName(names: FormerNames, former: string): FormerNames {
  return Object.fromEntries(Object.entries(names).filter(([name]) => projectKey(name) !== projectKey(former)));
}
