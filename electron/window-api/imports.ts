import path from "node:path";
import { OWNER } from "../core/caller.ts";
import { parseDomain, USER_DOMAIN } from "../core/domain.ts";
import type { Events } from "../core/events.ts";
import type { MemoryService } from "../core/memory-service.ts";
import type { Clock } from "../core/ports.ts";
import { findImports, type Machine } from "../import/find-imports.ts";
import type { ImportSource } from "../import/import-item.ts";
import { importMemories } from "../import/import-memories.ts";
import { createServiceTarget } from "../import/import-target.ts";
import { RecollectError } from "../text/errors.ts";
import type { AreaHandlers } from "./contract.ts";

export interface ImportDependencies {
  readonly memories: MemoryService;
  readonly machine: Machine;
  /** Opens a file or folder without delaying other requests. */
  readonly openSource: (file: string) => Promise<ImportSource>;
  readonly events: Events;
  readonly clock: Clock;
}

/** Handlers for imports from other programs. */
export function createImportHandlers(dependencies: ImportDependencies): AreaHandlers<"imports"> {
  const { memories, machine, openSource, events, clock } = dependencies;
  const target = createServiceTarget(memories);
  return {
    "imports.found": async () => findImports(machine),
    "imports.store": ({ memories: archived, dryRun = false, toInbox = false }) =>
      memories.importMemories(OWNER, archived, dryRun, toInbox),
    "imports.run": async ({ path: given, dryRun, toInbox = false, asNew = false, domain, projects = {} }, signal) => {
      const file = toAbsolute(given, machine.home);
      const assigned = Object.entries(projects).map(
        ([theirs, ours]) => [theirs, parseDomain(ours, "projects")] as const,
      );
      const options = {
        dryRun,
        toInbox,
        asNew,
        domain: domain === undefined ? undefined : parseDomain(domain),
        defaultDomain: USER_DOMAIN,
        projects: new Map(assigned),
        now: clock.now(),
      };
      return await importMemories(await openSource(file), target, options, (done, total) => {
        if (signal?.aborted === true) throw new RecollectError("import_stopped", {});
        events.emit("import.progress", { done, total });
      });
    },
  };
}

/** Expands `~`. Any other relative path would depend on the folder that the application was started in. */
function toAbsolute(given: string, home: string): string {
  const file = given.replace(/^~(?=$|[/\\])/, home);
  if (path.isAbsolute(file)) return path.normalize(file);
  throw new RecollectError("import_path_relative", { path: given }, { field: "path" });
}
