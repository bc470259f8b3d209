import type { Memory } from "../core/memory.ts";
import type { AppClient } from "./app-client.ts";

/** Most memories of one answer of `list_memories`. */
const PAGE = 200;

interface ListAnswer {
  readonly memories: readonly (Memory & { readonly truncated?: true })[];
  readonly nextCursor?: string;
}

/** Memories in order, page after page. @param most how many at most */
export async function* walkMemories(app: AppClient, args: object, most: number): AsyncGenerator<Memory> {
  let left = most;
  let cursor: string | undefined;
  do {
    const page = { ...args, limit: Math.min(PAGE, left), ...(cursor === undefined ? {} : { cursor }) };
    const answer = await app.call<ListAnswer>("list_memories", page);
    for (const { truncated, ...memory } of answer.memories) {
      // An answer has its bounds; what was cut is fetched whole.
      const whole = truncated && wantsWhole(args) ? await readWhole(app, memory.id) : memory;
      yield whole;
    }
    left -= answer.memories.length;
    cursor = answer.nextCursor;
  } while (cursor !== undefined && left > 0);
}

function wantsWhole(args: object): boolean {
  return "detail" in args && args.detail === "everything";
}

async function readWhole(app: AppClient, id: string): Promise<Memory> {
  return (await app.call<{ readonly memory: Memory }>("get_memory", { id })).memory;
}
