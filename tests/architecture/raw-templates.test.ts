import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { root } from "../../scripts/tools.ts";

/** One such character doubles the memory that the source of a bundle takes (ADR 0029). */
it("has no character beyond Latin-1 in String.raw, which the bundler cannot escape: write it as \\uXXXX", () => {
  const bundled = globSync("electron/**/*.ts", { cwd: root }).filter(
    (file) => !file.endsWith(".test.ts") && !file.includes("/testing/"),
  );
  const found = bundled.flatMap((file) =>
    [...readFileSync(path.join(root, file), "utf8").matchAll(/String\.raw`[^`]*[\u0100-\uffff][^`]*`/g)].map(
      ([text]) => `${file}: ${text}`,
    ),
  );
  expect(found).toEqual([]);
});
