import path from "node:path";
import { parseDomain, USER_DOMAIN } from "../core/domain.ts";
import { invalidArgument, RecollectError } from "../core/errors.ts";
import type { Events } from "../core/events.ts";
import type { MemoryService } from "../core/memory-service.ts";
import type { Clock } from "../core/ports.ts";
import { findImports, type Machine } from "../import/find-imports.ts";
import { importMemories } from "../import/import-memories.ts";
import { openImportSource } from "../import/open-source.ts";
import { createServiceTarget } from "../import/service-target.ts";
import type { AreaHandlers } from "./contract.ts";

export interface ImportDependencies {
  readonly memories: MemoryService;
  readonly machine: Machine;
  readonly events: Events;
  readonly clock: Clock;
}

/** What the window asks about memories of other programs. */
export function createImportHandlers(dependencies: ImportDependencies): AreaHandlers<"imports"> {
  const { memories, machine, events, clock } = dependencies;
  const target = createServiceTarget(memories);
  return {
    "imports.found": async () => findImports(machine),
    "imports.run": async ({ path: given, dryRun, projects = {} }, signal) => {
      const file = absolute(given, machine.home);
      const asked = Object.entries(projects).map(([theirs, ours]) => [theirs, parseDomain(ours, "projects")] as const);
      const options = {
        dryRun,
        asNew: false,
        domain: undefined,
        defaultDomain: USER_DOMAIN,
        projects: new Map(asked),
        now: clock.now(),
      };
      return await importMemories(await openImportSource(file), target, options, (done, total) => {
        if (signal?.aborted === true) throw new RecollectError("cancelled", "The import was stopped.");
        events.emit("import.progress", { done, total });
      });
    },
  };
}

/** A person may write `~`; anything else that is not absolute would depend on where the application was started. */
function absolute(given: string, home: string): string {
  const file = given.replace(/^~(?=$|[/\\])/, home);
  if (path.isAbsolute(file)) return path.normalize(file);
  throw invalidArgument("path", `${given} is not a full path.`, "Begin with the root of the disk, or with ~ for home.");
}
