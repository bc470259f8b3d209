import { randomBytes } from "node:crypto";
import { ulid } from "ulid";
import { expect, it, onTestFinished } from "vitest";
import { followPlacesInGrants } from "../auth/follow-places.ts";
import { Tokens } from "../auth/tokens.ts";
import { FULL_GRANT, type Grant, OWNER } from "../core/caller.ts";
import { createEvents } from "../core/events.ts";
import type { PlaceKind } from "../core/places.ts";
import { PLAIN_NAMING } from "../core/project-name.ts";
import { DEFAULT_SECRET_POLICY, type SecretPolicy } from "../core/secrets/policy.ts";
import { openTestStore, SILENT } from "../store/testing/open-store.ts";
import { followPlacesInSettings } from "./follow-places.ts";
import { createMemoryCore } from "./memory-core.ts";

async function open(secrets: SecretPolicy = DEFAULT_SECRET_POLICY) {
  const store = await openTestStore();
  const clock = { now: () => Date.now() };
  const key = randomBytes(32);
  const tokens = new Tokens({ store: store.tokens, key: async () => key, clock, newId: ulid });
  onTestFinished(() => tokens.close());
  let current = { secrets };
  const settings = {
    current: () => current,
    update: (changes: object) => {
      current = { ...current, ...changes };
      return current;
    },
  };
  const events = createEvents((error) => {
    throw error;
  });
  const placeFollowers = [
    followPlacesInGrants(tokens, PLAIN_NAMING),
    followPlacesInSettings(settings as unknown as Parameters<typeof followPlacesInSettings>[0]),
  ];
  const { service, close } = createMemoryCore(store, { clock, events, logger: SILENT, placeFollowers });
  onTestFinished(close);
  const limit = (subject: string, grant: Partial<Grant>) =>
    tokens.issue({ subject, grant: { ...FULL_GRANT, ...grant }, expiresAt: null });
  const grantOf = async (subject: string) => (await tokens.list()).find((row) => row.subject === subject)?.grant;
  const move = (kind: PlaceKind, from: string, to: string, dryRun = false) =>
    service.movePlace(OWNER, { kind, from, to }, dryRun);
  return { service, tokens, limit, grantOf, move, secrets: () => current.secrets };
}

it("limits the clients of a domain to the domain that its memories moved to, and back", async () => {
  const { service, tokens, limit, grantOf, move } = await open();
  for (const domain of ["acme/shpo", "acme/shop"]) await service.capture(OWNER, { content: `In ${domain}`, domain });
  await limit("codex", { domains: ["https://github.com/Acme/shpo.git"], access: "read" });
  await limit("gemini-cli", { domains: ["user", "acme/shpo", "acme/shop"] });
  await limit("cursor", { domains: ["acme/other"] });
  await limit("goose", {});
  await limit("cline", { domains: ["acme/shpo"] });
  await tokens.revokeSubject("cline");

  const preview = await move("domain", "acme/shpo", "acme/shop", true);
  expect(preview.clients).toEqual(["codex", "gemini-cli"]);
  expect(await grantOf("codex")).toMatchObject({ domains: ["https://github.com/Acme/shpo.git"] });
  const { id } = await move("domain", "acme/shpo", "acme/shop");
  expect(await grantOf("codex")).toEqual({ ...FULL_GRANT, access: "read", domains: ["acme/shop"] });
  expect(await grantOf("gemini-cli")).toMatchObject({ domains: ["user", "acme/shop"] });
  expect(await grantOf("cursor")).toMatchObject({ domains: ["acme/other"] });
  expect(await grantOf("goose")).toMatchObject({ domains: null });
  expect(await grantOf("cline")).toMatchObject({ domains: ["acme/shpo"] });

  // Rights that the owner changed in the meantime stay.
  await tokens.update("gemini-cli", { grant: { ...FULL_GRANT, domains: ["user"] } });
  await service.undoPlaceMove(OWNER, id ?? "");
  expect(await grantOf("codex")).toMatchObject({ domains: ["https://github.com/Acme/shpo.git"], access: "read" });
  expect(await grantOf("gemini-cli")).toMatchObject({ domains: ["user"] });
});

it("limits the clients of a namespace to the namespace that its memories moved to", async () => {
  const { service, limit, grantOf, move } = await open();
  await service.addNamespace(OWNER, "dec");
  await service.capture(OWNER, { content: "One", namespace: "dec" });
  await limit("codex", { namespaces: ["dec", "context"] });
  await limit("goose", { domains: ["dec"] });
  const { id, clients } = await move("namespace", "dec", "decisions");
  expect(clients).toEqual(["codex"]);
  expect(await grantOf("codex")).toMatchObject({ namespaces: ["decisions", "context"] });
  expect(await grantOf("goose")).toMatchObject({ domains: ["dec"] });
  await service.undoPlaceMove(OWNER, id ?? "");
  expect(await grantOf("codex")).toMatchObject({ namespaces: ["dec", "context"] });
});

it("keeps the owner's choice about secrets for the memories of a domain", async () => {
  const domains = { "Acme/Shpo": "allow", "acme/other": "refuse" } as const;
  const { service, move, secrets } = await open({ ...DEFAULT_SECRET_POLICY, domains });
  await service.capture(OWNER, { content: "One", domain: "acme/shpo" });
  const { id } = await move("domain", "acme/shpo", "acme/shop");
  expect(secrets().domains).toEqual({ "acme/shop": "allow", "acme/other": "refuse" });
  await service.undoPlaceMove(OWNER, id ?? "");
  expect(secrets().domains).toEqual(domains);
  await move("domain", "acme/shpo", "acme/other");
  expect(secrets().domains).toEqual(domains);
});
