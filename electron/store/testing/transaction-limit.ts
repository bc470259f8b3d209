import { onTestFinished, vi } from "vitest";

/**
 * Replaces the clock that limits transactions by time until the test ends, so that their number does not depend on the
 * speed of the machine: each ends after one write or step, or after all that are queued.
 */
export function limitTransactions(to: "one" | "all"): void {
  let now = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => {
    if (to === "one") now += 1_000;
    return now;
  });
  onTestFinished(() => clock.mockRestore());
}
