import { expect, it } from "vitest";
import { createTestBridge } from "../../testing/test-bridge.ts";
import { readExport } from "./export-log.ts";

it("reads every page of an export and joins them in order", async () => {
  const bridge = createTestBridge({
    "requests.export": ({ cursor }) =>
      cursor === undefined ? { lines: '{"id":1}\n{"id":2}\n', nextCursor: "2" } : { lines: '{"id":3}\n' },
  });
  const { file, messages } = await readExport(bridge, { outcome: "ok", ids: [1, 2, 3] });
  expect(await file.text()).toBe('{"id":1}\n{"id":2}\n{"id":3}\n');
  expect(messages).toBe(3);
  expect(bridge.calls.map(({ input }) => input)).toEqual([
    { outcome: "ok", ids: [1, 2, 3] },
    { outcome: "ok", ids: [1, 2, 3], cursor: "2" },
  ]);
});
