import { readFileSync } from "node:fs";
import type { ConnectionScope, Transport } from "../../core/client-connection.ts";
import type { Entry } from "../connect/client.ts";
import { isMembers } from "./entry-place.ts";
import type { Reversal } from "./reversal.ts";

/** One file that we wrote. It holds a token where the file does. */
export interface ConnectionRecord {
  readonly clientId: string;
  readonly transport: Transport;
  readonly scope: ConnectionScope;
  readonly path: string;
  /** What we wrote. */
  readonly entry: Entry;
  /** Whether the key that holds the servers, and the file, were made by us. */
  readonly madeContainer: boolean;
  readonly madeFile: boolean;
  /** Takes our writing back to the byte; null where it replaced something. */
  readonly reversal: Reversal | null;
}

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
      const parsed: unknown = JSON.parse(readFileSync(file, "utf8"));
      return Array.isArray(parsed) ? parsed.filter(isRecord) : [];
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

function isRecord(value: unknown): value is ConnectionRecord {
  if (!isMembers(value)) return false;
  const { clientId, transport, scope, path, entry, madeContainer, madeFile, reversal } = value;
  return (
    typeof clientId === "string" &&
    (transport === "http" || transport === "stdio") &&
    (scope === "user" || scope === "project") &&
    typeof path === "string" &&
    isMembers(entry) &&
    typeof madeContainer === "boolean" &&
    typeof madeFile === "boolean" &&
    (reversal === null || (isMembers(reversal) && typeof reversal.was === "string" && typeof reversal.is === "string"))
  );
}
