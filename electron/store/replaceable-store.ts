import { callMethod, forwardMethods } from "../core/util/forward-methods.ts";
import { withTimeout } from "../core/util/with-timeout.ts";
import { toStorageError } from "../sqlite/storage-error.ts";
import { RecollectError } from "../text/errors.ts";
import type { StoreParts } from "./store-parts.ts";

/** How long a call waits while the database is replaced. */
const WAIT_MS = 10_000;

type PartName = "memories" | "proposals" | "changes" | "text" | "vectors" | "tokens" | "use";

interface ReplaceableStoreOptions {
  readonly parts: StoreParts;
  /** Called with every failure of a call. Returns whether the call can be repeated, because the cause was removed. */
  readonly onError: (error: unknown) => Promise<boolean>;
}

/**
 * The parts of a store whose database file can be replaced while the application runs: after a repair, or by a backup.
 * Callers keep their references; their calls wait in the meantime.
 */
export class ReplaceableStore {
  readonly #onError: ReplaceableStoreOptions["onError"];
  #parts: StoreParts;
  #replacing: Promise<void> | null = null;

  constructor({ parts, onError }: ReplaceableStoreOptions) {
    this.#parts = parts;
    this.#onError = onError;
  }

  get parts(): StoreParts {
    return this.#parts;
  }

  /** Returns a proxy that forwards each call to the current part of this name. */
  part<Name extends PartName>(name: Name): StoreParts[Name] {
    return forwardMethods(this.#parts[name], (method, args) =>
      this.#call(() => callMethod(this.#parts[name], method, args)),
    );
  }

  /**
   * Closes the parts, runs `replace`, and uses the parts that it returns. One replacement runs at a time.
   * @param replace must reopen the database, even after a failure
   */
  async replace(replace: () => Promise<StoreParts>): Promise<void> {
    while (this.#replacing !== null) await this.#replacing;
    const run = async () => {
      await this.#parts.close();
      this.#parts = await replace();
    };
    const replacing = run();
    this.#replacing = replacing
      .catch(() => undefined)
      .finally(() => {
        this.#replacing = null;
      });
    await replacing;
  }

  async close(): Promise<void> {
    while (this.#replacing !== null) await this.#replacing;
    await this.#parts.close();
  }

  #call(call: () => unknown): unknown {
    if (this.#replacing !== null) return this.#wait(this.#replacing).then(() => this.#call(call));
    const parts = this.#parts;
    const result = call();
    if (!(result instanceof Promise)) return result;
    return result.catch(async (thrown: unknown) => {
      const error = toStorageError(thrown);
      if (await this.#onError(error)) return call();
      // The database was closed under the call, to be replaced.
      const isReplaced = this.#replacing !== null || this.#parts !== parts;
      if (!isReplaced || !isClosed(error)) throw error;
      return this.#call(call);
    });
  }

  async #wait(replacing: Promise<void>): Promise<void> {
    await withTimeout(replacing, WAIT_MS, () => new RecollectError("database_replaced", {}));
  }
}

function isClosed(error: unknown): boolean {
  return error instanceof RecollectError && error.details?.reason === "store_closed";
}
