/** The addresses that one session asked to be told about, as it wrote them. */
export interface SessionSubscriptions extends Iterable<string> {
  readonly size: number;
  add(uri: string): void;
  delete(uri: string): void;
}

export function createSessionSubscriptions(uris: Iterable<string>, onChanged: () => void): SessionSubscriptions {
  const set = new Set(uris);
  return {
    get size() {
      return set.size;
    },
    add(uri) {
      set.add(uri);
      onChanged();
    },
    delete(uri) {
      if (set.delete(uri)) onChanged();
    },
    [Symbol.iterator]: () => set[Symbol.iterator](),
  };
}
