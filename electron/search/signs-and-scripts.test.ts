import { expect, it } from "vitest";
import { ask, open } from "../../tests/testing/open-engine.ts";

/** A memory, and queries that must find it first. */
const CASES: readonly (readonly [content: string, ...queries: string[]])[] = [
  ["Ship it 👍🏽 once the tests pass.", "👍🏽", "👍", "👍🏿"],
  ["The family icon 👨‍👩‍👧‍👦 is for shared carts.", "👨‍👩‍👧‍👦"],
  ["We deliver to 🇩🇪 and 🇫🇷.", "🇩🇪", "🇫🇷"],
  ["Priority is shown as ⭐⭐⭐.", "⭐", "⭐⭐⭐"],
  ["🏳️‍🌈 theme in June", "🏳️‍🌈"],
  ["👩🏻‍💻 pairs with QA", "👩🏻‍💻", "👩‍💻"],
  ["1️⃣ first step", "1️⃣"],
  ["❤️ likes", "❤️", "❤"],
  ["✅ done, ❌ open", "✅", "❌"],
  ["Smile :-) here", ":-)"],
  ["Use ±5 % as tolerance.", "±", "±5 %"],
  ["The price is 20 € per month.", "€", "20€", "20 €"],
  ["Rate limit: 100 req/s → retry.", "→", "req/s"],
  ["Formula: α ≤ β.", "≤", "α"],
  ["№ 7 is closed", "№ 7", "№"],
  ["§ 12 applies", "§ 12", "§12"],
  ["x² + y²", "x²", "x2"],
  ["½ of the users", "½", "1/2"],
  ["Temperature 21°C", "21 °C", "°C", "21°"],
  ["C++ builds with -O2.", "C++", "-O2"],
  ["The F# parser is slow.", "F#"],
  ["Call foo() twice.", "foo()"],
  ["The path is ~/.config/app.", "~/.config/app"],
  ["Regex: ^a+$", "^a+$"],
  ["Key: ctrl+shift+p", "ctrl+shift+p", "ctrl shift p"],
  ["We use Python3.12 and ES2022.", "Python 3.12", "python3", "ES 2022"],
  ["Node.js v22 runs the worker.", "nodejs", "Node 22"],
  ["HTTP2 is on, IPv6 is off.", "HTTP 2", "ipv 6", "IPv6"],
  ["The 3rd retry waits 10min.", "10 min"],
  ["Sprint42 ends on Friday.", "sprint 42"],
  ["订单导入器每小时运行一次。", "订单", "导入器"],
  ["データベースは夜間にバックアップされます。", "データベース", "バックアップ"],
  ["주문 가져오기는 매시간 실행됩니다.", "주문", "가져오기"],
  ["ระบบสำรองข้อมูลทำงานทุกคืน", "สำรองข้อมูล", "ทุกคืน"],
  ["Die Datenbankverbindungszeitüberschreitung beträgt 30 Sekunden.", "Datenbankverbindung"],
  ["Der Rechnungsversand läuft nachts.", "Rechnungsversand", "Rechnung", "Rechnungs-Versand"],
  ["Das Kundenverwaltungssystem ist alt.", "Kundenverwaltung", "Kunden-Verwaltungssystem"],
  ["Müller approves invoices.", "mueller", "muller"],
  ["Straße 5 is the depot.", "Strasse"],
  ["naïve café", "naive", "cafe"],
  ["Наш сервер в Москве.", "Москве", "Москва", "Москву"],
  ["Ключи лежат в хранилище секретов.", "хранилища", "хранилище секрета", "ключ", "ключами"],
  ["Резервное копирование базы данных идёт ночью.", "база данных", "базе данных", "резервного копирования"],
  ["Миграции проверяет отдельный конвейер.", "миграция", "миграций", "отдельного конвейера"],
  ["Черга повідомлень зберігає помилки.", "чергу повідомлень", "помилка"],
  ["الخادم يعمل ليلا", "خادم", "الخادم"],
  ["המערכת עובדת בלילה", "מערכת"],
];

it("finds a memory by each sign, emoji and word in it, in every script", async () => {
  const { engine } = await open(...CASES.map(([content]) => content));
  const missed: string[] = [];
  for (const [content, ...queries] of CASES) {
    for (const query of queries) {
      const { hits } = await ask(engine, query, { limit: 40 });
      if (hits[0]?.memory.content !== content) missed.push(`${query} in ${content}`);
    }
  }
  expect(missed).toEqual([]);
});

it("finds no memory with another flag or heart", async () => {
  const { engine } = await open(...CASES.map(([content]) => content));
  for (const query of ["🇪🇸", "♥", "🚀"]) expect((await ask(engine, query, { limit: 40 })).hits).toEqual([]);
});
