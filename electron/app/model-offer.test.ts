import { expect, it, onTestFinished } from "vitest";
import { workerUrl as urlOfWorker } from "../../tests/testing/entries.ts";
import { OWNER } from "../core/caller.ts";
import { createLanguageThread } from "../search/language-thread.ts";
import { SILENT } from "../store/testing/open-store.ts";
import { createModelOffer } from "./model-offer.ts";
import { openTestService } from "./testing/open-service.ts";

const GERMAN = (number: number) =>
  `Die Bereitstellung Nummer ${number} läuft immer am Abend, weil dann niemand mehr am System arbeitet.`;
const ENGLISH = (number: number) =>
  `Deployment number ${number} always runs in the evening, when nobody uses the system.`;

async function openOffer(texts: readonly string[]) {
  const { service } = await openTestService();
  const workerUrl = urlOfWorker("languageWorker");
  const thread = createLanguageThread({ workerUrl, logger: SILENT });
  onTestFinished(() => thread.close());
  const identify = (given: readonly string[]) => thread.call("identifyLanguages", given);
  for (const content of texts) await service.capture(OWNER, { content, domain: "acme/shop" });
  const source = { isBundled: true };
  const offer = createModelOffer({ memories: service, identify, isBundled: () => source.isBundled });
  return { offer, source };
}

it("offers a multilingual model if a considerable part of the memories is not English", async () => {
  const texts = Array.from({ length: 20 }, (_, number) => (number % 2 === 0 ? GERMAN(number) : ENGLISH(number)));
  const { offer, source } = await openOffer(texts);
  expect(await offer()).toEqual({ share: 0.5, languages: ["de"] });
  source.isBundled = false;
  expect(await offer()).toBeNull();
});

it("offers none for English memories, for a few others, and for none", async () => {
  const english = Array.from({ length: 40 }, (_, number) => ENGLISH(number));
  expect(await (await openOffer([])).offer()).toBeNull();
  expect(await (await openOffer(english)).offer()).toBeNull();
  expect(await (await openOffer([...english, ...[1, 2, 3, 4, 5, 6].map(GERMAN)])).offer()).toBeNull();
  expect(await (await openOffer([1, 2, 3].map(GERMAN))).offer()).toBeNull();
});
