import Database from "better-sqlite3";

/**
 * Returns the free memory of glibc's heap to the system. `free` returns it only at the end of the heap, so one block in
 * use keeps all free memory before it: 10 to 30 MB after a few hundred searches or a backup. The allocator's settings
 * (`electron/platform/process-memory.ts`) apply to that end only. `malloc_trim` returns the rest, and Node has no call for
 * it.
 *
 * SQLite calls a named function of a library when it loads an extension, here that one, as `int f(sqlite3 *, char **,
 * const sqlite3_api_routines *)`. `int malloc_trim(size_t pad)` takes the first argument. The other two are ignored:
 * the calling conventions of Linux pass them in registers, or the caller removes them. `pad` is the size to keep at the
 * end of the heap, and any number is valid: the address of the connection keeps all of it. Only pages that the
 * allocator has free are returned, under its locks, so other threads can allocate at the same time. SQLite takes the
 * result 1, memory was returned, as a failure and closes its own handle of the library, which Node still uses.
 *
 * Does nothing where the file or the function is missing, as on musl: SQLite reports that. Where another allocator
 * replaces glibc's, only the unused heap of glibc is looked at. The connection is in memory and closed immediately, so
 * no other one loads extensions.
 */
export function returnFreeMemory(): void {
  // Electron brings its own allocator, which returns memory by itself.
  if (process.platform !== "linux" || process.versions.electron !== undefined) return;
  let database: Database.Database | null = null;
  try {
    database = new Database(":memory:");
    // Its types lack the second parameter, the name of the function.
    const loader = database as unknown as { loadExtension(file: string, name: string): void };
    loader.loadExtension("libc.so.6", "malloc_trim");
  } catch {
    // It was called, or this system's C library is another one. Either way the application continues.
  } finally {
    database?.close();
  }
}
