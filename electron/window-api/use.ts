import { OWNER } from "../core/caller.ts";
import type { MemoryService } from "../core/memory-service.ts";
import type { GivenRecorder, UseService } from "../core/use.ts";
import type { AreaHandlers } from "./contract.ts";

export interface UseDependencies {
  readonly use: Omit<UseService, keyof GivenRecorder>;
  readonly memories: Pick<MemoryService, "get">;
}

/** Which memories clients got and used, for the owner. */
export function createUseHandlers({ use, memories }: UseDependencies): AreaHandlers<"use"> {
  return {
    "use.ofMemory": ({ id }) => use.ofMemory(id),
    "use.byClient": () => use.byClient(),
    "use.neverUsed": async () => {
      const ids = await use.neverUsed();
      // A memory can be deleted in the meantime.
      const found = await Promise.all(ids.map((id) => memories.get(OWNER, id).catch(() => null)));
      const present = found.filter((memory) => memory !== null);
      return await Promise.all(present.map(async (memory) => ({ memory, use: await use.ofMemory(memory.id) })));
    },
    "use.between": ({ subject, from, to }) => use.between(subject, Date.parse(from), Date.parse(to)),
  };
}
