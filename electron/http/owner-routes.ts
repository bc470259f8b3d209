import type { IncomingMessage, ServerResponse } from "node:http";
import { OWNER } from "../core/caller.ts";
import { parseDomain } from "../core/domain.ts";
import { capturedVia } from "../core/filter.ts";
import type { ArchivedMemory } from "../core/memory-import.ts";
import type { MemoryService, TrashReport } from "../core/memory-service.ts";
import { sendJson } from "../core/util/http-response.ts";
import { inBatches } from "../core/util/in-batches.ts";
import { isRecord } from "../core/util/is-record.ts";
import { OWNER_JSON_LIMITS } from "../core/util/json-limits.ts";
import { readPlaces } from "../import/import-target.ts";
import { RecollectError } from "../text/errors.ts";
import { readJson } from "./body.ts";
import type { ProjectName } from "./request-identity.ts";

/** The maximum number of memories in one request. */
const MAX_MEMORIES = 200;

type OwnerRoutes = Readonly<Record<string, (body: Readonly<Record<string, unknown>>) => Promise<object>>>;

/**
 * Routes of the command line that are not MCP tools and require the owner's token: `POST /owner/import` imports
 * memories of another data folder, `POST /owner/inbox` lists what waits for review, `POST /owner/review` keeps or rejects
 * one of it, `POST /owner/trash` moves memories of a client to the trash, `POST /owner/history` returns the revisions of
 * memories, `POST /owner/places` returns the domains and namespaces in use, `POST /owner/project` the name of a folder's project.
 * @returns a function that resolves to false for any other address
 */
export function createOwnerRoutes(dependencies: {
  readonly service: Pick<
    MemoryService,
    "importMemories" | "inbox" | "list" | "count" | "delete" | "history" | "facets" | "namespaces"
  >;
  readonly projectName: ProjectName;
  /** Whether an `Authorization` header has the owner's token. */
  isOwner(authorization: string | undefined): Promise<boolean>;
  /** Routes of other parts, by path; each receives the body and returns the response. */
  readonly others: OwnerRoutes;
}): (request: IncomingMessage, response: ServerResponse) => Promise<boolean> {
  const { service, projectName, isOwner, others } = dependencies;

  const routes: OwnerRoutes = {
    ...others,
    async "/owner/import"({ memories, dryRun, toInbox }) {
      // The service validates each memory.
      const archived = readList(memories, "memories") as ArchivedMemory[];
      return { outcomes: await service.importMemories(OWNER, archived, dryRun === true, toInbox === true) };
    },
    async "/owner/inbox"({ limit, cursor }) {
      const [page, counts] = await Promise.all([
        service.inbox.list(OWNER, "waiting", Number(limit ?? 50), typeof cursor === "string" ? cursor : undefined),
        service.inbox.counts(OWNER),
      ]);
      return { ...page, ...counts };
    },
    async "/owner/review"({ id, decision }) {
      if (decision === "reject") return service.inbox.reject(OWNER, String(id));
      return { memory: await service.inbox.keep(OWNER, String(id)) };
    },
    async "/owner/trash"({ via, since, dryRun }): Promise<TrashReport> {
      const filter = capturedVia(String(via), String(since));
      // One page: the command line repeats the request, so that none takes long.
      const { items } = dryRun === true ? { items: [] } : await service.list(OWNER, { ...filter, limit: MAX_MEMORIES });
      await inBatches(items, ({ id }) => service.delete(OWNER, id));
      return { moved: items.length, remaining: await service.count(OWNER, filter) };
    },
    "/owner/places": () => readPlaces(service),
    async "/owner/project"({ name, host }) {
      const project = parseDomain(String(name), "name");
      return { project: projectName(project, typeof host === "string" ? host : null, OWNER.grant) };
    },
    async "/owner/history"({ ids }) {
      return { histories: await Promise.all(readList(ids, "ids").map((id) => service.history(OWNER, String(id)))) };
    },
  };

  return async (request, response) => {
    const route = routes[request.url ?? ""];
    if (route === undefined || request.method !== "POST") return false;
    if (!(await isOwner(request.headers.authorization))) {
      throw new RecollectError("owner_token_required", {});
    }
    const { body } = await readJson(request, OWNER_JSON_LIMITS);
    sendJson(response, 200, await route(isRecord(body) ? body : {}));
    return true;
  };
}

function readList(value: unknown, field: string): unknown[] {
  if (Array.isArray(value) && value.length <= MAX_MEMORIES) return value;
  throw new RecollectError("list_too_long", { maximum: MAX_MEMORIES }, { field });
}
