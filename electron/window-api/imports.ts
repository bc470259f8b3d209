import path from "node:path";
import { OWNER } from "../core/caller.ts";
import { parseDomain, USER_DOMAIN } from "../core/domain.ts";
import type { Events } from "../core/events.ts";
import type { MemoryService } from "../core/memory-service.ts";
import type { Clock } from "../core/ports.ts";
import type { ProjectNaming } from "../core/project-name.ts";
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
  /** What the names of projects depend on. Default: their spelling only. */
  readonly naming?: ProjectNaming;
  readonly events: Events;
  readonly clock: Clock;
}

/** Handlers for imports from other programs. */
export function createImportHandlers(dependencies: ImportDependencies): AreaHandlers<"imports"> {
  const { memories, machine, openSource, naming, events, clock } = dependencies;
  const target = createServiceTarget(memories);
  return {
    "imports.found": async () => findImports(machine),
    "imports.store": ({ memories: archived, dryRun = false, toInbox = false }) =>
      memories.importMemories(OWNER, archived, dryRun, toInbox),
    "imports.run": async ({ path: given, dryRun, toInbox = false, asNew = false, domain, projects = {} }, signal) => {
      const file = toAbsolute(given, machine.home);
      const assigned = await Promise.all(
        Object.entries(projects).map(
          async ([theirs, ours]) => [theirs, await memories.domainOf(OWNER, parseDomain(ours, "projects"))] as const,
        ),
      );
      const options = {
        dryRun,
        toInbox,
        asNew,
        domain: domain === undefined ? undefined : await memories.domainOf(OWNER, domain),
        defaultDomain: USER_DOMAIN,
        projects: new Map(assigned),
        naming,
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
