/**
 * Recognises text that reads like an instruction to an assistant instead of a note: the text of a prompt injection.
 *
 * Recognised in English, German and Chinese:
 * - `override`: sets earlier instructions aside, or asks for the system prompt;
 * - `address`: speaks to the model as a system message or under a heading for assistants;
 * - `secrecy`: says to keep something from the user;
 * - `download`: passes a download to a shell or an interpreter;
 * - `exfiltration`: sends secrets of the machine, or the conversation, to an address.
 *
 * Rules of a project ("Always run the tests before pushing") and preferences about answers ("The assistant should
 * answer in German") do not count: they are the purpose of a memory. The result is a hint for the owner and restricts
 * nothing: other words and other languages are not recognised.
 */
export type InjectionKind = "override" | "address" | "secrecy" | "download" | "exfiltration";

/** The first passage that reads like an instruction; `excerpt` is on one line, without invisible characters. */
export interface InjectedInstruction {
  readonly kind: InjectionKind;
  readonly excerpt: string;
}

/** Returns whether a text contains a passage that reads like an instruction to an assistant. Linear in the text. */
export function readsLikeInstruction(text: string): boolean {
  return findInjectedInstruction(text) !== null;
}

/** Finds the first passage of the first kind that occurs; null if there is none. Linear in the text. */
export function findInjectedInstruction(text: string): InjectedInstruction | null {
  const plain = normalise(text);
  const lower = toLowerCase(plain);
  const marks = ASCII.test(lower) ? ASCII_MARKS : MARKS;
  const starts = [...positionsOf(WORDS, lower), ...positionsOf(marks, lower)].sort((one, other) => one - other);
  for (const { kind, pattern, firstCharacters } of PATTERNS) {
    for (const start of starts) {
      if (!firstCharacters.has(lower.charCodeAt(start))) continue;
      pattern.lastIndex = start;
      if (pattern.test(plain)) return { kind, excerpt: excerptOf(plain, start, pattern.lastIndex) };
    }
  }
  const sent = findExfiltration(plain, lower);
  return sent === null ? null : { kind: "exfiltration", excerpt: excerptOf(plain, sent.start, sent.end) };
}

/** The same length as the text, unlike `String.toLowerCase`: İ becomes two characters. */
function toLowerCase(text: string): string {
  return text.replaceAll("\u0130", " ").toLowerCase();
}

/** The positions of all matches of a global expression, including overlapping ones. */
function* positionsOf(pattern: RegExp, text: string): Generator<number> {
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    yield match.index;
    pattern.lastIndex = match.index + 1;
  }
}

/** Characters on each side of a passage in its excerpt. */
const EXCERPT_MARGIN = 40;
const MAX_EXCERPT = 240;

function excerptOf(text: string, start: number, end: number): string {
  const from = Math.max(0, start - EXCERPT_MARGIN);
  const to = Math.min(text.length, end + EXCERPT_MARGIN, from + MAX_EXCERPT);
  const line = text.slice(from, to).toWellFormed().replace(/\s+/g, " ").trim();
  return `${from > 0 ? "…" : ""}${line}${to < text.length ? "…" : ""}`;
}

/** Invisible characters can split a word, and compatibility forms (full width, mathematical letters) can disguise it. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is intended
const ASCII = /^[\u0000-\u007f]*$/;

/** Folds disguises, turns white space into single spaces, and joins the lines of a wrapped sentence. */
function normalise(text: string): string {
  const plain = ASCII.test(text) ? text : text.normalize("NFKC").replace(INVISIBLE, "").replace(/[‘’]/g, "'");
  return plain.replace(/[^\S\n]{2,}|[^\S\n ]/g, " ").replace(/(?: \n|\n)(?<=[\p{L},] ?\n) ?(?=\p{Ll})/gu, " ");
}

/** Up to three of these words, in any order, each with the space after it. */
const anyOf = (words: string, atMost: number) => `(?:(?:${words}) ){0,${atMost}}`;

