/** A program that stores memories and finds them. */
export interface MemoryProgram {
  readonly name: string;
  /** Writes memories 0 to `count` − 1 into an empty folder. */
  fill(folder: string, count: number): Promise<void>;
  /** Starts the program on a folder. Resolves once it answers. */
  start(folder: string): Promise<RunningProgram>;
}

export interface RunningProgram {
  readonly pid: number;
  /** Opens a client. Programs on stdio have one connection, which all clients share. */
  open(): Promise<MemoryClient>;
  stop(): Promise<void>;
}

export interface MemoryClient {
  /** Stores the memory with this number. Resolves once the program has acknowledged it. */
  capture(number: number): Promise<void>;
  /** Searches ten memories by words. @returns whether it found one */
  search(query: string): Promise<boolean>;
  /** Searches by words and meaning. Null if the program has no model on this computer. */
  readonly searchMeaning: ((query: string) => Promise<boolean>) | null;
  /** The smallest request that the program answers. */
  ping(): Promise<void>;
  close(): void;
}
