/**
 * The words that show what a sentence does, by language. Each entry is the source of a regular expression without
 * nested or open-ended repetition. Entries match at word boundaries; Chinese, Japanese and Korean have none.
 */
interface Cue {
  readonly words: readonly string[];
  /** Chinese, Japanese and Korean. */
  readonly cjk: readonly string[];
}

const CUES = {
  /** The user asks the assistant to remember. */
  explicit: {
    words: [
      // English
      "(?<!(?:n't|not|do you|you|to|i|will|can|cannot) )remember(?: that| this| to| always|,|:)",
      "please remember",
      "(?<!(?:n't|not|do you|you|to|i|will|can|cannot) )remember (?:the|we|i|it|my|our|not|never)",
      "(?:keep|bear) (?:this|that|it|these|those)? ?in mind",
      "keep in (?:mind|memory)",
      "(?:from now on|from here on|from this point on|going forward|henceforth|in (?:the )?future,)",
      "for (?:future reference|the future|the next (?:time|sessions?)|all future)",
      "(?:make|take) a (?:mental )?note",
      "don't forget (?:that|to|this)",
      "note for (?:later|the future)",
      "(?:save|store|add|put) (?:this|that|it) (?:to|in|into) (?:your |the )?memor(?:y|ies)",
      "memori[sz]e",
      // German
      "merk(?:e|t)? (?:dir|euch|es dir|dir das)|(?:merke|bitte merken)(?=:)|(?:schreib|notier)e? dir (?:auf|bitte)",
      "denk(?:e|t)? (?:daran|dran|bitte daran)",
      "(?:ab jetzt|ab sofort|von nun an|von jetzt an|von jetzt ab|künftig|in zukunft|zukünftig|für die zukunft|fürs nächste mal|beim nächsten mal)",
      "(?:speicher|schreib|leg|notier)e? (?:dir )?(?:das|dies|es)? ?(?:in|im) (?:dein(?:em|en)? )?(?:gedächtnis|speicher|memory)",
      "vergiss nicht",
      "(?:behalte?|behalt) (?:das |dies )?im (?:kopf|hinterkopf)",
      "für später gilt",
      // Spanish
      "(?:recuerda|recuerde|recordad|acuérdate|acuerdate)(?: que| de|,|:)",
      "(?:ten|tenga|tened) en (?:cuenta|mente)",
      "(?:a partir de ahora|de ahora en adelante|desde ahora|en adelante|en el futuro)",
      "no (?:olvides|olvide|te olvides)",
      // French
      "(?:souviens-toi|souvenez-vous|rappelle-toi|rappelez-vous|retiens|retenez|mémorise)(?: que| bien| de|,|:)?",
      "(?:à partir de maintenant|dorénavant|désormais|à l'avenir)",
      "n['’]oublie(?:z)? pas",
      "(?:garde|gardez) (?:ça |cela |ceci )?(?:en tête|à l['’]esprit)",
      // Italian
      "(?:ricorda|ricordati|ricordate|ricordatevi|tieni a mente|tieni presente)(?: che| di|,|:)?",
      "(?:d['’]ora in poi|da ora in poi|da ora|da adesso|in futuro|d['’]ora in avanti)",
      "non dimenticare",
      // Portuguese
      "(?:lembre-se|lembra-te|lembre|lembra)(?: que| de|,|:)",
      "(?:de agora em diante|a partir de agora|daqui em diante|daqui para a frente)",
      "(?:não (?:se )?esqueça|não esqueças)",
      "tenha em mente",
      // Dutch, Polish, Czech, Turkish, Swedish
      "(?:onthoud|vanaf nu|voortaan|vergeet niet|houd er rekening mee)",
      "(?:zapamiętaj|pamiętaj|od teraz|od tej pory|na przyszłość|nie zapomnij)",
      "(?:zapamatuj si|pamatuj si|pamatuj|od teď|odteď|od nynějška|do budoucna|nezapomeň)",
      "(?:unutma|aklında tut|bundan sonra|şu andan itibaren|bundan böyle|hatırla)",
      "(?:kom ihåg|från och med nu|hädanefter|glöm inte)",
      // Russian, Ukrainian
      "(?:запомни|запомните|помни|помните|имей в виду|имейте в виду|отныне|впредь|с этого момента|с этих пор|на будущее|не забывай|не забудь|запам['’]ятай|пам['’]ятай|відтепер|надалі)",
      // Arabic, Hindi
      "(?:تذكر|تذكري|من الآن فصاعدا|من الآن فصاعداً|لا تنس|ضع في اعتبارك)",
      "(?:याद रखें|याद रखना|याद रखो|अब से|आगे से)",
    ],
    cjk: [
      "记住|请记得|记得要|记得(?:不|把|用|以后)|牢记|记下来?|别忘了?|不要忘记|从现在开始|从现在起|从今以后|从今往后|今后(?:都|请|要|不)|(?<![一-鿿])以后.{1,8}(?:都|一律|统一)(?:用|要|按|写|不)|以后(?:都|请|要|不要|别|就|每次|一律|统一|所有)|往后都|下次(?:记得|请|要|都|别|不要)|(?:写进|写入|存到|存入|加入|记到|保存到)(?:你的)?记忆",
      "記住|請記得|別忘了|從現在開始|從現在起|以後(?:都|請|要|不要|就)",
      "覚えて(?:おいて|ください|て)|忘れないで|今後は|これからは|以後は|今後、|これ以降",
      "기억해|잊지 ?마|앞으로(?:는|도)?|지금부터|이제부터|명심",
    ],
  },
  /** A rule that holds in general. */
  rule: {
    words: [
      "always|never|must(?:n't| not)?|(?:do not|don't|dont) (?:ever )?|make sure|ensure|be sure|have to|has to|should(?:n't| not)? (?:always|never|only|be|remain|not)|at all times|by default|every time|whenever|only (?:use|if|when)|no (?:more|longer)|not allowed|forbidden|required|mandatory|convention|consistent(?:ly)?|avoid|prefer(?:red|ably)?|strictly|exactly|without exception",
      "immer|niemals|nie|muss|müssen|(?:darf|darfst|dürfen)[^.,;]{0,60} nicht|nötig|soll(?:en|te|ten)?|stets|grundsätzlich|achte(?:t)? darauf|stell(?:e)? sicher|auf keinen fall|vermeide|bevorzuge|einheitlich|(?:verwende|nutze|benutze|nimm) (?:nur|immer|kein)|ausschließlich|nur (?:der|die|das|den|mit|noch|über|per|in|auf|wenn|für)|jede[mnrs]? \\p{L}{2,30} (?:braucht|muss|bekommt|gehört|hat)|zwingend|verboten|nicht erlaubt|pflicht|kein(?:e|en|er|em)?",
      "siempre|nunca|jamás|debe(?:n|s|ría|rían|mos)?|tiene(?:n|s)? que|asegúrate|asegurate|asegúrese|evita|obligatorio|únicamente|solamente|prefiero|no (?:debe|debes|toques|uses|hagas|quiero|cambies|modifiques|guardar|enviar|intentes)",
      "toujours|jamais|doit|doivent|devez|tu dois|il faut|assure-toi|assurez-vous|veille(?:z)? à|évite(?:z)?|obligatoire(?:ment)?|uniquement|exactement|ne (?:pas|jamais)|interdit",
      "sempre|mai|deve|devono|devi|assicurati|evita|obbligatorio|esclusivamente|bisogna",
      "sempre|nunca|deve|devem|precisa|certifique-se|evite|obrigatório|apenas|não (?:use|faça|altere|mexa|deve)",
      "altijd|nooit|moet(?:en)?|zawsze|nigdy|musi|należy|vždy|nikdy|musí|всегда|никогда|должен|должна|должно|должны|нельзя|обязательно|her zaman|asla|mutlaka|alltid|aldrig|måste",
    ],
    cjk: [
      "必须|务必|不要|不能|不得|不许|禁止|一定要|总是|始终|永远|统一|一律|都要|只能|只用|只需|应该|应当|需要保持|保持|避免|优先|严格|不允许|不可以|默认|每次|规范|原则",
      "必須|務必|總是|應該|必ず|常に|決して|べき|しないで|してはいけない|항상|절대|반드시|해야|하지 ?마",
    ],
  },
  /** A choice between ways. */
  decision: {
    words: [
      "instead(?: of)?|rather than|we(?:'ll| will|'re going to| are going to| gonna)? (?:use|keep|go with|stick|want|need|stay|specify|only|now)|let'?s (?:use|keep|go|stick|make|do|change|rename|drop|not)|stick (?:with|to)|go(?:ing)? with|obsolete|deprecated|decided|decision|chose|chosen|switch(?:ed|ing)? to|move(?:d)? to|migrat(?:e|ed|ion)|replace(?:d)?|source of truth|single source|approach|recommend(?:ed)?|architecture|strategy|i (?:would )?prefer|in favou?r of|different (?:repo|repository)|only|as (?:the )?default|no need (?:to|for)|we (?:do not|don't) need|should (?:be|use|remain|have)|will be|is going to be|locked|intentionally|deliberately|left .{0,40} (?:untouched|unchanged)|excluded|kept",
      "statt(?:dessen)?|anstatt|anstelle|lieber|es bleibt bei|bleibt es bei|wir (?:nehmen|verwenden|nutzen|benutzen|bleiben|behalten|wollen|machen|setzen|wechseln|verzichten|lassen|stellen|bauen|trennen)|lass(?:t)? uns|entschieden|entscheidung|beschlossen|festgelegt|einigen uns|verzichten auf|lassen wir|bleiben wir|nehmen wir|umgestellt|umstellen|abgeschafft|abgelöst|ersetzt|veraltet|vorerst|bewusst|absichtlich",
      "en (?:lugar|vez) de|usaremos|vamos a usar|utilizaremos|utilizando|decid(?:í|imos|ido)|prefiero|mejor|reemplaz(?:ar|a|é)|arquitectura|tecnologías|estructura como|quiero que|debería",
      "au lieu de|plutôt que|nous (?:allons )?utilis(?:ons|er)|on (?:utilise|garde|passe|va)|décid(?:é|ons)|remplac(?:er|é|e)|architecture",
      "invece(?: di)?|al posto di|useremo|usiamo|deciso|sostituire|migrare|em vez de|ao invés de|usaremos|vamos usar|decidi(?:mos)?|substituir|in plaats van|zamiast|místo|вместо|решили|будем использовать|используем|yerine",
    ],
    cjk: [
      "采用|改成|改为|改用|换成|而不是|不再|选择|决定|方案|就用|使用.{0,12}代替|代替|替换|推荐|策略|先做|优先|保留|直接用|统一用|废弃|弃用|用.{1,20}实现|迁移|重写|隔离|分开|拆(?:开|成|分)|用.{1,20}[,，]不用|定下来|暂时|先不|不做|单独|约定",
      "採用|改成|改為|代わりに|ではなく|決定|変更し|選択|대신|결정|사용하기로|채택",
    ],
  },
  /** A wish of the user. */
  wish: {
    words: [
      "i (?:would like|'d like|want|need|wish|prefer|got the feeling)|we (?:want|need|would like|should|have to|do not|don't|only|can|gonna|are)|we'd like|i (?:want|need) you to|should be|needs to be|can you|could you|please|pls|make it",
      "ich (?:möchte|will|brauche|hätte gern)|wir (?:möchten|wollen|brauchen|sollten)|bitte|kannst du",
      "quiero|necesito|quisiera|me gustaría|necesitamos|queremos|por favor|puedes|podrías",
      "je (?:veux|voudrais|souhaite|préfère)|nous (?:voulons|souhaitons)|j'aimerais|s'il (?:te|vous) plaît|peux-tu|pouvez-vous",
      "voglio|vorrei|ho bisogno|quero|gostaria|preciso|por favor|ik wil|chcę|chci|хочу|нужно|надо|пожалуйста|istiyorum",
    ],
    cjk: [
      "我想|我要|我需要|我希望|希望|需要|请|帮我|能不能|可以.{0,6}吗|想要|要求|して(?:ください|ほしい)|たい|해줘|하고 ?싶",
    ],
  },
  /** A cause, a requirement, a finding. */
  cause: {
    words: [
      "because|since (?:the|it|this|that|those|we)|due to|caused by|the (?:root )?cause|the (?:real |actual |main |core |key )?(?:issue|problem|bug|error|reason|culprit)(?: is| was| comes|:)|root cause|turns? out|the (?:key|correct|right) (?:thing|approach|way|fix)|requires?|required|need(?:s|ed)? to (?:be|use|have|run)|so that|which (?:makes?|means?|causes?|requires?|is why)|that'?s why|this is why|otherwise|must (?:be|return|have|belong)|does(?:n't| not) (?:support|exist|have|allow|provide|work)|only (?:works?|includes?|supports?|has)|not? (?:valid|supported|enough|available)|has moved|actually|results? in|leads? to|fails? (?:when|because|if)|expects?|conflicts? with|to avoid|prevents?",
      "weil|da (?:die|der|das|es)|wegen|verursacht|ursache|schuld|grund dafür|das (?:eigentliche )?problem|der (?:fehler|grund)|l(?:ie|a)gt? (?:an|daran)|benötigt|erfordert|setzt .{1,40} voraus|damit|dadurch|deshalb|daher|deswegen|führt (?:zu|dazu)|aufgrund|sonst|andernfalls|nämlich|eigentlich|tatsächlich|stellte sich heraus",
      "porque|debido a|ya que|el (?:problema|error|motivo|fallo) (?:es|era|fue|está|estaba)|la causa|causad[oa]|requiere|necesita|por eso|así que|de lo contrario|resulta que|en realidad|no (?:existe|tiene|soporta|sirve|sirven|funciona|está|se)|provoca|sino que|se registran",
      "parce que|car (?:le|la|il|elle|les)|à cause|en raison|le (?:problème|bug) (?:est|était|vient)|la cause|nécessite|sinon|en fait|c'est pourquoi|pour éviter|afin de",
      "perché|a causa|dovuto|il (?:problema|motivo) (?:è|era)|la causa|richiede|altrimenti|in realtà|porque|devido|o problema (?:é|era)|requer|caso contrário|na verdade|omdat|doordat|ponieważ|problem polega|protože|потому что|из-за|причина|проблема (?:в|была)|требует|çünkü|nedeniyle",
    ],
    cjk: [
      "因为|由于|原因|导致|根因|根本|问题(?:在于|是|出在)|所以|因此|造成|会(?:导致|造成|复用|继承)|需要(?:先|用|明确|在)|否则|以免|避免|不支持|不存在|无法|其实|实际上|本质|原来是|至少(?:需|要)|依赖于|取决于|只(?:支持|能|会)|触发|才(?:能|会)|发现",
      "因為|導致|なぜなら|ため(?:、|です|に)|原因|必要(?:です|が)|そうしないと|때문|원인|필요합니다|문제는",
    ],
  },
  contrast: {
    words: [
      "but|however|not .{1,40} but|although|even though|whereas|while|unlike|except|without|no longer|not (?:just|only|the)|there is no|is not|isn't|are not|aren't|was not|wasn't|cannot|can't|won't|does not|doesn't|don't|do not|nothing|none|unchanged|unlike",
      "aber|sondern|jedoch|obwohl|während|außer|ohne|nicht|kein(?:e|en|er)?",
      "pero|sino|sin embargo|aunque|mientras|excepto|sin|ya no|no",
      "mais|cependant|bien que|tandis|sauf|sans|pas|plus",
      "ma|però|invece|tuttavia|sebbene|senza|non|mas|porém|embora|sem|não|maar|ale|но|однако|хотя|не|без|ama|fakat|değil",
    ],
    cjk: [
      "但|但是|不过|而是|却|然而|除了|不是|没有|不会|不用|不需要|无需|并不|しかし|ただし|ではなく|ない|하지만|그러나|않",
    ],
  },
  hedge: {
    words: [
      "maybe|might|could|possibly|perhaps|likely|probably|seems?|appears?|may|i think|i believe|not sure|if you (?:want|prefer|like|need)|optional(?:ly)?|for example|e\\.g\\.|such as|suggest(?:ion)?|consider|should (?:now )?(?:work|resolve|fix)",
      "vielleicht|möglicherweise|wahrscheinlich|könnte(?:n)?|eventuell|scheint|zum beispiel|falls du",
      "quizás?|tal vez|podría(?:n)?|posiblemente|probablemente|parece|por ejemplo|si quieres|creo que",
      "peut-être|pourrait|probablement|semble|par exemple|si (?:tu|vous) (?:veux|voulez)|je pense",
      "forse|potrebbe|probabilmente|sembra|per esempio|se vuoi|talvez|poderia|provavelmente|parece|misschien|może|možná|возможно|наверное|кажется|belki",
    ],
    cjk: [
      "可能|也许|大概|或许|似乎|好像|如果你|例如|比如|建议|可选|应该(?:是|可以|能)|かもしれ|おそらく|例えば|아마|예를 들",
    ],
  },
  /** The next step of the assistant. */
  narration: {
    words: [
      "let me|let's (?:start|see|check|look|first|begin|now)|i'll|i will|i'm going to|i am going to|now i|now let|i need to|i should|first,? i|next,? i|i'm (?:now|checking|looking|going|adding|updating)|i can see|i see|looking at|checking|investigating|reading|searching|exploring|starting|applying|verifying|running|implementing|restructuring|replacing|adding|creating|updating|fixing|switching|here(?:'s| is| are)|below (?:is|are)|i've (?:successfully|now|just)",
      "ich (?:werde|schaue|prüfe|sehe|beginne|lese|suche|erstelle|passe|ergänze|füge|führe|starte|ändere)|lass mich(?! wissen)|als nächstes|(?:jetzt|nun|zuerst|zunächst|als erstes|dann|danach) (?:werde|prüfe|schaue|sehe|lese|suche|erstelle|passe|ergänze|füge|führe|starte|ändere) ich|schauen wir|sehen wir uns|hier (?:ist|sind)",
      "voy a|vamos a|ahora (?:voy|agrego|actualizo|corrijo|reviso|los|las)|primero (?:voy|reviso|leo)|déjame|permíteme|reviso|compilo|aquí (?:está|tienes)|corrijo|procederé|he (?:actualizado|creado|revisado)",
      "je vais|laisse-moi|laissez-moi|maintenant,? je|d'abord,? je|voici|je (?:vérifie|regarde|commence)",
      "fammi|vediamo|ora (?:vado|controllo|aggiorno)|ecco|procedo|vou|deixe-me|agora vou|aqui está|laat me|ik ga|pozwól|teraz|podívám|nyní|давай(?:те)?|сейчас|теперь|şimdi|önce",
    ],
    cjk: [
      "我先|让我|我来|我会|我将|现在(?:我|来|让)|接下来|首先|下面|正在|我看到|看看|检查一下|查看|好的|まず|それでは|確認し|見て|먼저|이제|확인",
    ],
  },
  /** An offer, or a question to the user. */
  offer: {
    words: [
      "would you like|do you want|want me to|let me know|shall i|should i|if you(?:'d| would) like|feel free|happy to|i can also|tell me|you can (?:also|now)|next steps?|try (?:it|this|again)|please (?:let|try|test|check|confirm|provide|share|run)|reload|refresh|hope this|questions?",
      "möchtest du|soll ich|(?:sag|gib) (?:mir |einfach |gerne? )?bescheid|wenn du (?:willst|möchtest|magst)|falls du (?:willst|möchtest)|lass (?:es )?mich wissen|melde dich|bei fragen|ich kann (?:auch|gern|dir)|bevorzugst du|welche .{1,40} (?:willst|möchtest) du|nächste(?:r)? schritte?|du kannst[^.,;]{0,40} (?:jetzt|nun|auch)|fragen\\?",
      "quieres que|te gustaría|avísame|dime|si quieres|prueba|recarga|puedes (?:probar|ver|ahora)|¿",
      "veux-tu|voulez-vous|souhaitez-vous|dis-moi|dites-moi|si (?:tu|vous) (?:veux|voulez|souhaitez)|n'hésitez",
      "vuoi che|fammi sapere|dimmi|se vuoi|você (?:quer|gostaria)|me avise|wil je|laat me weten|czy chcesz|chceš|хочешь|хотите|дайте знать|ister misin",
    ],
    cjk: [
      "需要我|要不要|要我|是否需要|如果需要|如需|请(?:告诉|确认|提供|选择|问|尝试|刷新|重新)|告诉我|您(?:想|希望|可以)|你可以|吗|呢|していただけ|お知らせ|どうしますか|원하시|알려",
    ],
  },
  praise: {
    words: [
      "perfect|great|excellent|awesome|nice|thanks|thank you|good|you're (?:absolutely )?right|sorry|apologi[sz]e|understood|got it|sure|absolutely|successfully|congratulations|all done|done|completed?|ready",
      "perfekt|super|toll|danke|entschuldigung|verstanden|klar|fertig|erledigt|perfecto|excelente|genial|gracias|listo|entendido|tienes razón|parfait|merci|super|désolé|compris|terminé|perfetto|grazie|ottimo|capito|fatto|perfeito|obrigad[oa]|pronto|отлично|спасибо|готово|mükemmel|teşekkür",
    ],
    cjk: ["完美|很好|太好了|谢谢|明白|抱歉|对不起|完成|成功|好的|没问题|ありがとう|完了|完璧|감사|완료"],
  },
  /** A change that was made. */
  change: {
    words: [
      "added|updated|created|fixed|removed|implemented|changed|moved|renamed|refactored|replaced|modified|improved|enhanced|deleted|wrote|installed|configured|consolidated|switched|set|now (?:uses?|use|includes?|shows?|has|have|proxies|correctly|supports?|returns?)",
      "hinzugefügt|aktualisiert|erstellt|behoben|entfernt|geändert|verschoben|umbenannt|ersetzt|eingebaut",
      "agregué|agregado|añadí|añadid[oa]|actualicé|actualizad[oa]|cre[ée]|creado|correg(?:í|ido)|eliminé|eliminado|cambi[ée]|cambiado|moví|configuré|ahora (?:usa|se|devuelve|envía|consulta)",
      "ajouté(?:e|s)?|mis à jour|créé(?:e|s)?|corrigé(?:e|s)?|supprimé(?:e|s)?|modifié(?:e|s)?|déplacé|remplacé|configuré|écrit maintenant",
      "aggiunt[oa]|aggiornat[oa]|creat[oa]|corrett[oa]|rimoss[oa]|modificat[oa]|adicion(?:ei|ado)|atualiz(?:ei|ado)|corrigi(?:do)?|removi(?:do)?|toegevoegd|bijgewerkt|dodano|přidán[oa]?|upraven[oa]?|добавил|обновил|исправил|удалил|изменил|eklendi|güncellendi",
    ],
    cjk: [
      "已(?:经)?(?:添加|更新|修复|删除|改|创建|完成)?|添加了|修复了|更新了|修改了|创建了|删除了|新增|加了|补了|改了|修改为|现在(?:会|使用|支持|用)|追加し|修正し|更新し|추가|수정|업데이트",
    ],
  },
  /** The state of the work. */
  state: {
    words: [
      "remaining|todo|pending|not yet|still|next phase|phase \\d+|milestone|later|missing|left to|unfinished|uncommitted|in progress|blocked|complete[d]?|done|setup required|follow-?up|out of scope|plan",
      "noch|ausstehend|offen|später|fehlt|nächste phase|pendiente|queda(?:n)?|falta(?:n)?|todavía|siguiente fase|reste|restant|manque|encore|prochaine|manca|resta|ancora|falta|ainda|pendente|осталось|ещё|пока",
    ],
    cjk: [
      "待办|待|剩余|尚未|还没|还需|下一步|下一阶段|阶段|缺少|缺失|未完成|已完成|目标|计划|残り|まだ|次の|남은|아직|다음 단계",
    ],
  },
  /** A place, a name or a value. */
  setting: {
    words: [
      "located|lives? in|stored in|is in|are in|inside|default(?:s)?|port|version|configured|named|called|path|folder|directory|database|schema|column|table|endpoint|environment|branch|repo(?:sitory)?|stack|framework|license|url|target|minimum|maximum|running (?:at|on)|available at|uses?|based on|follows?|consists?|contains?|supports?|format|file|script|command|run",
      "befindet sich|liegt (?:in|im)|standard(?:mäßig)?|anschluss|ordner|verzeichnis|datenbank|spalte|tabelle|zweig|heißt|verwendet",
      "se encuentra|está en|por defecto|puerto|versión|carpeta|base de datos|columna|tabla|rama|se llama|llama|utiliza|usa|sigue|dominio",
      "se trouve|par défaut|port|version|dossier|base de données|colonne|table|branche|s'appelle|utilise|suit|fichier",
      "si trova|predefinit[oa]|porta|versione|cartella|colonna|tabella|fica em|padrão|porta|versão|pasta|coluna|tabela|по умолчанию|порт|версия|папка|находится|столбец|таблица|varsayılan",
    ],
    cjk: [
      "位于|默认|端口|版本|目录|文件夹|数据库|字段|接口|地址|路径|环境|分支|技术栈|框架|命名|依赖|配置|包含|使用的|格式|模块|項目|既定|ポート|バージョン|フォルダ|기본|포트|버전|폴더",
    ],
  },
  /** A correction of what the assistant did or assumed. */
  correction: {
    words: [
      "you (?:removed|deleted|are deleting|changed|forgot|missed|broke|added|misunderstood|didn't|did not|are not)|that'?s (?:not|wrong)|this is (?:not|wrong)|not what i|wrong|incorrect|should have|supposed to|was working|were working|why did you|i (?:said|told|asked|meant)|no,|nope|actually|not \"|not `|is not called|there is no|doesn't exist|undo|revert|restore|must remain|recreate|kinda crazy|too (?:much|many|fast|slow|sensitive|big|small)|only .{1,20} for me",
      "falsch|das (?:ist|war) nicht|(?:du hast|hast du) .{1,30} (?:gelöscht|entfernt|vergessen|geändert|gemacht)|warum hast du|nein,|stimmt nicht|nicht so|(?:so|das) (?:war|hatte|habe) (?:das |ich )?(?:nicht|anders)|nicht gemeint|rückgängig|ich meinte|ich habe gesagt|verwechselt|missverstanden|gibt es (?:gar |doch |so )?nicht|(?:stell|setz)e? .{1,40} (?:wieder her|zurück)|wieder so wie",
      "está mal|incorrect[oa]|no es|no existe|no tiene|te dije|no quería|quitaste|borraste|eliminaste|la columna real|en realidad|deshaz|no era",
      "c'est faux|ce n'est pas|incorrect|tu as (?:supprimé|oublié|changé)|non,|je voulais|j'ai dit|annule|sbagliato|non è|hai (?:tolto|cancellato)|errado|não é|você (?:removeu|apagou)|неправильно|не так|ты (?:удалил|забыл)|yanlış",
    ],
    cjk: [
      "不对|错了|不是这样|不是我|不是这|不是那|你(?:删|改|忘|漏|把)|应该是|而不是|不是完全|弄错|搞错|我说的|我的意思|改回|恢复|撤销|違います|ではありません|間違|아니|틀렸|잘못",
    ],
  },
  /** A request that says how something should work, not a task for now. */
  design: {
    words: [
      "(?:(?:please|also|and|then|just|now|let'?s) )?(?:use|put|keep|leave|show(?! me| us)|hide|display|store|save|name|call|rename|replace|move|place|translate|set|limit|allow|treat|sort|group|remove|drop|turn|switch|stick|say)",
      "(?:bitte )?(?:verwende|nutze|benutze|nimm|behalte|lass|zeig(?!e? (?:mir|uns))|speicher|nenne|ersetze|verschiebe|übersetze|sortiere|entferne|setz)e?(?:t|n sie)?",
      "(?:usa|utiliza|pon|mantén|manten|deja|muestra|guarda|llama|renombra|reemplaza|mueve|traduce|ordena|quita|elimina|cambia)",
      "(?:utilise|mets|garde|laisse|affiche|enregistre|nomme|renomme|remplace|déplace|traduis|trie|retire|supprime|change)[zr]?",
      "(?:usa|metti|mantieni|lascia|mostra|salva|rinomina|sostituisci|sposta|traduci|ordina|use|coloque|mantenha|deixe|mostre|salve|renomeie|substitua|mova|traduza|gebruik|zet|toon|użyj|zachowaj|pokaż|použij|nech|zobraz|используй|оставь|покажи|сохраняй|переименуй|замени|kullan|koy|göster|använd|visa)",
    ],
    cjk: [
      "请?(?:使用|用|放在?|保留|保持|显示|隐藏|存|命名|改名|替换|移到|翻译|限制|去掉|删掉|统一|把.{1,20}(?:改|换|放|移|设)(?:成|为|到|在))|使って|表示し|사용해|표시해",
    ],
  },
  /** A task that is over when it is done. */
  task: {
    words: [
      "fix|check|show(?: me)?|explain|look (?:at|into)|continue|commit|push|restart|run|test|debug|review|analy[sz]e|find|summari[sz]e|describe|why|how|what|where|help|try|open|generate|write|implement|read|tell me|give me|spin up|start|build|deploy|proceed|go ahead",
      "behebe|prüfe|zeig(?:e)?|erkläre|schau|führe|starte|teste|warum|wie|was|hilf|schreib(?:e)?|mach weiter",
      "corrige|revisa|muestra|explica|continúa|ejecuta|prueba|analiza|busca|por qué|cómo|qué|ayuda|genera|crea|haz",
      "corrige|vérifie|montre|explique|continue|lance|teste|analyse|cherche|pourquoi|comment|aide|génère|crée",
      "correggi|controlla|mostra|spiega|continua|esegui|analizza|perché|come|aiuta|crea|corrija|verifique|mostre|explique|execute|analise|исправь|проверь|покажи|объясни|почему|как|запусти|düzelt|göster|neden|nasıl",
    ],
    cjk: [
      "修复|检查|看一下|看下|解释|继续|提交|运行|测试|分析|为什么|怎么|如何|什么|帮我|优化一下|报错|启动|直して|確認して|説明して|なぜ|고쳐|확인해|왜|어떻게",
    ],
  },
  /** The text of an error or a log. */
  error: {
    words: [
      "errors?|exception|failed|failure|fatal|warning|traceback|undefined|null|cannot (?:find|read|resolve)|not found|timed out|unexpected|invalid|denied|refused|40[0-9]|50[0-9]|does not exist",
      "fehler|fehlgeschlagen|falló|error|fallo|erreur|échec|échoué|errore|fallit[oa]|erro|falhou|ошибка|hata",
    ],
    cjk: ["错误|报错|失败|异常|エラー|失敗|오류|실패"],
  },
  /** The state of this run, which is over soon. */
  passing: {
    words: [
      "(?:is|are|now|already|currently) (?:running|up|live|open|started|working)|running at|started|restarted|(?:tests?|build|checks?|everything) (?:all )?(?:pass(?:es|ed)?|succeed(?:s|ed)?|works?|compiles?)|without (?:any )?errors?|no errors?|compiles?|builds?|verified|passe[sd]|working (?:correctly|now|fine)|right now|just now|at the moment|this time|today|i (?:can't|cannot|couldn't|don't) (?:find|see)|hard refresh|clear (?:site |your )?(?:cache|local ?storage)",
      "läuft (?:jetzt|wieder|auf|durch)|gestartet|neu gestartet|ohne fehler|(?:tests?|prüfung(?:en)?) (?:laufen|bestehen|erfolgreich|sind grün)|grün|kompilier(?:t|en)|gerade|im moment|momentan|aktuell|vorhin|heute|erfolgreich",
      "está corriendo|corriendo|arrancó|arrancado|reinici(?:é|ado)|compil(?:ó|a|ado)|sin (?:ningún )?errores?|pasa(?:n)? sin|funciona(?:ndo)?|exitosamente|perfectamente|en este momento|hoy|correctamente",
      "en cours d'exécution|démarré|redémarré|sans erreur|tests? pass(?:ent|é)|maintenant|aujourd'hui|avec succès|in esecuzione|avviato|riavviato|senza errori|con successo|rodando|iniciado|sem erros|com sucesso|запущен|без ошибок|успешно|başarıyla",
    ],
    cjk: [
      "正在运行|已(?:经)?(?:启动|重启|运行|打开)|(?:编译|构建|测试|运行)(?:已)?(?:全部)?(?:通过|成功)|通过了|没有报错|无报错|刷新|重启|现在(?:可以|应该)|刚才|目前|今天|起動し|実行中|成功し|실행 중|시작",
    ],
  },
  /** The report of a fault. */
  fault: {
    words: [
      "(?:does|do|is|are|did|was|were)(?: not|n't) (?:\\w+ )?(?:work|working|showing|show|loading|load|connecting|display|appear|updat|sav)\\w*|not working|broken|crash(?:es|ed)?|bug|issue|stuck|blank|weird|strange|odd|still|keeps?|failing|(?:not able|unable) to|getting (?:this|an?|the) (?:\\w{1,20} )?error|i (?:get|got|see|have) (?:an?|this|the)? ?(?:error|issue|problem)|seems? to",
      "(?:funktioniert|geht|klappt|reagiert|startet|lädt|erscheint|speichert|öffnet)[^.,;]{0,40} nicht|(?:wird|werden)[^.,;]{0,40} nicht (?:angezeigt|geladen|gespeichert|aktualisiert|gefunden|übernommen)|bleibt (?:weiß|leer|hängen|stehen)|hängt|schlägt fehl|kaputt|stürzt .{0,40}ab|immer noch|fehlermeldung|no (?:me )?(?:funciona|carga|aparece|deja|abre)|no se (?:ve|muestra|actualiz|guard)\\w*|sigue|tengo (?:un|otro|errores)|ne (?:marche|fonctionne|charge|démarre|répond) pas|ne s'affiche|plante|toujours|non funziona|ancora|não funciona|nefunguje|не работает|çalışmıyor",
    ],
    cjk: [
      "不行|没反应|还是|报错|卡住|闪烁|消失|空白|打不开|不显示|不出来|不生效|没有?生效|崩溃|闪退|失败了|加载失败|有问题|出错|動かない|表示されない|안 ?돼|작동하지",
    ],
  },
  /** A condition. */
  condition: {
    words: [
      "if|unless|in case|once you|when you|falls|wenn du|sobald|si|cuando (?:entras|cargas|quieras)|lorsque|quand tu|se vuoi|quando|если|eğer|jeśli|pokud",
    ],
    cjk: ["如果|若|万一|一旦|もし|なら|만약"],
  },
  /** A word that announces something important. */
  notice: {
    words: [
      "note|important(?:ly)?|warning|caution|key (?:point|thing|takeaway|insight|finding)|tip|reminder|caveat|gotcha|careful|heads.up|lesson|constraint|in this (?:codebase|project|repo(?:sitory)?)",
      "hinweis|wichtig|achtung|merke|nota|importante|atención|detalle|ojo|aviso|consejo|remarque|attention|à noter|attenzione|avviso|atenção|observação|внимание|важно|примечание|not|önemli|dikkat",
    ],
    cjk: ["注意|说明|重要|提示|提醒|关键|要点|备注|教训|踩坑|注意点|重要|참고|주의|중요"],
  },
  /** An alternative that may never be chosen. */
  option: {
    words: [
      "options?|alternatives?|approach(?:es)?|pros|cons|either|choose|could (?:also|either)|plan [a-z0-9]|step \\d+|phase \\d+",
      "alternative(?:n)?|variante(?:n)?|möglichkeit(?:en)?|schritt \\d+|opci(?:ón|ones)|alternativas?|paso \\d+|étape \\d+|variantes?|opzion[ei]|passo \\d+|op(?:ção|ções)|вариант(?:ы)?|шаг \\d+",
    ],
    cjk: ["选项|备选|方案[一二三四ABCabc1-4]|第[一二三四五]步|步骤|オプション|選択肢|옵션|방안"],
  },
} as const satisfies Record<string, Cue>;

