import { readFileSync } from "node:fs";
import { z } from "zod";
import type { Value } from "../connect/write-text.ts";

const value: z.ZodType<Value> = z.lazy(() =>
  z.union([z.string(), z.number(), z.boolean(), z.array(value), z.record(z.string(), value)]),
);
const record = z.object({
  clientId: z.string(),
  transport: z.enum(["http", "stdio"]),
  scope: z.enum(["user", "project"]),
  path: z.string(),
  /** What we wrote. */
  entry: z.record(z.string(), value),
  /** Whether the key that holds the servers, and the file, were made by us. */
  madeContainer: z.boolean(),
  madeFile: z.boolean(),
  /** Takes our writing back to the byte; null where it replaced something. */
  reversal: z.object({ was: z.string(), is: z.string() }).nullable(),
});

/** One file that we wrote. It holds a token where the file does. */
export type ConnectionRecord = z.output<typeof record>;

/** What we wrote, and where. */
export interface ConnectionRegistry {
  list(): readonly ConnectionRecord[];
  find(file: string): ConnectionRecord | null;
  save(record: ConnectionRecord): void;
  forget(file: string): void;
}

/**
 * Keeps the records in one file, read anew each time: the command line writes it too. What cannot be read counts as
 * empty: then disconnecting works by the entry alone.
 * @param write writes a whole file that only its owner may read
 */
export function openConnectionRegistry(
  file: string,
  write: (file: string, content: string) => void,
): ConnectionRegistry {
  const list = (): ConnectionRecord[] => {
    try {
      const parsed = z.array(z.unknown()).parse(JSON.parse(readFileSync(file, "utf8")));
      return parsed.flatMap((each) => record.safeParse(each).data ?? []);
    } catch {
      return [];
    }
  };
  const others = (path: string) => list().filter((each) => each.path !== path);
  const store = (records: readonly ConnectionRecord[]) => write(file, `${JSON.stringify(records, null, 2)}\n`);
  return {
    list,
    find: (path) => list().find((each) => each.path === path) ?? null,
    save: (saved) => store([...others(saved.path), saved]),
    forget: (path) => {
      const kept = others(path);
      if (kept.length < list().length) store(kept);
    },
  };
}
