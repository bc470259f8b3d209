import { z } from "zod";
import type { Review } from "../../core/inbox.ts";
import type { IndexStatus, RemoteDomainState } from "../../core/memory-service.ts";
import type { MemoryCounts } from "../../core/ports.ts";
import { LOG_KEEPS } from "../../core/request-log.ts";
import { NO_RECORDER, type UseCounts } from "../../core/use.ts";
import type { CatalogTool } from "../catalog-entries.ts";
import { inLine } from "../framing.ts";
import type { MemorySourceDependencies } from "../memory-source-dependencies.ts";
import { defineTool } from "../tool.ts";

/** The share of the work after which progress is reported again: at most 100 notifications for one rebuild. */
const PROGRESS_STEP = 0.01;
const DAMAGED =
  "Part of the database is damaged, so it is read-only. Ask the user to restart Recollect, which then offers to restore the latest backup.";
const DISK_FULL =
  "The disk is full: memories can be read and searched, but not captured, changed or deleted. Ask the user to free disk space; Recollect then recovers automatically.";

const countsSchema = z.object({ memories: z.int() });
const indexSchema = z.object({
  text: z.object({ state: z.string() }),
  vectors: z.object({ state: z.string(), pending: z.int() }),
});

/** `memory_status`: counts, the state of the indexes, and this connection's rights. */
export function memoryStatus({
  service,
  recorder = NO_RECORDER,
  version,
  logger,
}: MemorySourceDependencies): CatalogTool {
  const startedAt = performance.now();
  return defineTool(logger, {
    name: "memory_status",
    title: "Memory status",
    description:
      "Counts, search status, this connection's access and project, and review decisions on your captures. Use when results are unexpected.",
    annotations: { readOnlyHint: true, openWorldHint: false },
    input: z.strictObject({}),
    output: z.object({
      counts: countsSchema,
      index: indexSchema,
      project: z.string().nullable(),
      reviews: z.array(z.object({ id: z.string(), outcome: z.string() })).optional(),
      problem: z.string().nullable(),
    }),
    async run(_args, { caller }) {
      const { counts, index, damage, isDiskFull, remoteDomains } = await service.status(caller);
      // Reading marks them as reported, which a full disk prevents: a later call returns them.
      const reviews = await service.inbox.takeReviews(caller).catch(() => []);
      const use = judgedUse(await recorder.ofClient(caller.subject).catch(() => null));
      const { project, grant } = caller;
      const problem = damage === null ? (isDiskFull ? DISK_FULL : null) : `${DAMAGED} Details: ${damage}`;
      return {
        text: [
          ...(problem === null ? [] : [inLine(problem)]),
          `Recollect ${version}. Project: ${inLine(project ?? "unknown")}. Access: ${grant.access}.`,
          ...linesOf(counts, index),
          ...(use === null ? [] : [toUseLine(use)]),
          ...remoteDomains.map(toRemoteLine),
          ...reviews.map(toReviewLine),
        ].join("\n"),
        structured: {
          counts,
          index,
          version,
          uptimeSeconds: Math.floor((performance.now() - startedAt) / 1000),
          project,
          access: grant.access,
          ...(remoteDomains.length === 0 ? {} : { remoteDomains }),
          ...(use === null ? {} : { use }),
          ...(reviews.length === 0 ? {} : { reviews }),
          problem,
        },
      };
    },
  });
}

/** `reindex_memories`: rebuilds both indexes. */
export function reindexMemories({ service, logger }: MemorySourceDependencies): CatalogTool {
  return defineTool(logger, {
    name: "reindex_memories",
    title: "Rebuild the indexes",
    description:
      "Rebuild the search indexes. Only needed if search misses existing memories. May take minutes; reports progress and can be cancelled.",
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    input: z.strictObject({}),
    output: z.object({ counts: countsSchema, index: indexSchema }),
    async run(_args, { caller, signal, progress, log }) {
      log("info", "Rebuilding the indexes.");
      let reported = 0;
      const status = await service.reindex(
        caller,
        (done, total) => {
          if (done <= reported || (done < total && done - reported < total * PROGRESS_STEP)) return;
          reported = done;
          progress(done, total, `${done} of ${total} indexed`);
        },
        signal,
      );
      log("info", "The indexes are rebuilt.");
      const { counts, index } = status;
      return {
        text: ["The indexes are rebuilt.", ...linesOf(counts, index)].join("\n"),
        structured: { counts, index },
      };
    },
  });
}

function linesOf(counts: MemoryCounts, { text, vectors }: IndexStatus): string[] {
  const { memories, trash, superseded, expired, upcoming, domains, namespaces, tags } = counts;
  const model = vectors.model === null ? "" : ` (${inLine(vectors.model)})`;
  const message = vectors.message === undefined ? "" : ` ${inLine(vectors.message)}`;
  return [
    `Memories: ${memories}; superseded ${superseded}, expired ${expired}, upcoming ${upcoming}, in the trash ${trash}. Domains: ${domains}, namespaces: ${namespaces}, tags: ${tags}.`,
    `Text search: ${text.state}. Semantic search: ${vectors.state}${model}, ${vectors.pending} pending.${message}`,
  ];
}

function toRemoteLine({ domain, isReachable }: RemoteDomainState): string {
  const state = isReachable ? "connected" : "unreachable, so its memories are missing";
  return `Remote domain ${inLine(domain)}: ${state}.`;
}

/** Null if nothing is known. Records without an outcome are left out: the status does not change with each read. */
function judgedUse(counts: UseCounts | null) {
  if (counts === null || counts.given === counts.unknown) return null;
  return { known: counts.given - counts.unknown, used: counts.used };
}

function toUseLine({ known, used }: { readonly known: number; readonly used: number }): string {
  return `Of ${known} memories given to this client in ${LOG_KEEPS.days} days whose use is known, answers used ${used}.`;
}

function toReviewLine({ id, outcome, memoryId }: Review): string {
  return `The owner ${outcome} your capture ${id}${memoryId === undefined || memoryId === id ? "" : ` as ${memoryId}`}.`;
}
