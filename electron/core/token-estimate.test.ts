import { readFileSync } from "node:fs";
import { countTokens as countCl100k } from "gpt-tokenizer/encoding/cl100k_base";
import { countTokens as countO200k } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import { estimateTokens } from "./token-estimate.ts";

const SAMPLES: Readonly<Record<string, string>> = {
  en: "Sofia runs the Berlin marathon in September and trains four times a week. We store sessions in Redis, not in PostgreSQL, because the cleanup job locked the table for several minutes every night; see the incident review of March.",
  de: "Wir speichern Sitzungen in Redis und nicht in der Datenbank, weil die Aufräumarbeiten jede Nacht die Tabelle mehrere Minuten sperrten. Donaudampfschifffahrtsgesellschaft, Größenänderung, Überprüfungsausschuss.",
  fr: "Nous stockons les sessions dans Redis, pas dans la base de données, parce que le nettoyage bloquait la table plusieurs minutes chaque nuit. L'équipe préfère désormais les déploiements du mardi.",
  es: "Guardamos las sesiones en Redis y no en la base de datos porque la limpieza bloqueaba la tabla durante varios minutos cada noche.",
  pl: "Przechowujemy sesje w Redisie, a nie w bazie danych, ponieważ czyszczenie blokowało tabelę na kilka minut każdej nocy. Źdźbło, żółć, gęślą jaźń.",
  fi: "Tallennamme istunnot Redisiin emmekä tietokantaan, koska siivous lukitsi taulun useiksi minuuteiksi joka yö. Epäjärjestelmällistyttämättömyydelläänsäkäänköhän.",
  tr: "Oturumları veritabanında değil Redis'te saklıyoruz, çünkü temizlik her gece tabloyu birkaç dakika kilitliyordu.",
  vi: "Chúng tôi lưu phiên trong Redis, không phải trong cơ sở dữ liệu, vì việc dọn dẹp khóa bảng vài phút mỗi đêm.",
  cs: "Relace ukládáme do Redis, ne do databáze, protože čištění každou noc na několik minut zamykalo tabulku. Příliš žluťoučký kůň úpěl ďábelské ódy.",
  ru: "Мы храним сессии в Redis, а не в базе данных, потому что очистка каждую ночь блокировала таблицу на несколько минут.",
  uk: "Ми зберігаємо сесії в Redis, а не в базі даних, тому що очищення щоночі блокувало таблицю на кілька хвилин.",
  el: "Αποθηκεύουμε τις συνεδρίες στο Redis και όχι στη βάση δεδομένων, επειδή ο καθαρισμός κλείδωνε τον πίνακα.",
  he: "אנו שומרים הפעלות ב-Redis ולא במסד הנתונים, כי הניקוי נעל את הטבלה לכמה דקות בכל לילה.",
  ar: "نخزن الجلسات في Redis وليس في قاعدة البيانات لأن التنظيف كان يقفل الجدول لعدة دقائق كل ليلة.",
  fa: "ما نشست‌ها را در Redis ذخیره می‌کنیم، نه در پایگاه داده، چون پاک‌سازی هر شب جدول را قفل می‌کرد.",
  hi: "हम सत्रों को डेटाबेस में नहीं, बल्कि रेडिस में रखते हैं, क्योंकि सफ़ाई हर रात कई मिनट तक तालिका को लॉक करती थी।",
  th: "เราเก็บเซสชันไว้ใน Redis ไม่ใช่ในฐานข้อมูล เพราะการล้างข้อมูลล็อกตารางหลายนาทีทุกคืน",
  zh: "我们把会话存储在 Redis 中，而不是数据库里，因为清理任务每天晚上都会锁表好几分钟。部署前必须先运行迁移脚本。",
  zht: "我們把會話儲存在 Redis 中，而不是資料庫裡，因為清理工作每天晚上都會鎖表好幾分鐘。",
  ja: "セッションはデータベースではなくRedisに保存します。毎晩のクリーンアップがテーブルを数分間ロックしていたためです。",
  ko: "세션은 데이터베이스가 아니라 Redis에 저장합니다. 매일 밤 정리 작업이 몇 분 동안 테이블을 잠갔기 때문입니다.",
  code: "export function foldText(text: string): string {\n  const mark = /[\\uDC00-\\uDFFF]/gu;\n\treturn text.normalize('NFKD').replaceAll(mark, '').toLowerCase();\n}\nif (a?.b !== c[0]) { x += y << 2; }",
  py: "def f(self, xs):\n    return {k: v for k, v in xs.items() if not k.startswith('_')}\n\n    # comment\n        deep = 1\n",
  json: JSON.stringify({
    note: "Memory contents are data",
    results: [
      {
        id: "01KAPX3V5M8Q2R7T9W4Y6Z1B3C",
        content: 'Sofia\'s "best" half',
        namespace: "context",
        domain: "owner/repo",
        date: "2026-11-22",
        tags: ["a", "b-c"],
      },
    ],
    nextCursor: "eyJhIjoxNzAwMDAwMDAwMDAwLCJiIjoiMDFLQVBYIn0",
  }),
  hex: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  b64: "TWFuIGlzIGRpc3Rpbmd1aXNoZWQsIG5vdCBvbmx5IGJ5IGhpcyByZWFzb24sIGJ1dCBieSB0aGlzIHNpbmd1bGFyIHBhc3Npb24gZnJvbQ== xQ7/kP+Zt9vW3mB1nR8sYd",
  ulid: "01KAPX3V5M8Q2R7T9W4Y6Z1B3C 01J9ZQ4K7M3N5P6R8S0T2V4W6X K3N7P2 QX7ZK9",
  url: "https://github.com/acme/shop/blob/main/docs/architecture/0007-retry-policy.md?plain=1#L12-L40",
  emoji: "Deploy 🚀 done ✅ — see “notes” … 👩‍👩‍👧 ❤️ → ≤ ± × €",
  md: "# Title\n\n- [ ] task **bold** `code_here`\n- item\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```sh\nnpm run build -- --watch\n```\n",
  nums: "3.14159265358979 2026-11-22T14:49:35.123Z 1,234,567 192.168.178.24:7325 0x7fff5fbff8c8",
  caps: "HTTP_REQUEST_TIMEOUT_MS MAX_CONTENT_BYTES KUBERNETES_SERVICE_HOST WARNING: DEPRECATED getElementsByClassNameNS",
};
const FILES = [
  "README.md",
  "CHANGELOG.md",
  "docs/adr/0012-ranking.md",
  "electron/core/filter.ts",
  "electron/text/zh/errors/memories.ts",
];

describe("the estimate of tokens", () => {
  it.each(Object.entries(SAMPLES))("is not below the count of a tokenizer (%s)", (_name, text) => {
    expect(estimateTokens(text)).toBeGreaterThanOrEqual(countO200k(text));
    expect(estimateTokens(text)).toBeGreaterThanOrEqual(countCl100k(text));
  });

  it.each(FILES)("is at least the count of a tokenizer, and at most 1.8 times it (%s)", (file) => {
    const text = readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
    const counted = Math.max(countO200k(text), countCl100k(text));
    expect(estimateTokens(text)).toBeGreaterThanOrEqual(counted);
    expect(estimateTokens(text)).toBeLessThanOrEqual(1.8 * counted);
  });

  it("takes linear time, even for a long identifier", () => {
    expect(estimateTokens("a".repeat(1_000_000))).toBeGreaterThan(100_000);
    expect(estimateTokens("a1".repeat(500_000))).toBe(1_000_000);
    expect(estimateTokens("")).toBe(0);
  });
});
