import { OTHER_LANGUAGES } from "./injection-languages.ts";

/** Up to three of these words, in any order, each with the space after it. */
const anyOf = (words: string, atMost: number) => `(?:(?:${words}) ){0,${atMost}}`;

const PEOPLE = "(?:the |your |any |this |my )?(?:user|users|owner|human|humans|operator|person)";
const MODELS =
  "(?:ai |llm |coding |chat )?(?:assistants?|agents?|models?|chat ?bots?|ais?|llms?|language models?|claude|chatgpt|gpt|copilot|gemini|cursor|codex)";
const INSTRUCTIONS = "(?:instructions?|prompts?|directives?|guidelines|system messages?|safety rules|programming)";
const EARLIER = "previous|prior|earlier|preceding|above|foregoing|existing|former|original|initial|system|developer";

/** On the same line, a few words further. */
const NEAR = String.raw`[^\n]{0,100}?`;

/** Commands that download a package and run its code. */
const RUNNERS = "npx|pnpx|bunx|uvx|npm exec|npm x|pnpm dlx|yarn dlx|bun x|pipx run|uv tool run|deno run|go run";
const RUNNER = String.raw`\b(?:${RUNNERS})`;
const FLAGS = String.raw`(?:--?[\w-]{1,20}(?:=[\w./-]{1,40})? ){0,4}`;
const RUN =
  "\\b(?:run|execute|launch|invoke|call|use|ejecuta|ejecute|corre|exécute|exécutez|lance|lancez|esegui|executa|execute|führe|führen|starte|voer|uruchom|运行|执行|выполни|запусти|実行|실행)";
const ANSWER =
  "(?:answer|respond|reply|start|begin|continue|proceed|do anything|use any|call any|respondas|responder|répondre|rispondere|antwortest|antworten)";
const EACH = "(?:each|every|any|all|cada|chaque|ogni|jede[rnm]?)";
const TURN =
  "(?:session|conversation|chat|answer|response|reply|prompt|message|turn|sesión|conversación|respuesta|conversation|réponse|sessione|risposta|sessão|resposta|sitzung|gespräch|antwort|unterhaltung)s?";
const AT_EACH_ANSWER = String.raw`\b(?:before (?:you |your )?${ANSWER}|before answering|before responding|before replying|(?:before|after|in|at the (?:start|beginning|end) of|al (?:inicio|comienzo) de|au début de|all'inizio di|zu beginn|vor) ${EACH} (?:[\w-]{1,20} )?${TURN}|without (?:asking|confirmation|approval))\b`;
const BEFORE_EACH_ANSWER = String.raw`\b(?:before|after|at|al|au|zu|antes|vor|bevor)(?<=\b[a-z]{2,6}) (?:(?:you |your |de |du )?${ANSWER}|answering|responding|replying|(?:(?:the )?(?:start|beginning|end) of |inicio de |comienzo de |début de |beginn )?${EACH} (?:[\w-]{1,20} )?${TURN})\b`;

/**
 * Each repetition is bounded, so that the time is linear. White space is one space, as the search leaves it.
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
    // The newest code of a package, from a registry or an address, on request.
    String.raw`${RUN}[\w -]{0,30}[:"'\x60 ]{1,3}(?:sudo )?(?:${RUNNERS}) ${FLAGS}["']?(?:@?[\w./-]{1,100}@(?:latest|next|canary|beta|\*)|(?:git\+|github:|https?:)[^\s]{1,200})`,
    // A package for each conversation, or before an answer: a rule for an assistant, not for a project.
    String.raw`${RUNNER} [^\n]{1,60}?${AT_EACH_ANSWER}`,
    String.raw`${RUNNER} (?<=${BEFORE_EACH_ANSWER}[^\n]{0,40}(?:${RUNNERS}) )`,
  ],
};

/** The sources of all languages, by kind. */
export const INJECTION_PATTERNS = {
  override: [...SOURCES.override, ...OTHER_LANGUAGES.override],
  address: [...SOURCES.address, ...OTHER_LANGUAGES.address],
  secrecy: [...SOURCES.secrecy, ...OTHER_LANGUAGES.secrecy],
  download: SOURCES.download,
} satisfies Readonly<Record<string, readonly string[]>>;
