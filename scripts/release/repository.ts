import manifest from "../../package.json" with { type: "json" };

/** A public repository on GitHub, as `owner/name`. */
export interface Repository {
  readonly owner: string;
  readonly name: string;
  readonly url: string;
}

/**
 * Returns the repository that releases are published in: GITHUB_REPOSITORY, which GitHub's runners set, else
 * `repository` in package.json; null if there is neither. No other file names it.
 * @throws Error if it is not `owner/name` or an address on github.com
 */
export function findRepository(
  env: NodeJS.ProcessEnv,
  declared = "repository" in manifest ? String(manifest.repository) : undefined,
): Repository | null {
  const named = env.GITHUB_REPOSITORY || declared;
  if (named === undefined) return null;
  const match = /^(?:(?:git\+)?https:\/\/github\.com\/|github:)?([\w-]+)\/([\w.-]+?)(?:\.git)?$/.exec(named);
  if (match === null) throw new Error(`The repository "${named}" is not of the form owner/name.`);
  const [, owner = "", name = ""] = match;
  return { owner, name, url: `https://github.com/${owner}/${name}` };
}

/** As `findRepository`. @throws Error if no repository is known */
export function requireRepository(env: NodeJS.ProcessEnv): Repository {
  const repository = findRepository(env);
  if (repository === null) throw new Error("Set GITHUB_REPOSITORY to owner/name, the repository of the release.");
  return repository;
}
