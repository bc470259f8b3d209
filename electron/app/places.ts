import type { MemoryFilter } from "../core/filter.ts";
import type { RemoteDomainState } from "../core/memory-service.ts";
import type { MemoryStore, TextIndex, VectorIndex } from "../core/ports.ts";

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
 * Where memories are: on this machine only, or in remote domains too. Its ports stay the same when the owner adds the first
 * remote domain and its code is loaded.
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

  /** @param remote null: only this machine */
  use(remote: RemotePlaces | null): void {
    this.#remote = remote;
  }

  readonly remoteStates = (filter: MemoryFilter): readonly RemoteDomainState[] => this.#remote?.states(filter) ?? [];
  readonly isRemote = (domain: string): boolean => this.#remote?.isRemote(domain) ?? false;

  #port<Name extends keyof MemoryPorts>(name: Name): MemoryPorts[Name] {
    const methods = new Map<PropertyKey, unknown>();
    const get = (target: object, property: PropertyKey): unknown => {
      if (typeof Reflect.get(target, property) !== "function") return Reflect.get(target, property);
      const known = methods.get(property);
      if (known !== undefined) return known;
      const method = (...args: unknown[]) => {
        const port = (this.#remote ?? this.local)[name];
        return (Reflect.get(port, property) as (...args: unknown[]) => unknown).apply(port, args);
      };
      methods.set(property, method);
      return method;
    };
    return new Proxy<MemoryPorts[Name]>(this.local[name], { get });
  }
}