export type CueName = keyof typeof CUES;
export const CUE_NAMES = Object.keys(CUES) as readonly CueName[];

/** Patterns for text in lower case; one for anywhere, one for the start. */
const patterns = new Map(
  CUE_NAMES.map((name) => {
    const { words, cjk } = CUES[name];
    const word = `(?:${words.join("|")})(?![\\p{L}\\p{N}_])`;
    const wide = cjk.join("|").toLowerCase();
    return [
      name,
      {
        anywhere: new RegExp(`(?<![\\p{L}\\p{N}_-])${word}|${wide}`, "gu"),
        atStart: new RegExp(`^(?:${word}|${wide})`, "u"),
      },
    ];
  }),
);

/** More cues of a kind in one text are not counted. */
const MAX_COUNTED = 3;

/** Returns how often the cues of a kind are in a text in lower case, at most {@link MAX_COUNTED}. */
export function countCues(name: CueName, lowerCase: string): number {
  const pattern = patterns.get(name)?.anywhere;
  if (pattern === undefined) return 0;
  pattern.lastIndex = 0;
  let count = 0;
  while (count < MAX_COUNTED && pattern.test(lowerCase)) count += 1;
  return count;
}

/** Whether a text in lower case starts with a cue of a kind. */
export function startsWithCue(name: CueName, lowerCase: string): boolean {
  return patterns.get(name)?.atStart.test(lowerCase) === true;
}
