import { expect, it } from "vitest";
import { en } from "../../electron/text/en.ts";
import type { AppStatus } from "../../electron/window-api/contract.ts";
import { describeStatus } from "./status-block.tsx";

const status = (rest: Partial<AppStatus>) => ({ serving: "serving", problem: null, ...rest }) as AppStatus;

it("describes the state of the service and what to do about a problem", () => {
  expect(describeStatus(undefined, true, en)).toMatchObject({ label: "Starting", problem: null });
  expect(describeStatus(status({}), true, en)).toEqual({ tone: "good", label: "Serving", problem: null });
  expect(describeStatus(status({ serving: "paused" }), true, en)).toMatchObject({
    tone: "warn",
    problem: "Clients are refused until you resume.",
  });
  expect(describeStatus(status({ serving: "failed" }), true, en)).toMatchObject({ tone: "bad", label: "Not serving" });
});

it("reports no connection even if a status is known", () => {
  expect(describeStatus(status({}), false, en)).toMatchObject({ tone: "bad", label: "No connection" });
});
