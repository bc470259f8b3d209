import Database from "better-sqlite3";

/**
 * Returns the free memory of glibc's heap to the system. `free` returns it only at the end of the heap, so one block in
 * use keeps all free memory before it: 10 to 30 MB after a few hundred searches. Only `malloc_trim` returns that, and
 * Node has no call for it. SQLite calls a named function of a library when it loads an extension, here that one. Its
 * only parameter, the size to keep at the end of the heap, is then a large number (the address of the connection), and
 * its result, 1 if memory was returned, is an error code to SQLite (ADR 0029). Does nothing on other systems.
 */
export function returnFreeMemory(): void {
  // Electron brings its own allocator, which returns memory by itself.
  if (process.platform !== "linux" || process.versions.electron !== undefined) return;
  const database = new Database(":memory:");
  // Its types lack the second parameter, the name of the function.
  const loader = database as unknown as { loadExtension(file: string, name: string): void };
  try {
    loader.loadExtension("libc.so.6", "malloc_trim");
  } catch {
    // It was called, or this system's C library is another one.
  } finally {
    database.close();
  }
}
