import { expect, it } from "vitest";
import { withAllocatorSettings } from "./process-memory.ts";

it("adds the allocator's settings, and keeps those that the owner has set", () => {
  expect(withAllocatorSettings({ HOME: "/home/ada", MALLOC_ARENA_MAX: "8" })).toEqual({
    HOME: "/home/ada",
    MALLOC_ARENA_MAX: "8",
    MALLOC_MMAP_THRESHOLD_: "131072",
    MALLOC_TRIM_THRESHOLD_: "131072",
  });
});
