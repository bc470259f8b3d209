/** What the two spaces share. */
export const FOLDER_DOMAINS: readonly string[] = ["team/notes", "team/decisions"];
export const DATABASE_DOMAINS: readonly string[] = ["team/shop", "team/billing"];
export const SHARED_DOMAINS: readonly string[] = [...FOLDER_DOMAINS, ...DATABASE_DOMAINS];

/** The instance that has the secret domain. */
export const SECRET_OWNER = 0;

/** A domain of one instance. Memories are moved from it to shared ones and back. */
export function localDomain(instance: number): string {
  return `own/notes-${instance}`;
}

/** The word that is in all of the secret domain, and in its name. */
export function secretWord(seed: number): string {
  return `zqsecret${seed}zq`;
}

export function secretDomain(seed: number): string {
  return `vault/${secretWord(seed)}`;
}
