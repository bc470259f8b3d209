import { existsSync } from "node:fs";
import type { ClientMemorySettings, MemoryClient, WatchedFile } from "../core/client-memories.ts";
import { RecollectError, toErrorBody } from "../text/errors.ts";
import { folderOfInstructions, readInstructionSections } from "./instruction-files.ts";
import { fileAt } from "./list-folder.ts";
import { claudeCode } from "./readers/claude-code.ts";
import { codex } from "./readers/codex.ts";
import type { ClientMemoryReader, FoundEntry, FoundFiles, MemoryFile, ReaderSystem } from "./readers/reader.ts";

/** The readers of all clients. Cursor removed its memories in version 2.1 and never documented their file. */
export const READERS: readonly ClientMemoryReader[] = [claudeCode, codex];

/** A watched client, or a watched file of instructions. */
export interface Source {
  /** The client, or the path of the file. */
  readonly id: string;
  /** Null if the owner wrote it. */
  readonly client: MemoryClient | null;
  /** The chosen sections. A file is re-read when they change. */
  readonly chosen: string;
  find(): Promise<FoundFiles>;
  read(file: MemoryFile, text: string): readonly FoundEntry[];
  isChosen(name: string): boolean;
}

export function sourcesOf({ clients, files }: ClientMemorySettings, system: ReaderSystem): readonly Source[] {
  const readers = READERS.filter(({ client }) => clients.includes(client));
  return [...readers.map((reader) => clientSource(reader, system)), ...files.map((file) => fileSource(file, system))];
}

function clientSource(reader: ClientMemoryReader, system: ReaderSystem): Source {
  return {
    id: reader.client,
    client: reader.client,
    chosen: "",
    find: () => reader.find(system),
    read: reader.read,
    isChosen: () => true,
  };
}

function fileSource({ path, sections }: WatchedFile, system: ReaderSystem): Source {
  return {
    id: path,
    client: null,
    chosen: JSON.stringify(sections),
    async find() {
      if (!existsSync(path)) {
        const error = toErrorBody(new RecollectError("client_memory_missing", { path }));
        return { files: [], problems: [], missing: [{ path, error }] };
      }
      const folder = folderOfInstructions(path, system);
      return { files: [{ ...(await fileAt(path, folder)), folder }], problems: [] };
    },
    read: (_, text) => readInstructionSections(text),
    isChosen: (name) => sections === null || sections.includes(name),
  };
}
