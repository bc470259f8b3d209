/**
 * Passages in languages other than English, German and Chinese, as sources of regular expressions. Each starts with its
 * first words, and each repetition is bounded: see `injected-instructions.ts`.
 */
export const OTHER_LANGUAGES = {
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
