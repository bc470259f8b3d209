import { expect, it } from "vitest";
import { ORDINARY_NOTES } from "../core/secrets/testing/ordinary-notes.ts";
import { identifyLanguages } from "./languages.ts";

it("counts the languages of texts by script and by letters", async () => {
  const texts = [
    "Wir verwenden pnpm in diesem Projekt, weil die Lockdatei von npm den Cache zerstört hat.",
    "Der Schlüssel der Testumgebung wird jede Woche gewechselt.",
    "Les déploiements ont lieu à dix-huit heures, jamais le vendredi.",
    "我们在这个仓库使用 pnpm，因为 npm 的锁文件破坏了缓存。",
    "デプロイは毎日十八時に行われます。",
    "Мы используем pnpm в этом репозитории.",
    "We use pnpm in this repository, because the lockfile of npm broke the cache.",
  ];
  const { known, others } = await identifyLanguages(texts);
  expect(known).toBe(7);
  expect(others[0]).toEqual({ code: "de", count: 2 });
  expect(others.map(({ code }) => code).sort()).toEqual(["de", "fr", "ja", "ru", "zh"]);
});

it("takes English notes with code, paths and names for English", async () => {
  const { others } = await identifyLanguages([
    ...ORDINARY_NOTES,
    "Kubernetes ingress nginx timeouts set to 60s",
    "Terraform state in S3 bucket acme-tf",
    "Build 412 failed: ENOSPC on runner-3",
    "Melanie: Wow, that's cool, Caroline! What happened?",
    "```ts\nconst größe = await lade(datei);\n```\nThe size is loaded lazily.",
  ]);
  // Two of the ordinary notes are German, and two are Chinese.
  expect(others.map(({ code, count }) => [code, count]).sort()).toEqual([
    ["de", 2],
    ["zh", 2],
  ]);
});

it("does not count texts without prose", async () => {
  const none = ["", "12:30", "src/main.ts:14", "```\nfoo\n```", "https://example.org/a", "v2 → v3"];
  expect(await identifyLanguages(none)).toEqual({ known: 0, others: [] });
});
