import { expect, it } from "vitest";
import { idsOf, openWithModel } from "../../../tests/testing/open-engine.ts";
import { tokensOfText } from "../../core/text-analysis.ts";
import { idAt } from "../../store/testing/open-store.ts";
import { functionWordsOf } from "../function-words.ts";
import { createStemmer } from "../stem.ts";
import { Kinds, kindsIn } from "./named-kinds.ts";

const kinds = new Kinds(createStemmer());
const namedIn = (text: string) => kinds.askedIn(text, functionWordsOf(tokensOfText(text)));

it.each([
  ["which database do we use", "database"],
  ["Welche Datenbanken gibt es?", "datenbanken"],
  ["用哪个数据库", "数据"],
  ["what package managers are installed", "package"],
])("finds the kind that %j names", (text, word) => {
  expect(namedIn(text).flatMap(({ words }) => words)).toContain(word);
});

it.each(["which crew sails on Friday", "add a table to the database"])("finds no kind in %j", (text) => {
  expect(namedIn(text)).toEqual([]);
});

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
