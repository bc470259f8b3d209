import { describe, expect, it } from "vitest";
import { tokensOfText } from "../core/text-analysis.ts";
import { functionWordsOf } from "./function-words.ts";

/** The words of a text that remain. */
function contentOf(text: string): string[] {
  const tokens = tokensOfText(text);
  const { has } = functionWordsOf(tokens);
  return tokens.filter((token) => !has(token));
}

describe("functionWordsOf", () => {
  it.each([
    ["Welche Palette wird zuerst entnommen?", ["palette", "zuerst", "entnommen"]],
    ["Où est-ce que nous gardons les sauvegardes ?", ["gardons", "sauvegardes"]],
    ["¿Cuál es la base de datos del almacén?", ["base", "datos", "almacen"]],
    ["Dove sono le chiavi di firma?", ["chiavi", "firma"]],
    ["Qual é o prazo para devolver?", ["prazo", "devolver"]],
    ["Welke database gebruiken we voor de facturen?", ["database", "gebruiken", "facturen"]],
    ["Где хранятся ключи для подписи?", ["хранятся", "ключи", "подписи"]],
    ["Vilken databas används för fakturor?", ["databas", "anvands", "fakturor"]],
    ["which database do we use", ["database", "use"]],
  ])("finds the function words of %j", (text, content) => {
    expect(contentOf(text)).toEqual(content);
  });

  it("keeps an English word that is a function word elsewhere", () => {
    expect(contentOf("why did the process die")).toEqual(["process", "die"]);
    expect(contentOf("war room notes")).toEqual(["war", "room", "notes"]);
  });

  it("drops the pairs of letters of Chinese question words", () => {
    expect(contentOf("什么是索引")).not.toContain("什么");
    expect(contentOf("什么是索引")).toContain("索引");
  });

  it("recognises English by a function word that no other language has", () => {
    const isEnglish = (text: string) => functionWordsOf(tokensOfText(text)).areEnglish;
    expect(isEnglish("fix the flaky login test")).toBe(true);
    expect(isEnglish("login test in CI")).toBe(false);
    expect(isEnglish("Wie starte ich den Test in CI?")).toBe(false);
  });

  it("names the languages that the function words show, several if they are as frequent", () => {
    const languages = (text: string) => functionWordsOf(tokensOfText(text)).languages;
    expect(languages("Combien de temps les données sont-elles conservées ?")).toEqual(["fr"]);
    expect(languages("¿Qué base de datos usamos?")).toContain("es");
    expect(languages("which database do we use")).toEqual([]);
  });
});
