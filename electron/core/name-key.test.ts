import { expect, it } from "vitest";
import { nameKey } from "./name-key.ts";

it("has the same key for names that differ in case, separators, accents and characters that look the same", () => {
  const spellings = [
    "capture_memory",
    "Capture_Memory",
    "captureMemory",
    "CAPTURE-MEMORY",
    "capture.memory",
    " capture memory\n",
    "capture__memory_",
    "сарturе_mеmоrу",
    "ｃａｐｔｕｒｅ＿ｍｅｍｏｒｙ",
    "𝐜𝐚𝐩𝐭𝐮𝐫𝐞_𝑚𝑒𝑚𝑜𝑟𝑦",
    "cápture_mémory",
    "cap\u200bture\u00ad_memory",
    "capture_rnemory",
    "capture_mem0ry",
    "ϲαρτυгε_мεмοгγ",
  ];
  for (const spelling of spellings) expect([spelling, nameKey(spelling)]).toEqual([spelling, "capturememory"]);
  expect(nameKey("LIST_MEM0R1ES")).toBe(nameKey("list_memories"));
  expect(nameKey("rec011ect")).toBe(nameKey("recollect"));
});

it("has different keys for different names", () => {
  const names = ["capture_memory", "capture_memories", "recapture_memory", "capture", "memory", "get_memory_2", "记忆"];
  expect(new Set(names.map(nameKey)).size).toBe(names.length);
});
