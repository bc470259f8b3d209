import { describe, expect, it } from "vitest";
import { ask, idsOf, openWithModel } from "../../../tests/testing/open-engine.ts";
import { createStemmer } from "../../core/stem.ts";
import { tokensOfText } from "../../core/text-analysis.ts";
import { idAt } from "../../store/testing/open-store.ts";
import { Kinds, kindsIn } from "./named-kinds.ts";

const kinds = new Kinds(createStemmer());
const namedIn = (text: string) => kinds.askedIn(text);

it.each([
  ["which database do we use", "database"],
  ["Welche Datenbanken gibt es?", "datenbanken"],
  ["用哪个数据库", "数据"],
  ["what package managers are installed", "package"],
])("finds the kind that %j names", (text, word) => {
  expect(namedIn(text).flatMap(({ words }) => words)).toContain(word);
});

it.each([
  ["which payment provider do we use", "stripe", "aws"],
  ["Welchen Paketmanager nutzen wir?", "pnpm", "vite"],
  ["我们用什么测试框架", "vitest", "react"],
])("finds in %j the longest name of a kind only", (text, member, other) => {
  const members = namedIn(text).map(({ members: { names } }) => names);
  expect(members.some((names) => names.has(member))).toBe(true);
  expect(members.some((names) => names.has(other))).toBe(false);
});

it.each([
  ["which CI system do we use", ["ci", "system"]],
  ["Welches CI-System nutzen wir?", ["ci", "system"]],
  ["which database tool is new", ["database", "tool"]],
])("reads a general word in %j as a part of the kind's name", (text, words) => {
  expect(namedIn(text).map((kind) => kind.words)).toContainEqual(words);
});

it.each(["which crew sails on Friday", "add a table to the database", "数据库在哪里"])(
  "finds no kind in %j",
  (text) => {
    expect(namedIn(text)).toEqual([]);
  },
);

it.each([
  ["Orders are in PostgreSQL 17", true],
  ["The pipeline runs on GitHub Actions", false],
  ["The clock is slow", false],
])("knows whether %j names a member of the kind", (content, isMember) => {
  expect(kindsIn(tokensOfText(content), namedIn("which database")).length > 0).toBe(isMember);
});

it("finds members of several words", () => {
  expect(kindsIn(tokensOfText("The pipeline runs on GitHub Actions"), namedIn("which CI"))).toHaveLength(1);
});

it("orders the memory that names a member of the kind first", async () => {
  const contents = [
    "The shop sells tea and spices",
    "The shop opens at nine",
    "Lunch is at noon",
    "Taxes are due in May",
  ];
  const { engine } = await openWithModel(...contents, "The shop keeps its orders in PostgreSQL");
  expect((await idsOf(engine, "which database does the shop use"))[0]).toBe(idAt(5));
});

it("finds the member of the kind before memories that are only similar", async () => {
  const german = await openWithModel(
    "Die Pipeline läuft auf GitHub Actions.",
    "Datenbank ist PostgreSQL 17.",
    "Wir rollen dienstags aus.",
    "Das Frontend nutzt React und Vite.",
    "Fehler landen in Sentry.",
  );
  expect((await idsOf(german.engine, "Welches CI-System nutzen wir?"))[0]).toBe(idAt(1));
  const english = await openWithModel(
    "GitHub Actions runs the tests and the release.",
    "We use PostgreSQL 17 for all services.",
    "Deployments go out on Tuesdays.",
    "The frontend is written in React with Vite.",
    "Error tracking is done with Sentry.",
  );
  expect((await idsOf(english.engine, "which CI system do we use"))[0]).toBe(idAt(1));
});

it("takes a note of progress less for an answer", async () => {
  const scoreIn = async (namespace: string) => {
    const { engine } = await openWithModel({ content: "Build 940 green in 5 min", namespace }, "Lunch is at noon");
    const { hits } = await ask(engine, "which colour is the build", { minScore: 0 });
    return hits.find(({ memory }) => memory.id === idAt(1))?.score ?? 0;
  };
  expect(await scoreIn("progress")).toBeLessThan((await scoreIn("context")) / 3);
});

describe("a question for a kind in a small store", () => {
  const english = [
    "We use PostgreSQL for the bookings service",
    "Passport numbers are deleted 30 days after arrival",
    "Deploys go through GitHub Actions",
    "The frontend uses pnpm",
  ];
  const others = [
    "The API is written in Kotlin",
    "Everything runs on Hetzner",
    "I write code in Neovim",
    "Events go through RabbitMQ",
    "Unit tests run with Vitest",
  ];
  const german = [
    "Die API ist in Kotlin geschrieben",
    "Alles läuft bei Hetzner",
    "Ich schreibe Code in Neovim",
    "Ereignisse gehen durch RabbitMQ",
    "Komponententests laufen mit Vitest",
  ];
  it.each([
    [
      english,
      [
        ["Welche Datenbank nutzen wir?", 1],
        ["我们用哪个数据库？", 1],
        ["which database do we use", 1],
        ["Wann werden Passnummern gelöscht?", 2],
        ["Welche CI nutzen wir?", 3],
        ["which CI do we use", 3],
        ["which CI system do we use", 3],
        ["which database service do we use", 1],
        ["Welchen Paketmanager nutzen wir?", 4],
        ["我们用哪个包管理器", 4],
        ["Welche Suchmaschine nutzen wir?", null],
        ["which search engine do we use", null],
        ["Welche Farbe hat das Sofa?", null],
        ["Quelle base de données utilisons-nous ?", 1],
        ["Quelle base de données utilise-t-on ?", 1],
        ["¿Qué base de datos usamos?", 1],
        ["Quelle intégration continue utilisons-nous ?", 3],
        ["¿Qué gestor de paquetes usa el frontend?", 4],
        ["Quel moteur de recherche utilisons-nous ?", null],
        ["¿De qué color es el sofá?", null],
      ],
    ],
    [
      others,
      [
        ["Welche Programmiersprache nutzen wir?", 1],
        ["我们用哪种编程语言", 1],
        ["which language do we use", 1],
        ["Welche Cloud nutzen wir?", 2],
        ["我们用哪个云", 2],
        ["which cloud do we use", 2],
        ["Welchen Editor benutze ich?", 3],
        ["Welche Warteschlange nutzen wir?", 4],
        ["我们用哪个消息队列？", 4],
        ["Welches Testframework nutzen wir?", 5],
        ["我们用什么测试框架？", 5],
        ["Welche Datenbank nutzen wir?", null],
        ["我们用哪个数据库？", null],
        ["¿En qué lenguaje está escrita la API?", 1],
        ["Quel hébergeur utilisons-nous ?", 2],
        ["¿Qué cola de mensajes usamos?", 4],
      ],
    ],
    [
      german,
      [
        ["which language do we use", 1],
        ["which cloud do we use", 2],
        ["which editor do I use", 3],
        ["which message queue do we use", 4],
        ["which test framework do we use", 5],
        ["Welche Cloud nutzen wir?", 2],
        ["which database do we use", null],
      ],
    ],
  ] as const)("finds the memory that names one: %#", async (contents, questions) => {
    const { engine } = await openWithModel(...contents);
    for (const [question, number] of questions) {
      const [first] = await idsOf(engine, question);
      expect([question, first]).toEqual([question, number === null ? undefined : idAt(number)]);
    }
  });
});
