/** Questions that are remembered at most; the oldest give way. */
const MOST_OPEN = 1000;

/** What we asked clients: their answers carry an id and no method. */
export interface AskedMethods {
  note(sessionId: string | null, id: unknown, method: string): void;
  /** The method that an answer belongs to, once; null where nothing was asked under this id. */
  take(sessionId: string | null, id: unknown): string | null;
}

export function createAskedMethods(): AskedMethods {
  const open = new Map<string, string>();
  const keyOf = (sessionId: string | null, id: unknown) => JSON.stringify([sessionId, id]);
  return {
    note(sessionId, id, method) {
      open.set(keyOf(sessionId, id), method);
      if (open.size > MOST_OPEN) open.delete(open.keys().next().value ?? "");
    },
    take(sessionId, id) {
      const key = keyOf(sessionId, id);
      const method = open.get(key) ?? null;
      open.delete(key);
      return method;
    },
  };
}
