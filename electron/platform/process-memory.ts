/**
 * Settings of glibc's allocator for a process of the application; other systems ignore them. Without them glibc raises
 * the size from which it gives freed memory back to the system after each large allocation, and keeps an arena for each
 * thread: 27 MB more stay resident when the application is idle with 100,000 memories.
 */
const SETTINGS = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "131072",
  MALLOC_TRIM_THRESHOLD_: "131072",
} as const;

/**
 * Arguments of Node for a process of the application. A semi-space of at most 8 MB instead of 32 keeps up to 50 MB less
 * resident after many calls. V8 reads it only when it starts.
 */
export const NODE_ARGUMENTS = ["--max-semi-space-size=8"] as const;

/** Adds the settings to the environment of a process. Those that are set already stay. */
export function withAllocatorSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...SETTINGS, ...env };
}
