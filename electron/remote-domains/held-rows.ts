import { LRUCache } from "lru-cache";
import { hasInstruction } from "../core/gate/gate.ts";
import type { ProposalStore } from "../core/inbox.ts";
import type { RemoteDomain } from "./remote-domain.ts";

/** The newest memories of a domain that counts look at. Older ones are counted unless they were read. */
const MAX_CHECKED = 2_000;
/** Memories that are read together: reading the texts takes the serving thread. */
const READ_TOGETHER = 50;

/**
 * Finds the memories of a remote domain that are held (ADR 0048), which counts leave out as lists do. Each version of a
 * memory is read once.
 */
export class HeldRows {
  readonly #admit: ProposalStore["admitRows"];
  /** The versions that do not read like an instruction, by domain and id. */
  readonly #harmless = new LRUCache<string, string>({ max: 4 * MAX_CHECKED });

  constructor(admit: ProposalStore["admitRows"]) {
    this.#admit = admit;
  }

  /** The ids of held memories. None if the domain cannot be read. */
  async idsIn(remote: RemoteDomain): Promise<readonly string[]> {
    const versions = await remote.tryRead(
      (query) => remote.reader.versions(query, MAX_CHECKED),
      new Map<string, string>(),
    );
    const keyOf = (id: string) => `${id} ${remote.domain}`;
    const unknown = [...versions].filter(([id, version]) => this.#harmless.get(keyOf(id)) !== version);
    const held: string[] = [];
    for (let at = 0; at < unknown.length; at += READ_TOGETHER) {
      const ids = unknown.slice(at, at + READ_TOGETHER).map(([id]) => id);
      const read = await remote.tryRead((query) => remote.reader.getMany(query, ids), []);
      const suspects = read.filter(hasInstruction);
      const admitted = new Set((await this.#admit(suspects)).map(({ id }) => id));
      held.push(...suspects.flatMap(({ id }) => (admitted.has(id) ? [] : [id])));
      const isSuspect = new Set(suspects.map(({ id }) => id));
      for (const { id } of read) if (!isSuspect.has(id)) this.#harmless.set(keyOf(id), versions.get(id) ?? "");
    }
    return held;
  }
}
