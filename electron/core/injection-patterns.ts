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
 * Passages in languages other than English, German and Chinese, as sources of regular expressions. Each starts with its
 * first words, and each repetition is bounded: see `injected-instructions.ts`.
 */
const OTHER_LANGUAGES = {
  override: [
    // Spanish
    "\\b(?:ignora|ignore|ignorad|olvida|olvide|descarta|desatiende|omite)(?:s|r)? (?:(?:por favor|todas?|todos?|las|los|tus|sus|mis|cualquier|de) ){0,4}(?:instrucci(?:ón|ones)|indicaciones|órdenes|directrices|reglas) (?:anteriores|previas|de arriba|del sistema|iniciales|originales|que (?:te|le) (?:dieron|han dado))",
    "\\b(?:ignora|ignore|olvida|olvide) (?:todo|todas|todos) (?:(?:lo|tus|sus) )?(?:anterior|instrucciones|que (?:te|le|se) (?:dijeron|han dicho|indicó|ha dicho))",
    "\\b(?:revela|muestra|imprime|repite) (?:(?:tu|el|su) )?(?:prompt|mensaje) (?:del |de )?sistema",
    // French
    "\\b(?:ignore|ignorez|ignorer|oublie|oubliez|oublier)(?: (?:toutes|tous|les|tes|vos|des|ces|à présent|maintenant)){0,3} (?:instructions|consignes|directives|règles|messages) (?:précédente?s|précédents|antérieure?s|ci-dessus|initiales|du système|d'origine)",
    "\\b(?:oublie|oubliez|ignore|ignorez) tout ce qui (?:précède|a été dit)",
    // Italian
    "\\b(?:ignora|ignorate|ignorare|dimentica|dimenticate|dimenticare)(?: (?:tutte|tutti|le|gli|tue|vostre|i)){0,3} (?:istruzioni|indicazioni|direttive|regole|messaggi) (?:precedenti|di prima|sopra|iniziali|del sistema|originali)",
    // Portuguese
    "\\b(?:ignore|ignora|ignorem|ignorar|esqueça|esquece|esqueçam|desconsidere)(?: (?:todas|todos|as|os|suas|tuas|seus)){0,3} (?:instruções|orientações|diretrizes|regras|mensagens) (?:anteriores|prévias|acima|do sistema|iniciais|originais)",
    // Dutch
    "\\b(?:negeer|vergeet)(?: (?:alle|al|de|je|jouw|uw)){0,3} (?:vorige|eerdere|voorgaande|bovenstaande|oorspronkelijke) (?:instructies|opdrachten|aanwijzingen|regels|berichten)",
    // Polish
    "\\b(?:zignoruj|ignoruj|zapomnij o)(?: (?:wszystkie|wszystkich|swoje|swoich)){0,2} (?:poprzednie|poprzednich|wcześniejsze|wcześniejszych|powyższe|powyższych) (?:instrukcje|instrukcji|polecenia|poleceń|zasady|wytyczne)",
    // Turkish
    "(?:önceki|yukarıdaki|daha önceki)(?: (?:bütün|tüm))? (?:talimatları|komutları|yönergeleri|kuralları)(?: [a-zçğıöşü]+)? (?:yok say|yoksay|görmezden gel|unut|dikkate alma)",
    // Russian, Ukrainian
    "(?:игнорируй|проигнорируй|забудь|отбрось|ігноруй|забудьте)(?:те)?(?: (?:все|всі|о|про|свои|твои|эти|ці)){0,3} (?:предыдущи[ех]|прежни[ех]|ранее данные|попередні|вышеуказанные|изначальные|исходные|системные) (?:инструкци|указани|команд|правил|інструкці|вказівк)",
    "(?:раскрой|покажи|выведи|повтори)(?:те)? (?:свой |твой |мне )?(?:системный промпт|системное сообщение|системную подсказку)",
    // Japanese
    "(?:これまで|以前|今まで|上記|前|先ほど|それまで)(?:の|に与えられた|に出された)(?:すべての|全ての|全)?(?:指示|命令|指令|ルール|プロンプト)(?:を|は)(?:すべて|全て)?(?:無視|忘れ|破棄)",
    "(?:システムプロンプト|システムメッセージ)を(?:表示|出力|教え|開示|公開)",
    // Korean
    "(?:이전|위의|기존|앞선|지금까지)(?:의)? ?(?:모든 )?(?:지시|지침|명령|규칙|프롬프트)(?:사항)?(?:을|를|은|는)? ?(?:모두 |전부 )?(?:무시|잊어|잊고)",
    "(?:시스템 프롬프트|시스템 메시지)(?:를|을)? ?(?:출력|보여|공개|알려)",
    // Arabic
    "(?:تجاهل|انس|تجاهلوا)(?:ي|وا)? (?:جميع |كل |كافة )?(?:التعليمات|الأوامر|الإرشادات|القواعد) (?:السابقة|أعلاه|الأصلية)",
    // Hindi
    "(?:पिछले|पहले के|उपरोक्त|पूर्व) (?:सभी |सारे )?(?:निर्देशों|आदेशों|नियमों) (?:को )?(?:अनदेखा|नज़रअंदाज़|भूल)",
  ],
  address: [
    "\\b(?:sistema|système|systeem)(?<=^[ >*#_\\[(<]{0,8}s[a-zè]{6}) ?: ?[^\\n]{0,60}?\\b(?:debes|a partir de ahora|ejecuta|vous devez|tu dois|désormais|à partir de maintenant|devi|d'ora in poi|da ora in poi|você deve|a partir de agora|vanaf nu|je moet)\\b",
    "\\b(?:atención|aviso|importante|nota|mensaje|instrucciones|instruções|mensagem|attention|message|consignes|attenzione|messaggio|istruzioni)(?: (?:para|a|pour|aux|à|agli|per|ai|os|as))?[ :,!—-]{1,3}(?:(?:todos|todas|tous|tutti|los|las|les|os|gli|i|le|el|la) ){0,3}(?:asistentes?|agentes?|modelos?|ia|ai|assistentes?|assistants?|agents|modèles|assistenti|agenti|modelli)(?: de ia| d'ia| ia| ai)? ?[:,!—]",
    "\\b(?:como|en tant qu'|en tant que|come|als) ?(?:asistente|modelo de lenguaje|assistente|modelo de linguagem|ia|ai|assistant|modèle de langage|modello linguistico)(?: (?:de ia|ia|ai|d'ia))?,? (?:debes|tienes que|deberás|vous devez|tu dois|devi|deve|você deve|moet je|moet u)\\b",
    "(?:внимание|сообщение|инструкция|инструкции|указание)[ :,!—-]{0,3}(?:(?:для|всем|всех) ){0,2}(?:ии|ассистентов|ассистентам|агентов|агентам|языковых моделей|языковым моделям|моделей|ии-ассистентов|ии-агентов) ?[:,!—]",
    "(?:как|будучи) (?:ии|языковая модель|языковой моделью|ассистент|ии-ассистент)[, ]{1,2}ты (?:должен|должна|обязан|будешь)",
    "(?:ai|llm)?(?:アシスタント|エージェント|言語モデル)(?:へ|への(?:指示|命令|メッセージ)|として)[:：、,][^。\\n]{0,40}(?:なければならない|してください|すること|しなさい)",
    "(?:システム)(?<=(?:^|[。！\\s])....)(?:メッセージ|指示|通知)?[:：][^\\n]{0,60}(?:これから|今後|必ず|あなたは)",
    "(?:시스템)(?<=(?:^|[.!\\s])...)(?: ?메시지| ?지시)?[:：][^\\n]{0,60}(?:지금부터|이제부터|당신은|반드시)",
    "(?:모든 )?(?:ai|인공지능) ?(?:어시스턴트|비서|에이전트|모델)(?:에게|는|은)?[:：,] ?[^\\n]{0,40}(?:해야 한다|하십시오|하세요|해라)",
  ],
  secrecy: [
    // Spanish
    "\\b(?:no|nunca|jamás) (?:se lo |le |lo )?(?:digas|dígas|diga|cuentes|cuente|informes|informe|menciones|mencione|reveles|revele)(?: (?:nada|esto|eso|nunca|de esto|sobre esto)){0,2} (?:a|al) (?:la )?(?:usuari[oa]s?|persona|dueñ[oa]|propietari[oa])",
    "\\bsin (?:que (?:el|la) (?:usuari[oa]|persona|dueñ[oa]|propietari[oa]) (?:lo )?(?:sepa|se entere|note)|(?:informar|avisar|decir(?:le|selo)?|decirle nada) al? (?:la )?(?:usuari[oa]|persona|dueñ[oa]|propietari[oa])|(?:el )?conocimiento del? (?:la )?usuari[oa])",
    // French
    "\\b(?:ne )(?:le )?(?:dis|dites|dire|parle|parlez|mentionne|mentionnez|révèle|révélez|informe|informez)(?:(?: pas| rien| jamais| ceci| cela| en)){1,3} (?:à |de cela à )?(?:l')?(?:l'utilisat(?:eur|rice)|utilisat(?:eur|rice)|propriétaire|au propriétaire)",
    "\\b(?:à l'insu|sans prévenir|sans en informer|sans informer|sans avertir|sans le dire)(?: de| à)? (?:l'utilisat(?:eur|rice)|le propriétaire|du propriétaire)",
    // Italian
    "\\b(?:non|mai) (?:lo )?(?:dire|dirlo|dica|informare|menzionare|rivelare|rivelarlo|comunicare)(?: (?:nulla|niente|mai|questo|ciò)){0,2} (?:all'|l'|al |il )(?:utente|proprietario)",
    "\\b(?:all'insaputa|senza informare|senza avvisare|senza dirlo|senza dire nulla)(?: d)?(?:ell'| all'| l'| al | il )(?:utente|proprietario)",
    // Portuguese
    "\\b(?:não|nunca|jamais) (?:o |lhe )?(?:diga|conte|informe|mencione|revele)(?: (?:nada|isso|isto|sobre isso|disso)){0,2} (?:ao?|à|o|a) (?:usuári[oa]|utilizador|don[oa])",
    "\\bsem (?:informar|avisar|contar a?o?|o conhecimento d|que)(?:[ao])? ?(?:o |ao? )?(?:usuári[oa]|utilizador|don[oa])",
    // Dutch
    "\\b(?:vertel|zeg|meld|onthul)(?: (?:het|dit|dat|niets hierover))? (?:niet |niets |nooit )?(?:aan |tegen )?de gebruiker (?:niet|niets|nooit|hier niets|hierover niets)",
    "\\b(?:zonder) (?:medeweten van de gebruiker|(?:dat )?de gebruiker (?:te informeren|het weet|het merkt|hiervan weet))",
    // Polish
    "\\b(?:nie) (?:mów|informuj|wspominaj|ujawniaj)(?: (?:o tym|tego|nic|niczego)){0,2} (?:użytkownikowi|użytkownika|właścicielowi)",
    "\\b(?:bez) wiedzy użytkownika",
    // Turkish
    "(?:kullanıcıya|kullanıcıyı|kullanıcının haberi olmadan)(?<=olmadan|kullanıcıy[aı])(?: (?:bunu|bundan|bu konuda|asla|hiçbir şey)){0,3} ?(?:söyleme|bahsetme|bildirme|bilgilendirme|haber verme)",
    // Russian, Ukrainian
    "(?:не) (?:говори|сообщай|рассказывай|упоминай|раскрывай|кажи|повідомляй)(?:те)?(?: (?:об этом|это|ничего|про це|цього|нічого)){0,2} (?:пользователю|владельцу|користувач(?:у|еві)|власнику)",
    "(?:без ведома|втайне от|скрой|скрывай)(?:те)?(?: это)?(?: от)? (?:пользовател|владельц)",
    // Japanese
    "(?:ユーザー?|利用者|所有者|オーナー)(?:に|には)(?:この(?:こと|件)を|これを|何も|絶対に|決して|は)?(?:知らせ|伝え|言わ|言う|話さ|話す|教え)(?:ないで|ないこと|ずに|るな|な(?:$|[。、!])|てはいけ|てはなら)",
    "(?:ユーザー?|利用者|所有者)(?:に(?:気づか|知ら)れ(?:ない|ず)|に内緒|に秘密)",
    // Korean
    "(?:사용자|유저|주인|소유자)(?:에게|한테|께)(?:는)? ?(?:이 사실을 |이것을 |이를 |절대 |아무것도 )?(?:말하지|알리지|언급하지) ?(?:마|말)",
    "(?:사용자|유저|소유자)(?: ?모르게|가 모르게|의 동의 없이)",
    // Arabic
    "(?:لا تخبر|لا تقل|دون علم|دون إخبار|لا تذكر)(?: (?:هذا|ذلك))? ?(?:ل)?(?:المستخدم|للمستخدم|المالك)",
    // Hindi
    "(?:उपयोगकर्ता|यूज़र|मालिक) (?:को|से) (?:यह |इसके बारे में |कुछ )?(?:मत|न|नहीं) (?:बता|कह)",
  ],
} as const;

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
