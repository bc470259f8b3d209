import { enterText, type GatePolicy } from "../gate/gate.ts";
import type { ClientIdentity } from "../memory.ts";
import { maskName } from "../secrets/find-secrets.ts";
import type { Entry } from "./entry.ts";

/** The content of a memory that had only private parts. */
const PRIVATE = "[private]";

/**
 * An entry of another device as it is stored here: secrets are masked unless the owner allows them, because the rest of
 * it is still worth keeping. The entry that other devices have does not change. Returns the same object if nothing in it
 * is removed.
 */
export function enterEntry(entry: Entry, { action, personalData }: GatePolicy): Entry {
  const policy = { action: action === "refuse" ? "mask" : action, personalData } as const;
  const { content, source, tags } = entry.fields;
  const isRemoved = (text: string) => {
    const { secrets, privateParts } = enterText(text, policy);
    return secrets.length + privateParts > 0;
  };
  const names = [entry.client, entry.origin?.author ?? null].flatMap((client) =>
    client === null ? [] : [client.name],
  );
  const isChanged =
    [content ?? "", source ?? ""].some(isRemoved) ||
    (tags ?? []).some(isRemoved) ||
    names.some((name) => maskName(name) !== name);
  if (!isChanged) return entry;
  return {
    ...entry,
    client: masked(entry.client),
    fields: {
      ...entry.fields,
      ...(content === undefined ? {} : { content: textOf(content, policy) }),
      ...(typeof source === "string" ? { source: enterText(source, policy).text.trim() || null } : {}),
      ...(tags === undefined ? {} : { tags: tags.filter((tag) => !isRemoved(tag)) }),
    },
    ...(entry.origin && { origin: { ...entry.origin, author: masked(entry.origin.author) } }),
  };
}

function textOf(content: string, policy: GatePolicy): string {
  const { text } = enterText(content, policy);
  return text.trim() === "" ? PRIVATE : text;
}

function masked(client: ClientIdentity | null): ClientIdentity | null {
  return client === null ? null : { ...client, name: maskName(client.name) };
}
