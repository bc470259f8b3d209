import { expect, it } from "vitest";
import { type CueName, countCues } from "./cue-words.ts";
import { adjustmentOf } from "./model.ts";
import { choosePassages, type ScoredPassage } from "./passage-choice.ts";

/** Sentences as people and assistants write them, by what they do. */
const SENTENCES = {
  en: {
    fault: [
      "The login still does not work.",
      "The button isn't showing on my phone.",
      "I get an error when I open the page.",
      "The list keeps jumping.",
      "The import is stuck at ten percent.",
      "The app crashes on start.",
      "I am not able to save the form.",
      "The pipeline is failing on the second step.",
      "It is broken in the new version.",
      "I'm getting this weird error in the console.",
    ],
    narration: [
      "Let me look at the configuration first.",
      "I'll update the tests next.",
      "Now I need to check the migration.",
      "I'm going to create the missing file.",
      "First, I want to see how the query is built.",
      "Looking at the logs of the last run.",
      "Here is the updated code.",
      "I can see the function in the helper file.",
      "I've just rewritten the loader.",
      "Let's see where the value comes from.",
    ],
    offer: [
      "Would you like me to add a test?",
      "Let me know if you want another color.",
      "Do you want to keep the old route?",
      "Next steps: reload the page and try the form.",
      "I can also write the documentation.",
      "Feel free to adjust the numbers.",
      "Which option do you want?",
      "If you'd like, we can add a cache.",
      "Please test it and tell me the result.",
      "You can now open the page.",
    ],
    passing: [
      "The server is now running on port 3000.",
      "All tests pass.",
      "The build succeeded without errors.",
      "The service was restarted.",
      "Everything works right now.",
      "The application compiles again.",
      "The check passed this time.",
      "The tests are already running.",
      "At the moment the queue is empty.",
      "No errors in the console.",
    ],
  },
  de: {
    explicit: [
      "Merk dir bitte, dass wir die Rechnungen pro Zeile runden.",
      "Ab jetzt schreibst du Commits nur noch auf Englisch.",
      "Denk in Zukunft daran, die Migrationen mit einzuchecken.",
      "Vergiss nicht, dass der Export in Cent rechnet.",
      "Für die Zukunft: Tests laufen bei uns nur mit pnpm.",
      "Behalte im Hinterkopf, dass der Kunde keine Cookies will.",
      "Bitte merken: Die Tabelle heißt kunden, nicht customers.",
      "Künftig bitte keine Emojis mehr in den Logs.",
      "Von jetzt an fragst du vor jedem Push nach.",
      "Speichere das in deinem Gedächtnis: Staging läuft auf Port 8081.",
    ],
    rule: [
      "Die Schnittstelle darf nie ohne Token aufgerufen werden.",
      "Jede Funktion braucht einen Kommentar.",
      "Bitte immer zuerst die Tests laufen lassen.",
      "Änderungen am Schema müssen über eine Migration gehen.",
      "Du sollst keine neuen Abhängigkeiten hinzufügen.",
      "Achte darauf, dass die Spalten gleich heißen.",
      "Nutze ausschließlich UTC für Zeitstempel.",
      "Passwörter gehören auf keinen Fall ins Log.",
      "Texte werden grundsätzlich übersetzt.",
      "Nur der Server schreibt in die Datenbank.",
    ],
    decision: [
      "Wir nehmen SQLite statt Postgres.",
      "Lass uns bei der alten Bibliothek bleiben.",
      "Ich habe mich für Variante B entschieden.",
      "Den Cache lassen wir vorerst weg.",
      "Wir verzichten auf Redux und benutzen nur den Kontext.",
      "Die alte Schnittstelle wird abgeschafft.",
      "Stattdessen speichern wir die Datei lokal.",
      "Wir wechseln von npm zu pnpm.",
      "Ich würde lieber zwei Tabellen anlegen.",
      "Der Dienst läuft künftig getrennt, das ist so beschlossen.",
    ],
    cause: [
      "Der Build schlug fehl, weil die Datei groß geschrieben war.",
      "Das lag daran, dass der Port schon belegt war.",
      "Die Ursache ist ein fehlender Index.",
      "Der Grund dafür ist die alte Version von Node.",
      "Deshalb wurde die Seite zweimal geladen.",
      "Der Fehler entsteht, wenn die Liste leer ist.",
      "Dadurch verliert der Nutzer seine Sitzung.",
      "Das Problem war die Zeitzone des Servers.",
      "Ohne den Schalter bricht der Import ab, sonst fehlen Zeilen.",
      "Die Bibliothek benötigt mindestens Version 18.",
    ],
    correction: [
      "Nein, das ist falsch, die Spalte heißt anders.",
      "Du hast die Prüfung gelöscht.",
      "Das stimmt nicht, der Preis ist netto.",
      "So war das nicht gemeint.",
      "Mach das bitte rückgängig.",
      "Ich meinte die andere Tabelle.",
      "Das hatte ich nicht verlangt.",
      "Da hast du etwas verwechselt.",
      "Die Datei gibt es gar nicht.",
      "Stell den alten Zustand wieder her.",
    ],
    fault: [
      "Die Anmeldung funktioniert immer noch nicht.",
      "Der Knopf reagiert nicht.",
      "Die Seite bleibt weiß.",
      "Beim Start stürzt das Programm ab.",
      "Ich bekomme eine Fehlermeldung.",
      "Das geht bei mir nicht.",
      "Die Liste wird nicht angezeigt.",
      "Der Test schlägt fehl.",
      "Das Bild ist kaputt.",
      "Der Import hängt seit zehn Minuten.",
    ],
    narration: [
      "Ich sehe mir zuerst die Konfiguration an.",
      "Lass mich kurz die Logs prüfen.",
      "Als Nächstes passe ich die Tests an.",
      "Ich werde jetzt die Datei anlegen.",
      "Jetzt führe ich die Tests aus.",
      "Zuerst suche ich nach allen Aufrufen.",
      "Hier ist der aktualisierte Code.",
      "Ich prüfe, ob die Migration vorhanden ist.",
      "Nun ergänze ich die fehlende Spalte.",
      "Schauen wir uns die Abfrage an.",
    ],
    offer: [
      "Soll ich die Tests auch anpassen?",
      "Sag Bescheid, wenn du mehr brauchst.",
      "Möchtest du, dass ich das einbaue?",
      "Wenn du willst, schreibe ich noch eine Anleitung.",
      "Gib mir Bescheid, falls etwas fehlt.",
      "Bei Fragen melde dich gern.",
      "Ich kann auch die Dokumentation ergänzen.",
      "Lass mich wissen, ob das passt.",
      "Welche Variante bevorzugst du?",
      "Nächste Schritte: Seite neu laden und testen.",
    ],
    passing: [
      "Der Server läuft jetzt auf Port 3000.",
      "Alle Tests sind grün.",
      "Der Build war erfolgreich.",
      "Ich habe den Dienst neu gestartet.",
      "Im Moment ist die Datenbank leer.",
      "Die Prüfung lief ohne Fehler durch.",
      "Gerade eben hat es noch geklappt.",
      "Heute ist der Dienst langsam.",
      "Die Anwendung wurde gestartet.",
      "Der Code lässt sich wieder kompilieren.",
    ],
  },
  zh: {
    explicit: [
      "记住,发票要按行四舍五入。",
      "以后提交信息都用英文写。",
      "从现在开始,推送之前先问我。",
      "别忘了导出的金额单位是分。",
      "请记下来:测试环境的端口是 8081。",
      "今后不要在日志里用表情符号。",
      "请牢记,这个客户不允许使用 Cookie。",
      "下次记得先跑测试再提交。",
      "把这一点写进你的记忆里。",
      "以后每次改表结构都要写迁移。",
    ],
    rule: [
      "接口必须带上令牌才能调用。",
      "不要新增任何依赖。",
      "每个函数都要写注释。",
      "时间戳一律使用 UTC。",
      "密码绝不能写进日志。",
      "只能由服务端写数据库。",
      "提交之前务必先跑测试。",
      "列名要保持一致。",
      "禁止直接修改生产数据。",
      "所有文案都应该走翻译。",
    ],
    decision: [
      "我们用 SQLite,不用 Postgres。",
      "缓存这部分先不做。",
      "最后决定采用方案 B。",
      "把 npm 换成 pnpm。",
      "旧接口废弃,改用新的。",
      "前后端分开部署。",
      "状态管理就用 Context。",
      "这个功能暂时保留。",
      "我选择把文件存在本地。",
      "还是拆成两张表吧。",
    ],
    cause: [
      "构建失败是因为文件名大小写不一致。",
      "根本原因是缺少索引。",
      "由于端口被占用,服务没有启动。",
      "问题出在服务器的时区上。",
      "这会导致页面加载两次。",
      "列表为空时就会触发这个错误。",
      "所以用户会丢失会话。",
      "这个库至少需要 18 版本。",
      "否则导入会中断。",
      "原来是旧版本的 Node 造成的。",
    ],
    correction: [
      "不对,这个字段不叫这个名字。",
      "你把校验删掉了。",
      "我说的是另一张表。",
      "这不是我要的效果。",
      "你理解错了,价格是不含税的。",
      "改回原来的样子。",
      "应该是按月统计,不是按周。",
      "我没有让你改这个文件。",
      "你漏了一个条件。",
      "这里写错了。",
    ],
    fault: [
      "登录还是不行。",
      "按钮点了没反应。",
      "页面一片空白。",
      "启动的时候报错了。",
      "列表显示不出来。",
      "程序一打开就崩溃。",
      "图片加载失败。",
      "导入卡住了。",
      "修改之后没有生效。",
      "这个功能有问题。",
    ],
    narration: [
      "我先看一下配置文件。",
      "让我检查一下日志。",
      "接下来我来调整测试。",
      "现在我来创建这个文件。",
      "首先查找所有的调用。",
      "下面是更新后的代码。",
      "我将添加缺少的列。",
      "我来运行一下测试。",
      "正在分析项目结构。",
      "我会先确认迁移是否存在。",
    ],
    offer: [
      "需要我顺便修改测试吗?",
      "如果有问题请告诉我。",
      "要不要我写一份说明?",
      "您希望使用哪种方案?",
      "如需调整,随时告诉我。",
      "你可以刷新页面试试。",
      "请确认是否可以继续。",
      "是否需要我提交代码?",
      "还有什么需要我帮忙的吗?",
      "请选择一个方案。",
    ],
    passing: [
      "服务正在运行。",
      "测试全部通过了。",
      "编译成功。",
      "我已经重启了服务。",
      "目前数据库是空的。",
      "检查没有报错。",
      "刚才还是好的。",
      "今天接口很慢。",
      "应用已启动。",
      "现在可以正常访问了。",
    ],
  },
} as const satisfies Record<string, Partial<Record<CueName, readonly string[]>>>;

