import { differingSubject } from "../../electron/core/client-identity.ts";
import { markHidden } from "../../electron/core/hidden-characters.ts";
import type { ClientIdentity } from "../../electron/core/memory.ts";
import type { Text } from "../../electron/text/en.ts";

/** A client in words: the name that it reports, and the subject of its token if that differs. */
export function clientName(client: ClientIdentity, { memories }: Text): string {
  const subject = differingSubject(client);
  return markHidden(subject === null ? client.name : memories.meta.via(client.name, subject));
}
