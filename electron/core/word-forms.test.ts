import { expect, it } from "vitest";
import { foldText } from "./text-analysis.ts";
import { otherFormsOf } from "./word-forms.ts";

const formsOf = (word: string): string[] => otherFormsOf(word, foldText(word));

it.each([
  ["Müller", "mueller"],
  ["Größenänderung", "groessenaenderung"],
  ["ÜBER", "ueber"],
  ["Århus", "aarhus"],
  ["Søren", "soeren"],
  ["النسخ", "نسخ"],
  ["والنسخ", "نسخ"],
  ["بالنسخ", "نسخ"],
  ["للمستخدم", "مستخدم"],
  ["المستخدمين", "مستخدم"],
  ["الذاكرة", "ذاكره"],
  ["הגיבוי", "גיבוי"],
  ["והגיבוי", "גיבוי"],
  ["בגיבוי", "גיבוי"],
  ["מסמכים", "מסמך"],
])("spells %s also as %s", (word, form) => {
  expect(formsOf(word).map(foldText)).toContain(foldText(form));
});

it.each(["Node", "naïve", "Straße", "数据库", "память", "שלו", "نسخ", ""])("knows no other form of %j", (word) => {
  expect(formsOf(word)).toEqual([]);
});
