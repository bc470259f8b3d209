import { expect, it } from "vitest";
import { ask, open } from "../../tests/testing/open-engine.ts";

/** Words of time in memories about something else. */
const OTHERS = [
  "Logs are kept for a decade, and reviewed each week.",
  "The nineties theme has large buttons.",
  "Die Rechnungen der letzten Woche und der vergangenen Monate sind gedruckt.",
  "Seit Anfang des Jahres gibt es eine Vertretung, vorgestern war sie krank.",
  "Das Museum zeigt Bilder der neunziger Jahre und aus dem Jahrhundert davor.",
  "博物馆有十九世纪末和上世纪九十年代的画",
  "Les années passent au siècle.",
  "El siglo de oro",
];
const QUEUE = "The importer queue retries three times.";

it.each([
  "importer queue last week",
  "importer queue in the 90s",
  "importer queue of the late nineties",
  "importer queue in the 19th century",
  "importer queue in the past decade",
  "importer queue letzte Woche",
  "importer queue seit vorgestern",
  "importer queue in den vergangenen drei Monaten",
  "importer queue Anfang der neunziger Jahre",
  "importer queue im 19. Jahrhundert",
  "importer queue 上世纪九十年代",
  "importer queue 十九世纪末",
  "importer queue les années 90",
  "importer queue siglo XX",
])("finds a memory that no word of time in %j is in", async (query) => {
  const { engine } = await open(QUEUE, ...OTHERS);
  const { hits } = await ask(engine, query, {});
  expect(hits[0]?.memory.content).toBe(QUEUE);
});

it("finds the words of a time if the query has no others", async () => {
  const { engine } = await open(QUEUE, ...OTHERS);
  for (const [query, content] of [
    ["nineties", OTHERS[1]],
    ["the nineties", OTHERS[1]],
    ["十九世纪", OTHERS[5]],
    ["vorgestern", OTHERS[3]],
  ] as const) {
    expect((await ask(engine, query, {})).hits[0]?.memory.content, query).toBe(content);
  }
});
