import type { Memory } from "../core/memory.ts";
import type { AppClient } from "./app-client.ts";

/** The maximum limit of `list_memories`. */
const MAX_PAGE_SIZE = 200;

/**
 * Lists memories page by page.
 * @param maximum how many at most
 * @param onNotice called once for each reason why memories are missing
 */
export async function* walkMemories(
  app: AppClient,
  args: object,
  maximum: number,
  onNotice: (notice: string) => void = () => undefined,
): AsyncGenerator<Memory> {
  const noticed = new Set<string>();
  let left = maximum;
  let cursor: string | undefined;
  do {
    const page = { ...args, limit: Math.min(MAX_PAGE_SIZE, left), cursor };
    const result = await app.call("list_memories", page);
    for (const notice of result.notices ?? []) {
      if (noticed.has(notice)) continue;
      noticed.add(notice);
      onNotice(notice);
    }
    for (const { truncated, ...memory } of result.memories) {
      // A response has a maximum size; a truncated memory is re-read in full.
      yield truncated && wantsFullContent(args) ? await readMemory(app, memory.id) : memory;
    }
    left -= result.memories.length;
    cursor = result.nextCursor;
  } while (cursor !== undefined && left > 0);
}

function wantsFullContent(args: object): boolean {
  return "detail" in args && args.detail === "everything";
}

async function readMemory(app: AppClient, id: string): Promise<Memory> {
  return (await app.call("get_memory", { id, detail: "everything" })).memory;
}