const PEOPLE = "(?:the |your |any |this |my )?(?:user|users|owner|human|humans|operator|person)";
const MODELS =
  "(?:ai |llm |coding |chat )?(?:assistants?|agents?|models?|chat ?bots?|ais?|llms?|language models?|claude|chatgpt|gpt|copilot|gemini|cursor|codex)";
const INSTRUCTIONS = "(?:instructions?|prompts?|directives?|guidelines|system messages?|safety rules|programming)";
const EARLIER = "previous|prior|earlier|preceding|above|foregoing|existing|former|original|initial|system|developer";

/** On the same line, a few words further. */
const NEAR = String.raw`[^\n]{0,100}?`;

/**
 * Each repetition is bounded, so that the time is linear. White space is one space, as {@link normalise} leaves it.
 * Each pattern starts with its first words, and is only tried at one of them.
 */
const SOURCES = {
  override: [
    `\\b(?:ignore|disregard|forget|override|overrule|bypass|discard) ${anyOf("all|any|of|the|your|my|these|those|every", 3)}(?:${EARLIER}) (?:[a-z]+ ){0,2}?${INSTRUCTIONS}`,
    `\\b(?:ignore|disregard|forget|override|discard) (?:all |any )?(?:of )?(?:your|the system|all) ${INSTRUCTIONS}`,
    `\\b(?:ignore|disregard|forget) (?:everything|all|anything) (?:(?:that )?(?:was |has been |you were |you have been )?(?:said|written|told|instructed) )?(?:above|before|so far|previously|until now|you were told)`,
    `\\bthese instructions (?:override|supersede|replace|take (?:precedence|priority) over)`,
    `\\byour (?:new|real|actual|true|only) (?:instructions?|task|role|goal|purpose|objective|directive)s? (?:is|are)\\b`,
    `\\b(?:reveal|print|output|repeat|leak|show|disclose) (?:me )?(?:your|the) (?:full |entire |hidden |initial |original )?(?:system prompt|system message|hidden instructions|initial instructions)`,
    "\\byou are (?:now )?(?:in )?(?:dan\\b|jailbroken|unrestricted|developer mode|god mode|no longer bound)",
    "\\b(?:ignorier|missacht|vergiss|vergesse|übergeh|überschreib|verwirf)(?:e|en|t)?(?: sie)? (?:(?:alle|sämtliche|die|deine|ihre|meine|jegliche|bisher gegebenen) ){0,3}(?:vorherigen|vorigen|bisherigen|früheren|obigen|vorangegangenen|vorangehenden|ursprünglichen|anderen|systemseitigen) (?:anweisungen|instruktionen|befehle|vorgaben|regeln|systemanweisungen|prompts)",
    "\\b(?:ignorier|missacht|vergiss|vergesse)(?:e|en|t)?(?: sie)? (?:alle |sämtliche )?(?:deine|ihre) (?:anweisungen|instruktionen|vorgaben|systemanweisungen|regeln)",
    "\\bdeine neuen? (?:anweisung(?:en)?|aufgabe|rolle|ziel) (?:ist|sind|lautet|lauten)\\b",
    "(?:忽略|无视|忽视|忘记|忘掉|不要遵守|绕过|覆盖)[^。\\n]{0,6}(?:之前|以上|先前|此前|上面|前面|上述|原有|系统)[^。\\n]{0,8}(?:指令|指示|提示词?|规则|说明|设定)",
    "(?:忽略|无视|忘记|忘掉)(?:掉)?(?:所有|全部|一切|你)的?(?:指令|指示|提示词|系统提示)",
    "(?:输出|显示|打印|透露|泄露|重复)[^。\\n]{0,6}(?:你的)?(?:系统提示词?|系统指令|系统消息)",
  ],
  address: [
    String.raw`(?:<\x7c)(?:im_start|system|start_header_id)\|>`,
    String.raw`(?:<<SYS>|\[INST|\[\/INST)[>\]]`,
    String.raw`\bsystem(?<=^[ >*#_\[(<]{0,8}system)(?: (?:message|prompt|override|notice|instruction|update|alert))?[\])>*_]{0,4} ?[:\uFF1A-]${NEAR}\b(?:you|your|from now on|must|ignore|never|run|execute|always)\b`,
    `\\b(?:attention|note|notice|message|instructions?|reminder|warning|directive|orders?|important|urgent)(?: (?:to|for))?[ :,!—-]{1,3}(?:all |any |every |the |other |you )?${MODELS}(?: (?:that|who|which) reads? this)? ?[:：,!—]`,
    `\\b(?:if you are a|to a)n? (?:ai|llm|large language model|language model)(?: (?:assistant|agent|model))? ?(?:reading|that reads|and you read|,)`,
    `\\b(?:as a|as an) (?:ai|llm|language model)(?: (?:assistant|agent|model))?,? you (?:must|should|will|shall|have to|are required)\\b`,
    "\\b(?:achtung|hinweis|nachricht|anweisungen|anweisung|wichtig|befehl)(?: an| für)?[ :,!—-]{1,3}(?:alle |jeden |den |die |das )?(?:ki|llm|sprachmodelle?|assistenten?|ki-assistent(?:en)?|ki-agent(?:en)?|ki-modelle?|modelle?|agenten?) ?[:,!—]",
    "\\bals (?:ki|ki-assistent|sprachmodell|ki-modell|ki-agent) (?:musst|sollst|wirst|darfst) du\\b",
    "(?:系统|注意|重要)(?<=(?:^|[。！\\s])..)(?:(?<=系统)(?:消息|提示|指令|通知))?[:：][^\\n]{0,60}(?:你必须|从现在(?:开始|起)|你要|请执行|立即执行|你将)",
    "(?:致|给)(?:所有)?(?:ai|人工智能|大模型|语言模型|智能体|助手|智能助手)(?:助手|模型|智能体)?的?(?:指令|指示|消息|提示|命令)",
    "作为(?:一个|一名)?(?:ai|人工智能|大?语言模型|智能)(?:助手|模型|智能体)?[，,]?你(?:必须|应当|应该|需要|要)",
  ],
  secrecy: [
    `\\b(?:do not|don't|dont|never|must not|should not|cannot|avoid) (?:ever )?(?:tell|telling|inform|informing) ${PEOPLE}\\b`,
    `\\b(?:do not|don't|dont|never|must not|should not) (?:ever )?(?:mention|reveal|disclose|show|report|admit|explain) (?:this|it|that|anything|any of this|these)(?: [a-z]+){0,3}? to ${PEOPLE}\\b`,
    `\\bwithout (?:ever )?(?:telling|informing|alerting) ${PEOPLE}\\b`,
    `\\bwithout (?:the |your )?(?:user|owner|human)(?:'s|s')? (?:knowledge|knowing|noticing|awareness|consent)\\b`,
    `\\b(?:keep|hide|conceal) (?:this|it|that|these|everything)(?: [a-z]+){0,2}? from ${PEOPLE}\\b`,
    `\\b(?:do not|don't|never) let ${PEOPLE} (?:know|notice|see this|find out|realise|realize)\\b`,
    "\\b(?:sag|sage|sagen sie|erzähl|erzähle|verrat|verrate|teile|erwähne) (?:(?:es|das|dies|davon|hiervon) )?(?:dem|der|den|gegenüber dem) (?:be)?(?:nutzer|nutzerin|nutzern|anwender|anwendern|user|eigentümer|besitzer|menschen)(?: (?:davon|das|dies|darüber|hiervon|es|bitte|auf keinen fall)){0,2} (?:nicht|nichts|niemals|nie)\\b",
    "\\b(?:informiere|informieren sie) (?:den|die) (?:be)?(?:nutzer|nutzerin|anwender|user|eigentümer|besitzer)(?: (?:darüber|davon|hierüber)){0,1} (?:nicht|niemals|nie)\\b",
    "\\bohne (?:dem|den|der|die) (?:be)?(?:nutzer|nutzerin|anwender|user|eigentümer|besitzer)(?: (?:davon|darüber|etwas|es|das)){0,2} (?:zu (?:informieren|sagen|erzählen|verraten)|zu erwähnen)\\b",
    "\\bohne (?:das )?wissen (?:des|der) (?:be)?(?:nutzers|nutzerin|nutzer|anwenders|users|eigentümers|besitzers)\\b",
    "(?:不要|别|不得|切勿|禁止|请勿|不能|绝不|千万别|不可)(?:把[^。\\n]{0,10})?(?:告诉|告知|透露给|泄露给|知会)(?:用户|使用者|主人|人类|所有者)",
    "(?:不要|别|切勿|不能|不得|绝不能?|千万别)让(?:用户|使用者|主人|人类)(?:知道|发现|察觉|看到|得知)",
    "(?:对用户|对使用者|对主人|向用户|向使用者|向主人)(?:保密|隐瞒)",
    "瞒着(?:用户|使用者|主人)",
    "(?:在用户不知情|在使用者不知情|用户不知情|使用者不知情)",
  ],
  download: [
    String.raw`\b(?:curl|wget|fetch|aria2c|iwr|irm|invoke-webrequest|invoke-restmethod)\b(?:[^\n|]{1,300}\|){1,3} ?(?:sudo )?(?:[\w/.-]{0,40}\/)?(?:(?:ba|z|da|k|fi|a)?sh|iex|invoke-expression|pwsh|powershell|source)\b(?!\.)`,
    // With an argument such as "-m json.tool" an interpreter reads the download as data.
    String.raw`\b(?:curl|wget)\b(?:[^\n|]{1,300}\|){1,3} ?(?:sudo )?(?:[\w/.-]{0,40}\/)?(?:python[\d.]{0,4}|node|perl|ruby|php)(?: -)?(?:[ \t]{0,8}[\n"'\x60;&).,]|[ \t]{0,8}$)`,
    String.raw`\b(?:bash|sh|zsh|source|eval|exec|python[\d.]{0,4})\b[ \t]{0,4}(?:-\w{1,4} )?["']?(?:<\(|\$\(|\x60) ?(?:curl|wget)\b`,
    String.raw`\b(?:iex|invoke-expression)\b ?[(&{ ]{0,4} ?[^\n]{0,80}?\b(?:iwr|irm|invoke-webrequest|invoke-restmethod|downloadstring)\b`,
    String.raw`\bbase64 (?:-d|-D|--decode)\b[^\n|]{0,100}\| ?(?:sudo )?(?:ba|z)?sh\b`,
  ],
} satisfies Record<PatternKind, readonly string[]>;

