import { readFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { buildModel, MODEL_FOLDER } from "../../../scripts/build-model.ts";
import { temporaryFolder } from "../../store/testing/open-store.ts";
import { isOnePiece, readTokenizer } from "../embedding/tokenizer.ts";
import { Glosses, mayBeTranslated } from "./gloss.ts";

let glosses: Glosses;
beforeAll(async () => {
  await buildModel();
  const tokenizer = readTokenizer(readFileSync(path.join(MODEL_FOLDER, "tokenizer.json"), "utf8"), 256);
  glosses = new Glosses(path.join(MODEL_FOLDER, "words"), (word) => isOnePiece(word, tokenizer));
});

describe("a gloss", () => {
  it.each([
    ["Welche Datenbanken nutzen wir", "database use"],
    ["Zahlungsanbieter der Kartenzahlungen", "payment provider card payment"],
    ["什么时候删除日志", "time delete log"],
    ["Die gelöschten und ausgelieferten Pakete", "deleted deploy package"],
    ["Wie melden sich Kunden an?", "sign in customer"],
    ["Wann laden wir die Bilder hoch?", "upload image"],
    ["Das Update ist da. Wir melden uns morgen an.", "update. sign in tomorrow"],
    ["Welchen Paketmanager nutzen wir?", "package manager use"],
    ["Womit wird die Firmware gebaut?", "firmware build"],
    ["Wie lange bleibt der nächste Schlüssel alt?", "long stay next key old"],
    ["Quelle base de données utilisons-nous ?", "database use"],
    ["Les fichiers supprimés et les clés", "file delete key"],
    ["¿Qué gestor de paquetes usamos?", "package manager use"],
    ["Los archivos borrados", "file delete"],
    ["Was kostet die Lizenz?", "cost license"],
    ["Das Altsystem und die Rohdaten", "old system raw data"],
    ["每个学生每天最多提问", "every student daily at most ask"],
    ["Datenbank Sicherung", "database backup"],
  ])("says %j word by word in English", async (text, english) => {
    expect(await glosses.glossOf(text)).toEqual({ text: english, known: 1 });
  });

  it("keeps names, numbers and unknown words, and counts which words are known", async () => {
    const gloss = await glosses.glossOf("Der Dienst Wuppdi läuft auf Port 8443");
    expect(gloss).toEqual({ text: "service Wuppdi run port 8443", known: 3 / 4 });
    expect(await glosses.glossOf("API 的超时")).toEqual({ text: "API timeout", known: 2 / 3 });
  });

  it("reads Chinese with English names, and no Chinese name in English", async () => {
    const gloss = await glosses.glossOf("订单数据库由 Tancred of Hauteville 团队维护");
    expect(gloss?.text).toBe("order database Tancred Hauteville team maintenance");
    expect(await glosses.glossOf("The orders are in the database that the team calls 订单库")).toBeNull();
  });

  it("names a list that is missing, and reads it once it is back", async () => {
    const folder = await temporaryFolder();
    const missing = new Glosses(folder, () => false);
    await expect(missing.glossOf("Welche Datenbanken nutzen wir")).rejects.toThrow(/no such file.*\.txt/);
    await cp(path.join(MODEL_FOLDER, "words"), folder, { recursive: true });
    expect((await missing.glossOf("Welche Datenbanken nutzen wir"))?.text).toBe("database use");
  });

  it("exists for the start of a very long text", async () => {
    const gloss = await glosses.glossOf("每个学生每天最多提问。".repeat(20_000));
    expect(gloss?.text.startsWith("every student daily at most ask. every")).toBe(true);
    expect(gloss?.text.length).toBeLessThan(20_000);
  });

  it.each([
    "",
    "The database is kept in the cloud, and it is backed up each night",
    "slow dashboards",
    "GraphQL schema conventions",
    "brief fast gift",
    "Redux store layout",
    "De database staat in de cloud en wordt elke nacht opgeslagen",
    "データベースは毎晩保存されます",
    "Xyrgl plomb die Grumf der Zwatz und die Blorx",
  ])("does not exist for %j", async (text) => {
    expect(await glosses.glossOf(text)).toBeNull();
  });
});

it.each([
  ["Die Datenbank ist voll", true],
  ["数据库满了", true],
  ["La base de données est pleine", true],
  ["Schlüssel verloren", true],
  ["yes", false],
  ["The database is full", false],
  ["De database is vol en het is laat", false],
  ["データベースがいっぱいです", false],
])("knows whether %j may be translated: %j", (text, expected) => {
  expect(mayBeTranslated(text)).toBe(expected);
});
