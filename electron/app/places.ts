import type { MemoryFilter } from "../core/filter.ts";
import type { RemoteDomainState } from "../core/memory-service.ts";
import type { MemoryStore, TextIndex, VectorIndex } from "../core/ports.ts";
import { callMethod, forwardMethods } from "../core/util/forward-methods.ts";

/** The ports through which memories are stored and searched. */
export interface MemoryPorts {
  readonly memories: MemoryStore;
  readonly text: TextIndex;
  readonly vectors: VectorIndex;
}

/** Remote domains together with this machine. */
export interface RemotePlaces extends MemoryPorts {
  states(filter: MemoryFilter): readonly RemoteDomainState[];
  isRemote(domain: string): boolean;
}

/**
 * Where memories are: on this machine only, or in remote domains too. Its ports stay the same when the owner adds the
 * first remote domain and its code is loaded.
 */
export class Places implements MemoryPorts {
  readonly local: MemoryPorts;
  readonly memories: MemoryStore;
  readonly text: TextIndex;
  readonly vectors: VectorIndex;
  #remote: RemotePlaces | null = null;

  constructor(local: MemoryPorts) {
    this.local = local;
    this.memories = this.#port("memories");
    this.text = this.#port("text");
    this.vectors = this.#port("vectors");
  }

  /** @param remote null for this machine only */
  use(remote: RemotePlaces | null): void {
    this.#remote = remote;
  }

  readonly remoteStates = (filter: MemoryFilter): readonly RemoteDomainState[] => this.#remote?.states(filter) ?? [];
  readonly isRemote = (domain: string): boolean => this.#remote?.isRemote(domain) ?? false;

  #port<Name extends keyof MemoryPorts>(name: Name): MemoryPorts[Name] {
    return forwardMethods(this.local[name], (method, args) => {
      return callMethod((this.#remote ?? this.local)[name], method, args);
    });
  }
}
