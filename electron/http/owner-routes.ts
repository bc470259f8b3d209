import type { IncomingMessage, ServerResponse } from "node:http";
import type { ArchivedMemory } from "../core/archive.ts";
import { OWNER } from "../core/caller.ts";
import { invalidArgument, RecollectError } from "../core/errors.ts";
import type { MemoryService } from "../core/memory-service.ts";
import { placesIn } from "../import/places.ts";
import { sendJson } from "../mcp/answers.ts";
import { readJson } from "./body.ts";

/** Most memories of one request. */
const MOST = 200;

/**
 * What the owner alone may ask over HTTP, with the owner's token, and what is no tool for assistants:
 * `POST /owner/import` takes memories of another data folder in, `POST /owner/history` tells the past of some,
 * `POST /owner/places` which domains and namespaces there are.
 * @returns false where the address is none of these
 */
export function createOwnerRoutes(dependencies: {
  readonly service: Pick<MemoryService, "importMemories" | "history" | "facets" | "namespaces">;
  /** Whether this `Authorization` header is the owner's. */
  isOwner(authorization: string | undefined): Promise<boolean>;
}): (request: IncomingMessage, response: ServerResponse) => Promise<boolean> {
  const { service, isOwner } = dependencies;

  const answers: Readonly<Record<string, (body: Readonly<Record<string, unknown>>) => Promise<object>>> = {
    async "/owner/import"({ memories, dryRun }) {
      const given = listOf(memories, "memories") as ArchivedMemory[];
      return { outcomes: await service.importMemories(OWNER, given, dryRun === true) };
    },
    "/owner/places": () => placesIn(service),
    async "/owner/history"({ ids }) {
      return { histories: await Promise.all(listOf(ids, "ids").map((id) => service.history(OWNER, String(id)))) };
    },
  };

  return async (request, response) => {
    const answer = answers[request.url ?? ""];
    if (answer === undefined || request.method !== "POST") return false;
    if (!(await isOwner(request.headers.authorization))) {
      throw new RecollectError("unauthenticated", "This is for the owner's token alone.");
    }
    const { body } = await readJson(request);
    sendJson(response, 200, await answer((body ?? {}) as Record<string, unknown>));
    return true;
  };
}

function listOf(value: unknown, field: string): unknown[] {
  if (Array.isArray(value) && value.length <= MOST) return value;
  throw invalidArgument(field, `${field} must be a list of at most ${MOST}.`);
}
