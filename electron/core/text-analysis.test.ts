import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { signsOf } from "./signs.ts";
import {
  analyseForIndex,
  compoundsOf,
  dottedNamesOf,
  foldText,
  humpsOf,
  otherFormsOf,
  piecesOf,
  tokenOfCompound,
  tokensOfPiece,
  tokensOfRun,
  tokensOfText,
  tokenTestOf,
} from "./text-analysis.ts";

const tokens = (text: string): string[] => piecesOf(text).flatMap(tokensOfPiece);

describe("piecesOf", () => {
  it("splits at everything that is not a letter, mark or number", () => {
    expect(tokens("Don't panic: it's 12:30, e-mail me@example.org!")).toEqual([
      ..."don t panic it s 12 30 e mail me example org".split(" "),
    ]);
  });

  it("finds a token in a text where the text's tokens have it, and nowhere else", () => {
    const words = fc.constantFrom("a", "ab", "ab1", "b", "1", "Ab", "ä", "数据", " ", "_", "-", ".", "B1");
    const texts = fc.array(words, { maxLength: 12 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(texts, texts, (text, other) => {
        const has = tokenTestOf(text);
        const candidates = [...tokensOfText(other), ...tokensOfText(text), other, "", "AB"];
        expect(candidates.filter(has)).toEqual(candidates.filter((token) => tokensOfText(text).includes(token)));
      }),
    );
  });

  it("returns the same tokens for a text in ASCII and for its pieces", () => {
    const ascii = Array.from({ length: 128 }, (_, code) => `${String.fromCharCode(code)}aB${code}`).join("x");
    for (const text of ["", "…", "snake_case kebab-case CamelCase v1.2\n\tdon't", ascii, `${ascii} Ärger 数据库`]) {
      expect(tokensOfText(text)).toEqual(tokens(text));
    }
  });

  it("returns offsets into the text", () => {
    const text = "Ärger — 数据库 ok";
    for (const { text: piece, start, end } of piecesOf(text)) expect(text.slice(start, end)).toBe(piece);
  });

  it("splits between scripts with and without spaces", () => {
    expect(piecesOf("abc中文def").map(({ text }) => text)).toEqual(["abc", "中文", "def"]);
  });

  it("returns nothing for emoji, operators and white space", () => {
    expect(piecesOf("🎉 && || -> \n\t ***")).toEqual([]);
  });
});

describe("tokensOfPiece", () => {
  it("splits Chinese, Japanese and Korean into overlapping pairs", () => {
    expect(tokens("数据库")).toEqual(["数据", "据库"]);
    expect(tokens("データベース")).toEqual(["デー", "ータ", "タベ", "ベー", "ース"]);
    expect(tokens("데이터")).toEqual(["데이", "이터"]);
  });

  it("keeps a single character", () => {
    expect(tokens("水")).toEqual(["水"]);
  });

  it("keeps Thai vowels with their consonants", () => {
    expect(tokens("กินข้าว")).toEqual(["กิน", "นข้", "ข้า", "าว"]);
  });

  it("counts a character outside the basic plane as one", () => {
    expect(tokens("𠮷野家")).toEqual(["𠮷野", "野家"]);
  });
});

describe("foldText", () => {
  it.each([
    ["Café", "cafe"],
    ["cafe\u0301", "cafe"],
    ["Straße", "strasse"],
    ["Łódź Ærø", "lodz aero"],
    ["ＡＢＣ１２", "abc12"],
    ["ﬁle", "file"],
    ["Ёлка", "елка"],
    ["Йод", "йод"],
    ["Άλφα λόγος", "αλφα λογοσ"],
    ["مُحَمَّد", "محمد"],
    ["أحمد إلى مدرسة", "احمد الي مدرسه"],
    ["شָׁלוֹם".slice(1), "לום"],
    ["ガラス", "ガラス"],
    ["ﾃﾞｰﾀ", "データ"],
    ["한국", "한국"],
    ["हिन्दी", "हिन्दी"],
  ])("folds %s to %s", (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });
});

describe("identifiers", () => {
  it.each([
    ["getUserName", ["get", "user", "name"]],
    ["HTTPServer", ["http", "server"]],
    ["utf8Decoder", ["utf8", "decoder"]],
    ["plain", []],
    ["UPPER", []],
    ["sha256", []],
  ])("splits %s into the words %j", (identifier, words) => {
    expect(humpsOf(identifier)).toEqual(words);
  });

  it("returns the same token for snake_case, kebab-case and camelCase", () => {
    const compounds = (text: string): string[] => compoundsOf(text, piecesOf(text)).map(tokenOfCompound);
    expect(compounds("see get_user_name and get-user-name")).toEqual(["getusername", "getusername"]);
    expect(foldText("getUserName")).toBe("getusername");
  });

  it("does not join words by a dash with spaces around it", () => {
    expect(compoundsOf("a - b", piecesOf("a - b"))).toEqual([]);
  });
});

describe("analyseForIndex", () => {
  it("appends the words of identifiers to the tokens of the text", () => {
    expect(analyseForIndex("Call getUserName on user_id now")).toBe(
      "call getusername on user id now get user name userid",
    );
  });

  it("returns the parts of paths and versions in order", () => {
    expect(analyseForIndex("electron/search/passages.ts at 1.2.3")).toBe(
      "electron search passages ts at 1 2 3 passagests",
    );
  });

  it("ends a run without spaces with its last letter, so that each letter starts a token", () => {
    expect(analyseForIndex("喝水 abc中文")).toBe("喝水 水 abc 中文 文");
  });

  it("accepts any text", () => {
    expect(analyseForIndex("")).toBe("");
    expect(analyseForIndex('\u0000\ud800 " OR * (')).toBe("or");
  });
});

it("makes the same tokens of text in ASCII as of any other text", () => {
  const part = fc.constantFrom(
    "get",
    "User",
    "HTTPServer",
    "x1",
    "A",
    "9",
    "snake",
    "-",
    "_",
    "--",
    ".",
    "->",
    "C++",
    " ",
    "\n",
    "aB",
    "ABc",
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 60 }), fc.string({ unit: "binary-ascii" }), (parts, other) => {
      const ascii = `${parts.join("")} ${other}`;
      const pieces = piecesOf(ascii);
      const humps = pieces.flatMap(({ text }) => humpsOf(text));
      const compounds = [...compoundsOf(ascii, pieces), ...dottedNamesOf(ascii, pieces)].map(tokenOfCompound);
      const signs = new Set(signsOf(ascii).map(({ token }) => token));
      const expected = [...pieces.flatMap(tokensOfRun), ...humps, ...compounds, ...signs].join(" ");
      expect(analyseForIndex(ascii)).toBe(expected);
    }),
  );
});

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
  ["базы", "баз"],
  ["базами", "баз"],
  ["сервером", "сервер"],
  ["хранилищах", "хранилищ"],
  ["резервного", "резервн"],
  ["Настройки", "настройк"],
  ["копией", "коп"],
  ["повідомленнями", "повідомленн"],
])("spells %s also as %s", (word, form) => {
  expect(formsOf(word).map(foldText)).toContain(foldText(form));
});

it.each(["Node", "naïve", "Straße", "数据库", "сервер", "код", "שלו", "نسخ", ""])(
  "knows no other form of %j",
  (word) => {
    expect(formsOf(word)).toEqual([]);
  },
);
