import { expect, it } from "vitest";
import { readAider } from "./aider.ts";
import { collect } from "./testing/fixtures.ts";

const START = "# aider chat started at 2026-11-23 00:45:44\n\n";
const read = (text: string) => readAider(text, "/home/ada/shop");
const messagesOf = (text: string) => Object.values(collect(read(text)).sessions).map(({ messages }) => messages);
const keysOf = (text: string) => read(text).flatMap((each) => (each.kind === "message" ? [each.message.key] : []));

it("reads a question of several paragraphs, and an answer in a language with its own marks", () => {
  const text = `${START}#### Erste Zeile  \n#### \n#### Zweite Zeile  \n\nEine Antwort mit #### Rauten\n\n> 1 Token  \n`;
  expect(messagesOf(text)).toEqual([["user: Erste Zeile\n\nZweite Zeile", "assistant: Eine Antwort mit #### Rauten"]]);
});

it("drops commands, empty questions and what stands before the first session", () => {
  const text = `#### Not in a session\n\nText\n${START}#### /add a.ts  \n\n> Added  \n\n#### <blank>  \n\n#### !ls  \n`;
  expect(read(text)).toEqual([]);
});

it("keeps two sessions of the same second apart, and the keys while the file grows", () => {
  const one = `${START}#### A question  \n\nI will look.\n`;
  const grown = `${one}\n> Applied edit  \n\nDone.\n\n${START}#### A question  \n\nAnother answer\n`;
  expect(messagesOf(grown)).toEqual([
    ["user: A question", "assistant: I will look.\n\nDone."],
    ["user: A question", "assistant: Another answer"],
  ]);
  expect(keysOf(grown).slice(0, 2)).toEqual(keysOf(one));
  expect(new Set(keysOf(grown)).size).toBe(4);
});
