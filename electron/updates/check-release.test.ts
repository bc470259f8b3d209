import { expect, it } from "vitest";
import { checkRelease } from "./check-release.ts";

it("reads no more than 256 KiB of a release file", async () => {
  let chunks = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      chunks += 1;
      controller.enqueue(new Uint8Array(64 * 1024));
    },
  });
  const checking = checkRelease({
    feed: "https://example.org/",
    platform: "linux",
    arch: "x64",
    publicKey: null,
    fetch: async () => new Response(endless),
    signal: new AbortController().signal,
  });
  await expect(checking).rejects.toMatchObject({ details: { reason: "update_unreachable" } });
  expect(chunks).toBeLessThan(10);
});
