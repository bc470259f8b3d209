import { expect, it } from "vitest";
import { formatRoute, parseRoute } from "../../navigation/route.ts";
import { activityTarget, readActivityRoute } from "./activity-route.ts";

it("reads back the filter and the open message that an address was made from", () => {
  const filter = {
    client: "Visual Studio Code",
    text: "a&b",
    outcome: "error",
    minimumDurationMs: 100,
    pinned: true,
    refused: true,
    since: Date.UTC(2026, 10, 21, 10, 0),
    until: Date.UTC(2026, 10, 21, 10, 1),
    memory: "01JD6Z5Q8N3V7K2M4P9R1S5T6W",
  } as const;
  const address = formatRoute(activityTarget(filter, 812));
  expect(readActivityRoute(parseRoute(address))).toEqual({ filter, openId: 812 });
});

it("ignores invalid values in an address", () => {
  expect(
    readActivityRoute(parseRoute("#/activity/x1?outcome=maybe&transport=pigeon&minimum=-4&client=&since=soon&memory=")),
  ).toEqual({
    filter: {},
    openId: null,
  });
});
