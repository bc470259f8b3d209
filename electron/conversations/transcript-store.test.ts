import { expect, it } from "vitest";
import { DEFAULT_SECRET_POLICY } from "../core/secrets/policy.ts";
import { keptText } from "./transcript-store.ts";

const SECRET = `ghp_${"aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA1bC2"}`;

it("masks a secret that starts before the end of the kept part of a long message", () => {
  const kept = keptText(`${"word ".repeat(39_995)} ${SECRET} ${"word ".repeat(100)}`, DEFAULT_SECRET_POLICY, null);
  expect(kept).toHaveLength(200_000);
  expect(kept).not.toContain("ghp_");
});

it("applies the choice for the project, and that for the user to a conversation without one", () => {
  const policy = { ...DEFAULT_SECRET_POLICY, domains: { shop: "allow", user: "refuse" } } as const;
  expect(keptText(SECRET, policy, "shop")).toBe(SECRET);
  expect(keptText(SECRET, policy, null)).toMatch(/^\[secret: /);
});
