import { readFileSync, rmSync } from "node:fs";
import { z } from "zod";
import type { Clock, Logger } from "../core/ports.ts";
import { setAside } from "../core/util/set-aside.ts";
import { RecollectError } from "../text/errors.ts";
import { writePrivateFile } from "./atomic-file.ts";

/** The dependencies that all record files of a process share. */
export interface RecordContext {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Raises an alert about a file that was damaged or cannot be read. Default: the problem is only logged. */
  readonly report?: (error: RecollectError) => void;
}

export interface RecordFileOptions<T> extends RecordContext {
  readonly file: string;
  readonly schema: z.ZodType<T>;
  /** The content if the file is missing. */
  readonly empty: T;
  /** Whether other processes write the file too: then every access reads it. */
  readonly isShared?: boolean;
  /** The JSON value of a content. Default: the content. */
  readonly encode?: (content: T) => unknown;
  /** Whether the JSON has no line breaks, because the file can be large. */
  readonly isCompact?: boolean;
  /** The usable part of a damaged file; null if there is none. */
  readonly salvage?: (text: string) => T | null;
  /** The alert about a damaged file with this text, which was renamed to `setAside`. */
  readonly damage?: (setAside: string, text: string) => RecollectError;
}

/**
 * A JSON file that is checked when it is read and replaced atomically. A missing file is empty. A damaged file is
 * renamed, so that nothing in it is lost. A file that cannot be read counts as empty but is never replaced.
 */
export class RecordFile<T> {
  readonly #options: RecordFileOptions<T>;
  #content: T;
  #failure: RecollectError | null = null;

  constructor(options: RecordFileOptions<T>) {
    this.#options = options;
    this.#content = options.empty;
    this.#read();
  }

  /** Why the file cannot be read; null if it can. */
  get failure(): RecollectError | null {
    return this.#failure;
  }

  get content(): T {
    if (this.#options.isShared === true) this.#read();
    return this.#content;
  }

  /**
   * Stores the content that `derive` returns for the current content.
   * @throws storage, including for a file that cannot be read; then nothing changes
   */
  change(derive: (content: T) => T): void {
    const next = derive(this.content);
    if (this.#failure !== null) throw this.#failure;
    this.#write(next);
    this.#content = next;
  }

  /** Deletes the file. */
  remove(): void {
    rmSync(this.#options.file, { force: true });
    this.#content = this.#options.empty;
  }

  #read(): void {
    const { file, schema, empty } = this.#options;
    let text: string;
    try {
      text = readFileSync(file, "utf8");
    } catch (error) {
      if (isMissing(error)) {
        this.#content = empty;
        this.#failure = null;
      } else this.#fail(error);
      return;
    }
    try {
      this.#content = schema.parse(JSON.parse(text));
      this.#failure = null;
    } catch (error) {
      this.#setAside(text, error);
    }
  }

  #setAside(text: string, error: unknown): void {
    const { file, empty, clock, logger, salvage, damage, report } = this.#options;
    let aside: string;
    try {
      aside = setAside(file, "broken", clock.now());
    } catch (failure) {
      this.#fail(failure);
      return;
    }
    this.#failure = null;
    logger.warn("A damaged file was renamed.", { file, aside, error });
    const salvaged = salvage?.(text) ?? null;
    this.#content = salvaged ?? empty;
    try {
      if (salvaged !== null) this.#write(salvaged);
    } catch (failure) {
      logger.warn("The usable part of a damaged file could not be stored.", { file, error: failure });
    }
    report?.(damage?.(aside, text) ?? new RecollectError("record_damaged", { path: file, setAside: aside }));
  }

  #fail(cause: unknown): void {
    const { file, empty, logger, report } = this.#options;
    this.#content = empty;
    if (this.#failure !== null) return;
    const finding = cause instanceof Error ? cause.message : String(cause);
    this.#failure = new RecollectError("record_unreadable", { path: file, finding }, { cause });
    logger.error("A file could not be read. It stays as it is.", { file, error: cause });
    report?.(this.#failure);
  }

  #write(content: T): void {
    const { file, encode, isCompact } = this.#options;
    const value = encode === undefined ? content : encode(content);
    writePrivateFile(file, `${JSON.stringify(value, null, isCompact === true ? undefined : 2)}\n`);
  }
}

export interface RecordListOptions<Item> extends RecordContext {
  readonly file: string;
  readonly item: z.ZodType<Item>;
  readonly keyOf: (item: Item) => string;
  /** The property of the file's object that has the items; default: the file is an array. */
  readonly property?: string;
  readonly isShared?: boolean;
  readonly isCompact?: boolean;
  readonly damage?: RecordFileOptions<readonly Item[]>["damage"];
}

/** Records with a key in a {@link RecordFile}, in the order in which they were added. Readable items survive damage. */
export class RecordList<Item> {
  readonly #keyOf: (item: Item) => string;
  readonly #file: RecordFile<readonly Item[]>;

  constructor({ item, keyOf, property, ...options }: RecordListOptions<Item>) {
    const inFile = (items: z.ZodType<readonly Item[]>) =>
      property === undefined
        ? items
        : z.object({ [property]: items }).transform((content): readonly Item[] => content[property] ?? []);
    const salvaged = inFile(
      z.array(z.unknown()).transform((values) =>
        values.flatMap((value) => {
          const parsed = item.safeParse(value);
          return parsed.success ? [parsed.data] : [];
        }),
      ),
    );
    this.#keyOf = keyOf;
    this.#file = new RecordFile({
      ...options,
      schema: inFile(z.array(item)),
      empty: [],
      encode: (items) => (property === undefined ? items : { [property]: items }),
      salvage(text) {
        const items = salvaged.safeParse(parseJson(text)).data ?? [];
        return items.length > 0 ? items : null;
      },
    });
  }

  /** @throws storage if the file cannot be read, so that it must not be written */
  assertReadable(): void {
    void this.#file.content;
    if (this.#file.failure !== null) throw this.#file.failure;
  }

  list(): readonly Item[] {
    return this.#file.content;
  }

  get(key: string): Item | undefined {
    return this.list().find((item) => this.#keyOf(item) === key);
  }

  /** Adds or replaces a record. @throws storage; then nothing changes */
  put(item: Item): void {
    const key = this.#keyOf(item);
    this.#file.change((items) => {
      const isKnown = items.some((known) => this.#keyOf(known) === key);
      return isKnown ? items.map((known) => (this.#keyOf(known) === key ? item : known)) : [...items, item];
    });
  }

  /** Changes a record if there is one. @throws storage; then nothing changes */
  update(key: string, changes: Partial<Item>): void {
    const item = this.get(key);
    if (item !== undefined) this.put({ ...item, ...changes });
  }

  /** Replaces all records. @throws storage; then nothing changes */
  replace(derive: (items: readonly Item[]) => readonly Item[]): void {
    this.#file.change(derive);
  }

  /** @throws storage; then nothing changes */
  delete(key: string): void {
    if (this.get(key) !== undefined) this.replace((items) => items.filter((item) => this.#keyOf(item) !== key));
  }
}

/** Undefined for a text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