type PatternKind = Exclude<InjectionKind, "exfiltration">;

const KINDS: readonly PatternKind[] = ["override", "address", "secrecy", "download"];
/**
 * The words that a pattern may start with, as literals in lower case: `ignore`, and `instruction` for `instructions?`.
 */
function firstWordsOf(source: string): string[] {
  const [, group, word] = /^(?:\\b)?(?:\(\?:([^()]+)\)|([\p{L}\d]+)(?![?*{+]))/u.exec(source) ?? [];
  const words = (group ?? word ?? "")
    .split("|")
    .map((each) => each.replace(/.[?*{].*$|(?<!\\)\[.*$/su, "").toLowerCase());
  if (words.includes("")) throw new Error(`The pattern ${source} does not begin with words.`);
  return words;
}

/** A search for literals without flags for case and Unicode, and in order, takes a twentieth of the time of the patterns. */
function searchFor(words: readonly string[], before: string): RegExp {
  return new RegExp(`${before}(?:${[...new Set(words)].sort().join("|")})`, "g");
}

const PATTERNS = KINDS.map((kind) => {
  const sources: readonly string[] = SOURCES[kind];
  const firstWords = sources.flatMap(firstWordsOf);
  return {
    kind,
    pattern: new RegExp(sources.join("|"), "imuy"),
    firstWords,
    firstCharacters: new Set(firstWords.map((word) => word.replace(/^\\/, "").charCodeAt(0))),
  };
});
const FIRST_WORDS = PATTERNS.flatMap(({ firstWords }) => firstWords);
const WORDS = searchFor(
  FIRST_WORDS.filter((word) => /^\w/.test(word)),
  "\\b",
);
const OTHER_WORDS = FIRST_WORDS.filter((word) => !/^\w/.test(word));
const MARKS = searchFor(OTHER_WORDS, "");
const ASCII_MARKS = searchFor(
  OTHER_WORDS.filter((word) => ASCII.test(word)),
  "",
);

const ADDRESS = /https?:\/\/|ftp:\/\/|www\.|webhook|pastebin|[\w.+-]@[\w-]{1,64}\./iu;
const SECRET_FILES = String.raw`\.env\b|id_(?:rsa|ed25519|ecdsa)|\.ssh\b|\.aws\b|\.npmrc\b|\.netrc\b`;
/** Secrets of the machine, and the contents of the conversation. A single key or token is what an API call sends. */
const SENT_TEXTS = [
  SECRET_FILES,
  "environment variables",
  "(?:chat|conversation|message) (?:history|log|transcript)",
  "(?:this|the|our|whole|full|entire) conversation",
  "system prompt",
  "(?:all|your|the user's|stored|every) (?:of )?(?:your |the |their |stored |saved )?(?:memories|memory|secrets?|passwords?|credentials|api keys?|private keys?|ssh keys?|tokens)",
  "umgebungsvariablen|zugangsdaten|passwörter|geheimnisse|(?:chat|gesprächs)verlauf|dieses gespräch|systemprompt|alle erinnerungen",
  "密码|密钥|凭证|凭据|令牌|环境变量|对话内容|聊天记录|系统提示",
].join("|");
const SENT = new RegExp(SENT_TEXTS, "iu");
/**
 * A piece in which something is sent contains one of these, in lower case: an {@link SENT} text, or one of {@link
 * SENT_FILE}.
 */
const SENT_TEXT = new RegExp(String.raw`${SENT_TEXTS}|\b(?:printenv|env)\b`, "g");
const SEND =
  /\b(?:send|post|upload|forward|exfiltrate|e-?mail|transmit|leak|submit|copy|paste|append|sende|schicke|übertrage|übermittle|leite|lade|kopiere|poste)\b|发送|发给|发到|上传|提交|转发|传到/iu;
/** A sentence that sends something is looked for in pieces of a line that overlap by half. */
const PIECE_LENGTH = 400;
const PIECE_STEP = PIECE_LENGTH / 2;

/** A shell command that sends a file of secrets. */
const SENT_FILE = new RegExp(
  String.raw`(?:\bprintenv|\benv|${SECRET_FILES}) ?[^\n|]{0,${PIECE_LENGTH}}\|[^\n]{0,${PIECE_LENGTH}}\b(?:curl|wget|nc|ncat)\b|\bcurl\b[^\n]{0,${PIECE_LENGTH}}@[^\s]{0,80}(?:${SECRET_FILES})`,
  "iu",
);

function findExfiltration(text: string, lower: string): { readonly start: number; readonly end: number } | null {
  let lineStart = 0;
  let lineEnd = -1;
  let next = 0;
  for (const position of positionsOf(SENT_TEXT, lower)) {
    if (position >= lineEnd) {
      lineStart = text.lastIndexOf("\n", position) + 1;
      lineEnd = text.indexOf("\n", position);
      if (lineEnd === -1) lineEnd = text.length;
      next = lineStart;
    }
    // The pieces that contain the position, except pieces of an earlier position.
    const first = Math.floor((position - lineStart - PIECE_LENGTH) / PIECE_STEP + 1) * PIECE_STEP;
    for (let from = Math.max(next, lineStart + first); from <= position; from += PIECE_STEP) {
      next = from + PIECE_STEP;
      if (from > lineStart && from + PIECE_STEP >= lineEnd) break;
      const piece = text.slice(from, Math.min(from + PIECE_LENGTH, lineEnd));
      const start = sendsSecrets(piece) ? piece.search(SEND) : piece.search(SENT_FILE);
      if (start >= 0) return { start: from + start, end: from + piece.length };
    }
  }
  return null;
}

function sendsSecrets(piece: string): boolean {
  if (!ADDRESS.test(piece)) return false;
  const verb = piece.search(SEND);
  const sent = piece.search(SENT);
  return verb >= 0 && sent >= 0 && piece.slice(Math.min(verb, sent)).search(ADDRESS) >= 0;
}
