import { expect, it } from "vitest";
import type { AppStatus } from "../../electron/ipc/contract.ts";
import { en } from "../text/en.ts";
import { describeStatus } from "./describe-status.ts";

const status = (rest: Partial<AppStatus>) => ({ serving: "serving", problem: null, ...rest }) as AppStatus;

it("says what the service does, what is wrong and what to do", () => {
  expect(describeStatus(undefined, true, en)).toMatchObject({ label: "Starting", problem: null });
  expect(describeStatus(status({}), true, en)).toEqual({ tone: "good", label: "Serving", problem: null });
  expect(describeStatus(status({ serving: "paused" }), true, en)).toMatchObject({
    tone: "warn",
    problem: "Clients are refused until you resume.",
  });
  expect(describeStatus(status({ serving: "failed" }), true, en)).toMatchObject({ tone: "bad", label: "Not serving" });
});

it("says that nothing answers, whatever was known before", () => {
  expect(describeStatus(status({}), false, en)).toMatchObject({ tone: "bad", label: "No connection" });
});
