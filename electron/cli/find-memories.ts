import type { Memory } from "../core/memory.ts";
import type { AppClient } from "./app-client.ts";

/** Reads the memories that words name by id, short id or URN. One unknown word changes nothing. @throws not_found */
export async function findMemories(app: AppClient, references: readonly string[]): Promise<readonly Memory[]> {
  const found: Memory[] = [];
  for (const reference of references) {
    const memory = await app.ask("memories.get", { reference });
    if (!found.some(({ id }) => id === memory.id)) found.push(memory);
  }
  return found;
}
