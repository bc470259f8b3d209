import { expect, it } from "vitest";
import type { Turn } from "./features.ts";
import { rankPassages, type ScoredPassage } from "./passage-choice.ts";
import { splitSentences } from "./passages.ts";

function talk(...texts: readonly (readonly ["user" | "assistant", string])[]): Turn[] {
  return texts.map(([role, text], index) => ({ number: index + 1, role, text }));
}

function best(turns: readonly Turn[]): ScoredPassage | undefined {
  return rankPassages(turns)[0];
}

it.each([
  ["en", "From now on, round invoices per line.", "Add a button to the page."],
  ["de", "Merk dir: Rechnungen werden je Zeile gerundet.", "Füge einen Knopf hinzu."],
  ["zh", "记住,发票按行四舍五入。", "在页面上加一个按钮。"],
  ["es", "Recuerda que las facturas se redondean por línea.", "Agrega un botón a la página."],
  ["fr", "Désormais, les factures sont arrondies par ligne.", "Ajoute un bouton à la page."],
  ["it", "D'ora in poi arrotonda le fatture per riga.", "Aggiungi un pulsante alla pagina."],
  ["pt", "De agora em diante, arredonde as faturas por linha.", "Adicione um botão à página."],
  ["ja", "今後は請求書を行ごとに丸めてください。", "ページにボタンを追加してください。"],
  ["ko", "앞으로는 송장을 줄 단위로 반올림해 주세요.", "페이지에 버튼을 추가해 주세요."],
  ["ru", "Запомни: счета округляются построчно.", "Добавь кнопку на страницу."],
])("puts a request to remember first, in %s", (_, request, task) => {
  const turns = talk(["user", task], ["assistant", "Done."], ["user", request], ["assistant", "Done."]);
  expect(best(turns)).toMatchObject({ message: 3, text: request, isExplicit: true });
});

it("does not take a question about memory, or a sentence of a pasted text, for a request to remember", () => {
  const lines = Array.from({ length: 40 }, (_, line) => `Chapter ${line} is about lamps.`);
  lines[20] = "Remember that the lamp is hot.";
  const turns = talk(["user", "Do you remember the lamp?"], ["user", lines.join("\n")]);
  expect(rankPassages(turns).filter(({ isExplicit }) => isExplicit)).toEqual([]);
});

it("returns the list that the user asks to remember as one passage", () => {
  const list = "Remember:\n- `orders.date` is called `ordered_at`\n- `orders.sum` is in cents";
  expect(
    best(talk(["user", `Fix the query in the report, it is too slow for the dashboard.\n\n${list}`])),
  ).toMatchObject({
    text: expect.stringContaining(list) as string,
    isExplicit: true,
  });
});

it("ranks a cause with code above narration, offers, headings and passing state", () => {
  const cause = "The build failed because `pnpm dev` reuses `.next`, which `pnpm build` writes with other chunk names.";
  const turns = talk(
    ["user", "the page is blank"],
    [
      "assistant",
      `Let me look at the logs.\n\n## What was wrong\n\n${cause}\n\nThe dev server is running at http://localhost:3000.\n\nLet me know if you want more.`,
    ],
  );
  expect(best(turns)?.text).toBe(cause);
});

it("ranks the user's rule above a task", () => {
  const turns = talk(
    ["user", "show me the file list"],
    ["assistant", "Here it is."],
    ["user", "Always use `pts` for points instead of `points`, in all tables."],
    ["assistant", "Done."],
  );
  expect(best(turns)).toMatchObject({ message: 3, kind: "rule" });
});

it("adds the option that a reply chooses, and the sentence that a pointer needs", () => {
  const options = "Which cache do we use?\n\n- **A.** Keep the cache in memory\n- **B.** Keep the cache in `redis`";
  const chosen = rankPassages(talk(["assistant", options], ["user", "From now on option b for all services please"]));
  expect(chosen[0]?.context).toBe("B. Keep the cache in `redis`".replace("B.", "- B."));
  const pointed = rankPassages(
    talk(["user", `${"The importer reads the file twice. ".repeat(10)}\n\nThis must never be changed to one read.`]),
  );
  expect(pointed.find(({ text }) => text.startsWith("This must"))?.context).toBe("The importer reads the file twice.");
});

it("returns no two passages with the same words, and no code or log lines", () => {
  const rule = "Never call the payment service without an idempotency key.";
  const log = "Caused by: java.lang.IllegalStateException: never call the payment service";
  const turns = talk(
    ["user", rule],
    ["assistant", `\`\`\`\nnever = "call the payment service"\n\`\`\`\n\nOk. ${rule}`],
    ["user", log],
  );
  const texts = rankPassages(turns).map(({ text }) => text);
  expect(texts.filter((text) => text.includes("payment"))).toEqual([rule]);
});

it("splits sentences at their ends, not in code, abbreviations, numbers or wrapped lines", () => {
  const text = [
    "We use e.g. `a.b. c` here. 第二句。第三句!",
    "1. First item. Second sentence.",
    "A line that is long enough to be wrapped by the terminal of the",
    "user goes on here. Version 1.5 is out.",
  ].join("\n");
  expect(splitSentences(text).map(({ start, end }) => text.slice(start, end))).toEqual([
    "We use e.g. `a.b. c` here.",
    "第二句。",
    "第三句!",
    "First item.",
    "Second sentence.",
    "A line that is long enough to be wrapped by the terminal of the\nuser goes on here.",
    "Version 1.5 is out.",
  ]);
});

it.each([
  ["en", "Show the totals with two decimals.", "Show me the log of the last run."],
  ["de", "Zeig die Summen mit zwei Nachkommastellen.", "Warum ist die Liste leer?"],
  ["zh", "金额统一用两位小数显示。", "看一下为什么列表是空的。"],
])("ranks a request that says how something should work above a task, in %s", (_, design, task) => {
  const turns = talk(["user", task], ["assistant", "Done."], ["user", design], ["assistant", "Done."]);
  expect(best(turns)).toMatchObject({ message: 3 });
});

it("ranks a statement lower in a message that asks something", () => {
  const statement = "The importer uses the `orders` table.";
  const scoreIn = (text: string) =>
    rankPassages(talk(["assistant", "Done."], ["user", text])).find((passage) => passage.text.includes(statement))
      ?.score;
  expect(scoreIn(statement)).toBeGreaterThan(scoreIn(`${statement} Is that the cause?`) ?? 0);
});
