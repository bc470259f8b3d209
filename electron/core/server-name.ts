const MAX_NAME_LENGTH = 32;
const FALLBACK = "server";

/** Returns a name in the form that servers have: a letter, then letters, digits and hyphens. */
export function toServerName(text: string): string {
  const name = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replace(/^[^a-z]+/, "")
    .slice(0, MAX_NAME_LENGTH)
    .replace(/(?<!-)-+$/, "");
  return name === "" || name === "recollect" ? FALLBACK : name;
}

/** Adds a number to a name that is taken. */
export function freeName(name: string, taken: readonly string[]): string {
  if (!taken.includes(name)) return name;
  const numbered = (number: number) => `${name.slice(0, MAX_NAME_LENGTH - 3)}-${number}`;
  let number = 2;
  while (taken.includes(numbered(number))) number += 1;
  return numbered(number);
}