const cases = Object.entries(SENTENCES).flatMap(([language, kinds]) =>
  Object.entries<readonly string[]>(kinds).flatMap(([name, sentences]) =>
    sentences.map((sentence) => [language, name as CueName, sentence] as const),
  ),
);

it.each(cases)("finds in %s the cue %s: %s", (_, name, sentence) => {
  expect(countCues(name, sentence.toLowerCase())).toBeGreaterThan(0);
});

/** Returns the suggestions from a conversation that has only this sentence and requests without a rule. */
function suggestionsFor(role: "user" | "assistant", text: string): ScoredPassage[] {
  const turns = [
    { role: "user", text: "Add the list." },
    { role: "assistant", text: "Done." },
    ...(role === "user" ? [] : ([{ role: "user", text: "And the export?" }] as const)),
    { role, text },
  ] as const;
  return choosePassages(
    turns.map((turn, index) => ({ ...turn, number: index + 1 })),
    { adjustment: adjustmentOf([]), earlier: 0 },
  );
}

const never = cases.filter(([, name]) => ["narration", "offer", "passing", "fault"].includes(name));

it.each(never)("suggests in %s no %s: %s", (_, name, sentence) => {
  expect(suggestionsFor(name === "fault" ? "user" : "assistant", sentence)).toEqual([]);
});

const requests = cases.filter(([, name]) => name === "explicit");

it.each(requests)("suggests in %s each request of the kind %s: %s", (_, __, sentence) => {
  expect(suggestionsFor("user", sentence)).toMatchObject([{ text: sentence, isExplicit: true }]);
});

it("suggests a short request in Chinese, whose characters count more than letters", () => {
  expect(suggestionsFor("user", "记住:生产库只读。")).toMatchObject([{ text: "记住:生产库只读。" }]);
});
