import { describe, expect, it } from "vitest";
import { ask, idsOf, open, openWithModel } from "../../../tests/testing/open-engine.ts";
import { piecesOf, tokensOfPiece } from "../../core/text-analysis.ts";
import { idAt } from "../../store/testing/open-store.ts";
import { functionWordsOf } from "../function-words.ts";
import { isForeign, translationsOf } from "./translate.ts";

const OTHERS = ["Lunch is at noon in the garden", "The printer has no paper", "Tests need two minutes"];

describe("a search in another language than the memories", () => {
  it.each([
    ["Datenbank", "Orders are kept in one database"],
    ["Sicherungskopien", "A backup is written every night"],
    ["Fehlermeldungen", "Each error message names its field"],
    ["Rechnungsnummer", "The invoice number has eight digits"],
    ["数据库", "Orders are kept in one database"],
    ["数据库备份", "The database backup runs every night"],
    ["database", "Die Bestellungen liegen in einer Datenbank"],
    ["database", "订单保存在数据库里"],
    ["base de données", "Orders are kept in one database"],
    ["contraseña", "The password has ten letters"],
    ["database", "Les commandes sont dans une base de données"],
    ["password", "La contraseña tiene diez letras"],
    ["errors", "Der Fehler trat zweimal auf"],
  ])("finds by %j the memory %j", async (query, content) => {
    const { engine } = await open(...OTHERS, content);
    expect(await idsOf(engine, query)).toEqual([idAt(4)]);
  });

  it("marks the translated word as found", async () => {
    const { engine } = await open(...OTHERS, "Orders are kept in one database");
    expect((await ask(engine, "Datenbank")).hits[0]?.matched).toMatchObject({ words: ["Datenbank"], coverage: 1 });
  });

  it("finds the British spelling of a translation", async () => {
    const { engine } = await open(...OTHERS, "The synchronisation costs nothing");
    expect(await idsOf(engine, "Synchronisierung")).toEqual([idAt(4)]);
  });

  it("translates a word that only a memory of another project contains", async () => {
    const { engine } = await open(
      { content: "The orders are kept in one database", domain: "a/b" },
      { content: "Die Datenbank läuft im Keller", domain: "c/d" },
    );
    expect(await idsOf(engine, "Welche Datenbank?", { domains: ["a/b"] })).toEqual([idAt(1)]);
  });

  it("searches a translation only if no memory contains the word", async () => {
    const { engine } = await open("Die Datenbank läuft im Keller", "The database is in the cloud");
    expect(await idsOf(engine, "Datenbank")).toEqual([idAt(1)]);
  });

  it("reads no German in an English query", async () => {
    const { engine } = await open(...OTHERS, "The page lists every role");
    expect(await idsOf(engine, "what is the rolle of a seite")).toEqual([]);
  });

  it("embeds the words in English, so that other words are found too", async () => {
    const { engine } = await openWithModel(...OTHERS, "Raw samples stay for thirty days, then they are removed");
    for (const query of ["Wie lange werden Rohdaten aufbewahrt?", "原始数据保留多久"]) {
      expect((await ask(engine, query, { mode: "vector", minScore: 0 })).hits[0]?.memory.id).toBe(idAt(4));
    }
  });

  it("finds nothing for a question without an answer", async () => {
    const { engine } = await openWithModel(...OTHERS, "The staging key rotates on Mondays");
    expect(await idsOf(engine, "Welche Farbe hat das Sofa?")).toEqual([]);
    expect(await idsOf(engine, "谁赢了足球比赛")).toEqual([]);
  });
});

it("counts the pair between two Chinese words as part of the first", () => {
  const translations = translationsOf(piecesOf("订单数据库"), functionWordsOf([]));
  expect(translations).toContainEqual({ written: "订单", insteadOf: ["订单", "单数"], tokens: ["order"] });
  expect(translations).toContainEqual({ written: "数据库", insteadOf: ["数据", "据库"], tokens: ["database"] });
});

it("counts the pair with the letter before as a Chinese word of one letter", () => {
  const translations = translationsOf(piecesOf("哪个云"), functionWordsOf([]));
  expect(translations).toContainEqual({ written: "云", insteadOf: ["个云"], tokens: ["cloud"] });
});

describe("isForeign", () => {
  const foreign = (text: string, ...known: string[]) => {
    const pieces = piecesOf(text);
    const shareInScope = (token: string) => (known.includes(token) ? 0.1 : 0);
    return isForeign(pieces, functionWordsOf(pieces.flatMap(tokensOfPiece)), shareInScope);
  };

  it("knows memories in Chinese by their frequent pairs", () => {
    expect(foreign("座位怎么排")).toBe(true);
    expect(foreign("座位怎么排", "使用")).toBe(false);
  });

  it("decides by function words, because names are the same in other languages", () => {
    expect(foreign("Wann reichen wir die App im Store ein?", "app", "store")).toBe(true);
    expect(foreign("Wann reichen wir die App im Store ein?", "wir", "die")).toBe(false);
  });

  it("decides by all words of a text with few function words", () => {
    expect(foreign("Datenbank Migration")).toBe(true);
    expect(foreign("Datenbank Migration", "migration")).toBe(false);
  });
});
