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
import { followPlacesInConversations, followPlacesInSettings, followPlacesInViews } from "./follow-places.ts";
import { createMemoryCore } from "./memory-core.ts";

type Settings = Parameters<typeof followPlacesInSettings>[0];
const VIEWS: readonly { readonly id: string; readonly name: string; readonly address: string }[] = [];

async function open(secrets: SecretPolicy = DEFAULT_SECRET_POLICY, { excluded = [] as string[], views = VIEWS } = {}) {
  const store = await openTestStore();
  const clock = { now: () => Date.now() };
  const key = randomBytes(32);
  const tokens = new Tokens({ store: store.tokens, key: async () => key, clock, newId: ulid });
  onTestFinished(() => tokens.close());
  const conversations = { excludedProjects: excluded, unsuggestedProjects: [] as string[] };
  let current = { secrets, conversations, views };
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
    followPlacesInSettings(settings as unknown as Settings),
    followPlacesInConversations(settings as unknown as Settings),
    followPlacesInViews(settings as unknown as Settings),
  ];
  const { service, close } = createMemoryCore(store, { clock, events, logger: SILENT, placeFollowers });
  onTestFinished(close);
  const limit = (subject: string, grant: Partial<Grant>) =>
    tokens.issue({ subject, grant: { ...FULL_GRANT, ...grant }, expiresAt: null });
  const grantOf = async (subject: string) => (await tokens.list()).find((row) => row.subject === subject)?.grant;
  const move = (kind: PlaceKind, from: string, to: string, dryRun = false) =>
    service.movePlace(OWNER, { kind, from, to }, dryRun);
  return { service, tokens, limit, grantOf, move, secrets: () => current.secrets, settings };
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

it("leaves out the conversations of a project by its new name, and of both after an undo", async () => {
  const { service, move, settings } = await open(undefined, { excluded: ["Acme/Shpo", "acme/other"] });
  await service.capture(OWNER, { content: "One", domain: "acme/shpo" });
  const { id } = await move("domain", "acme/shpo", "acme/other");
  expect(settings.current().conversations.excludedProjects).toEqual(["acme/other"]);
  await service.undoPlaceMove(OWNER, id ?? "");
  expect(settings.current().conversations.excludedProjects.sort()).toEqual(["acme/other", "acme/shpo"]);
});

it("renames a domain in saved views, in filters and in the search text", async () => {
  const view = (id: string, address: string) => ({ id, name: id, address });
  const views = [
    view("filter", "#/memories/all?domain=acme%2Fshpo&tag=acme%2Fshpo"),
    view("text", "#/memories/all?q=domain%3AAcme%2FShpo+retries"),
    view("project", "#/memories/all?q=project%3Aacme%2Fshpo"),
    view("several", "#/memories/all?q=-domain%3A%22acme%2Fshpo%22+domain%3Auser%2Cacme%2Fshpo"),
    view("both", "#/memories/pinned?domain=acme%2Fshpo&domain=acme%2Fshop"),
    view("other", "#/memories/all?domain=acme%2Fshpo-2&q=acme/shpo"),
    view("none", "#/memories/all"),
  ];
  const { service, move, settings } = await open(undefined, { views });
  await service.capture(OWNER, { content: "One", domain: "acme/shpo" });
  const { id } = await move("domain", "acme/shpo", "acme/shop");
  const addresses = () => Object.fromEntries(settings.current().views.map((each) => [each.id, each.address]));
  expect(addresses()).toEqual({
    filter: "#/memories/all?domain=acme%2Fshop&tag=acme%2Fshpo",
    text: "#/memories/all?q=domain%3Aacme%2Fshop+retries",
    project: "#/memories/all?q=project%3Aacme%2Fshop",
    several: "#/memories/all?q=-domain%3A%22acme%2Fshop%22+domain%3Auser%2Cacme%2Fshop",
    both: "#/memories/pinned?domain=acme%2Fshop",
    other: "#/memories/all?domain=acme%2Fshpo-2&q=acme/shpo",
    none: "#/memories/all",
  });
  await service.undoPlaceMove(OWNER, id ?? "");
  expect(settings.current().views).toEqual(views);
});
