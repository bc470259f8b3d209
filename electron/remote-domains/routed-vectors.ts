import type { MemoryFilter } from "../core/filter.ts";
import type { PassageVector, VectorIndex } from "../core/ports.ts";
import type { Similarities, VectorAnswer } from "../core/search.ts";
import type { RunQuery } from "../postgres/database.ts";
import type { RemoteDomain } from "./remote-domain.ts";
import type { Routes } from "./routes.ts";
import type { RemoteVectors } from "./schema.ts";

interface RoutedVectorsParts {
  readonly vectors: VectorIndex;
  readonly routes: Routes;
}

/**
 * The vectors of this machine and of remote domains. A remote domain has the vectors of one model; a machine
 * with another one searches it by words only. Vectors are computed on the machines and stored in the database.
 */
export function createRoutedVectors({ vectors, routes }: RoutedVectorsParts): VectorIndex {
  /** Runs on a domain that has vectors of this model. */
  function onVectors<T>(
    remote: RemoteDomain,
    fingerprint: string,
    work: (query: RunQuery, of: RemoteVectors) => Promise<T>,
    otherwise: T,
  ): Promise<T> {
    return remote.tryRead(
      (query, { vectors: of }) =>
        of === null || of.fingerprint !== fingerprint ? Promise.resolve(otherwise) : work(query, of),
      otherwise,
    );
  }

  /** Memories of a domain that this machine may embed. */
  async function pendingIn(remote: RemoteDomain, fingerprint: string, limit: number) {
    if (!remote.isWritable) return [];
    const found = await remote.tryRead(
      (query, { vectors: of }) =>
        of?.isWritable !== true || (of.fingerprint !== null && of.fingerprint !== fingerprint)
          ? Promise.resolve([])
          : remote.vectors.pending(query, limit),
      [],
    );
    routes.note(
      remote,
      found.map(({ id }) => id),
    );
    return found;
  }

  async function putRemote(
    remote: RemoteDomain,
    [id, revision, fingerprint, passages]: [string, number, string, readonly PassageVector[]],
  ): Promise<boolean> {
    const dimensions = passages[0]?.vector.length ?? 0;
    return remote.writeVectors(async (query, of) => {
      if (of.fingerprint === null) {
        const chosen = await remote.vectors.choose(query, fingerprint, dimensions);
        remote.connection.forget();
        if (chosen !== fingerprint) return false;
      }
      return remote.vectors.put(query, of, id, revision, passages);
    });
  }

  return {
    async search(vector, fingerprint, filter: MemoryFilter, limit, onlyMatching = false) {
      const remotes = routes.within(filter);
      const local = vectors.search(vector, fingerprint, filter, limit, onlyMatching);
      if (remotes.length === 0) return local;
      const none: VectorAnswer | null = null;
      const answers = await Promise.all([
        local,
        ...remotes.map((remote) =>
          onVectors<VectorAnswer | null>(
            remote,
            fingerprint,
            async (query, of) => {
              const answer = await remote.vectors.search(query, of, vector, filter, limit);
              remote.note(
                await remote.reader.rankingFacts(
                  query,
                  answer.hits.map(({ id }) => id),
                ),
              );
              routes.note(
                remote,
                answer.hits.map(({ id }) => id),
              );
              return answer;
            },
            none,
          ),
        ),
      ]);
      const found = answers.filter((answer) => answer !== null);
      const hits = found.flatMap((answer) => answer.hits).sort((one, other) => other.similarity - one.similarity);
      return { hits: hits.slice(0, limit), similarities: found.map((each) => each.similarities).reduce(combine) };
    },
    prepare: (fingerprint, dimensions) => vectors.prepare(fingerprint, dimensions),
    async pending(fingerprint, limit) {
      const waiting = await vectors.pending(fingerprint, limit);
      for (const remote of routes.all()) {
        if (waiting.length >= limit) break;
        waiting.push(...(await pendingIn(remote, fingerprint, limit - waiting.length)));
      }
      return waiting;
    },
    async pendingAmong(ids, fingerprint) {
      const local = await vectors.pendingAmong(ids, fingerprint);
      const pending = await Promise.all(
        routes.all().map((remote) => {
          const own = ids.filter((id) => routes.ofMemory(id) === remote);
          if (own.length === 0) return [];
          // Without vectors of this model, only words are evidence.
          return onVectors(remote, fingerprint, (query) => remote.vectors.pendingAmong(query, own), own);
        }),
      );
      return new Set([...local, ...pending.flat()]);
    },
    async put(id, revision, fingerprint, passages) {
      const remote = routes.ofMemory(id);
      if (remote === null) return vectors.put(id, revision, fingerprint, passages);
      if (passages.length === 0) return false;
      return putRemote(remote, [id, revision, fingerprint, passages]).catch((error: unknown) => {
        // The memory is pending again when the database can be reached.
        if (remote.connection.state === "unreachable") return false;
        throw error;
      });
    },
    async counts(fingerprint, scope = null) {
      const own = await vectors.counts(fingerprint, scope);
      if (scope !== null) return own;
      const all = await Promise.all(
        routes
          .all()
          .map((remote) =>
            onVectors(remote, fingerprint, (query) => remote.vectors.counts(query), { ready: 0, pending: 0 }),
          ),
      );
      return all.reduce(
        (sum, { ready, pending }) => ({ ready: sum.ready + ready, pending: sum.pending + pending }),
        own,
      );
    },
    async vectorsOf(id, fingerprint) {
      const remote = routes.ofMemory(id);
      if (remote === null) return vectors.vectorsOf(id, fingerprint);
      return onVectors(remote, fingerprint, (query) => remote.vectors.vectorsOf(query, id), []);
    },
    renew: () => vectors.renew(),
    renewOutdated: (...request) => vectors.renewOutdated(...request),
  };
}

/** The distribution of two sets of values together. */
function combine(one: Similarities, other: Similarities): Similarities {
  const count = one.count + other.count;
  if (count === 0) return one;
  const mean = (one.count * one.mean + other.count * other.mean) / count;
  const squares = (set: Similarities) => set.count * (set.deviation ** 2 + set.mean ** 2);
  const variance = (squares(one) + squares(other)) / count - mean ** 2;
  return { count, mean, deviation: Math.sqrt(Math.max(0, variance)) };
}
