import { withoutInjected } from "../../core/injected-text.ts";
import { replaceRanges, secretsIn } from "../../core/secrets/find-secrets.ts";
import { lettersOf, piecesOf } from "../../core/text-analysis.ts";
import { once } from "../../core/util/once.ts";
import { MAX_PROMPT_LENGTH } from "./hook-event.ts";

/**
 * Words of prompts that only continue the conversation: yes and no, praise, thanks, requests to continue, to repeat, to start
 * or to choose, and the pronouns, articles and verbs around them. Nouns and verbs of tasks are not among them.
 */
const WORDS: Readonly<Record<string, string>> = {
  en: `a again ahead agreed all alright am and another any apologies approve approved are as at awesome back be better both but by can carry
change cheers continue cool correct could do does doing done either exactly excellent fair fine first for from go going good got great
have hello hey hi how i if in is it its just keep kk kthx last let lets like little looks lot make maybe me mind more much my
never next nice no nope not now of off oh ok okay okey old on one option or other our out perfect please plz proceed really
resume retry right same second ship should so sorry sounds still stop sure sweet take thank thanks that the them then there
these they thing things think third this those thx to too try two understood undo up ur us very wait want was way we well what which
why will with wonderful works would wow wrong yeah yep yes you your yup everything nah whatever think best working though anyway`,
  de: `ja jawohl jo jap jep jepp nein ne nee doch mach mache machs machen macht bitte weiter weitermachen so sowas gut gute guter gutes genau
richtig falsch passt danke dankeschon vielen dank nochmal nochmals noch mal mals einmal das der die den dem des es ist sind und oder
los lose leg lege gerne gern klar klaro fahre fahr fort sieht schaut aus an dann jetzt alle alles super prima top toll spitze perfekt
klasse genauso ich mir mich wir uns du dir dich sie ihr nicht kein auch stimmt ebenso einfach lieber besser beste ersten erste erster
zweiten zweite zweiter dritten dritte variante option vorschlag kannst kann konnen konntest darfst sollst soll willst will wurde
probier probiere probieren versuch versuche versuchen wieder neu ein eine einen zu vor von mit fur geht gehts gehen wunderbar super
okay oki einverstanden bestatigt verstanden verstehe schon also erstmal kurz mehr beide beides wie vorgeschlagen gesagt auf ab hin
dazu damit da hier ruhig halt mal eben tut tue tu lass lassen bin ware sehr wars cool geil nice ach achso hm hmm umsetzen umgesetzt geklappt klappt klingt funktioniert geht text weitere weiteren anfangen fang fange start`,
  es: `si no vale vamos venga sigue siga sigamos seguir segui sigan continua continue continuar continuemos adelante por favor porfa asi
esta este esto eso esa ese bien bueno buena perfecto perfecta genial excelente estupendo gracias muchas mil hazlo haz hacer hagalo
hagamos hace dale claro seguro otra otro vez veces el la lo los las le les que y o u de del acuerdo ahora ya listo listos correcto
exacto nuevo intenta intentalo intente prueba pruebalo proba todo todos todas nomas nada puedes puede podes podrias quiero me te se
mi tu un una unos con en al a para parece gusta primero primera segundo segunda tercera opcion mejor mas tambien solo entiendo
entendido procede proceda ok oka okey dele tal cual funciona funciono perfectamente`,
  pt: `sim nao pode podes segue segui seguir seguindo continua continuar continue favor isso isto mesmo certo obrigado obrigada obg valeu
muito muita vai va vamos em frente esta estao otimo otima perfeito perfeita beleza legal bacana bom boa tudo tente tenta tentar de
do da dos das o a as um uma e ou por para com no na novo nova novamente vez outra outro faca faz fazer ai agora ja pra primeira
primeiro segunda segundo opcao melhor mais tambem so entendi ok claro exato isso ai que se me eu voce manda ver bora joia show funciona funcionou ficou fica`,
  fr: `oui ouais non daccord accord ok nickel vas va y allez aller allons continuer continue continues continuons continuez poursuis
poursuivez poursuivons comme ca cela ceci sil s il te vous nous on tu je j me m plait plais parfait parfaite merci beaucoup encore
c est sont bon bonne bien super genial top tres fais fait faites faire le la l les un une et ou puis d de des du au aux en a pas
marche peux peut pouvez peu recommence recommencer recommencez refais reessaie reessayer essaie essaye essayez nouveau nouvelle fois
lance lancez premier premiere deuxieme seconde second troisieme option mieux plutot plus aussi tout toute tous exactement exact juste
compris entendu volontiers maintenant alors donc ainsi avance impeccable excellent meme voila ce que qui si moi toi fonctionne fonctionnent depuis debut commence commencez commencer revoila`,
  it: `si no va bene vai vado andiamo avanti procedi procedere procediamo continua continuare continuiamo prosegui cosi per favore
perfetto perfetta ottimo ottima grazie mille certo ancora di nuovo d accordo fallo fai fare facciamo pure tutto tutti tutte bello
bravo esatto giusto sbagliato riprova riprovare prova prossimo il lo la i gli le l un uno una e o ma che non mi ti si a da in con
del della questo questa quello quella prima primo seconda secondo opzione meglio piu anche ora adesso allora dai capito ok puoi puo
posso voglio mi sembra piace funziona benissimo inizio inizia`,
  nl: `ja nee jawel ga gaan maar verder doorgaan door alsjeblieft graag goed goede prima bedankt dank dankjewel je wel zo het dat dit is
en of nog een eens keer doe doen probeer probeert opnieuw ziet eruit er uit perfect mooi top super oke oké akkoord klopt precies
juist fout de die ik jij u we mij ook meer beter eerste tweede derde optie alles beide nu dan kan kun mag wil liever niet geen te
van voor met aan op hoor maar gewoon helemaal heel veel leuk tof snap begrepen toe werkt klinkt gelukt begin begint`,
  nordic: `ja nej nei jo fortsatt fortsaet fortsett fortsatte garna bare gerne gjerne tack tak takk mange snalla venligst videre vidare kor
kjor pa bra godt god fint fin flott perfekt det den dem som er ar forste andra andre anden tredje og och eller sa saa det dette detta
igjen igen en ett et gang gong prov prova prov proev prover prøv forsok forsog gjor gor gore gjore det jeg jag du vi mig meg deg dig
oss alt alla alle helt riktig riktigt rett feil fel selv ok okej greit toppen super kan ska skal vil vill ser ut med til till av af
i a at att for na naa nu inte ikke nok mer mere ogsa ogsaa forst funkar funker virker fungerar fungerer sa saa mycket meget mye veldig endelig fortsatter enig valdigt`,
  fi: `joo juu kylla ei jatka jatketaan jatkakaa vain vaan kiitos kiitti paljon hyva hyvalta hyvin ole niin nain tee se sen tama taman
ok okei uudestaan uudelleen viela kerran yrita kokeile nayttaa selva juuri oikein vaarin taydellinen loistava hienoa mahtavaa
ensimmainen toinen kolmas vaihtoehto kaikki nyt sitten ja tai on eteenpain anna menna toimii toimi`,
  pl: `tak nie no kontynuuj kontynuujmy kontynuowac dalej prosze dziekuje dzieki wielkie dobrze dobra dobry idz lec rob zrob zrobmy jedz
sprobuj sprobujmy probuj jeszcze raz ponownie ok okej super swietnie swietne swietny idealnie idealne jasne jasna racja zgoda zgadza
zgadzam sie to ten ta te tym tego w porzadku i lub albo a na z do jest juz teraz wszystko oba pierwszy pierwsza pierwsza drugi druga
trzeci opcja lepiej mi ci mnie mozesz moze bardzo fajnie spoko wyglada dziala zadzialalo zaczynaj zacznij`,
  czech: `ano jo ne nie pokracuj pokracujte pokracovat pokracuj dal dalej dalsi prosim diky dekuji dakujem dobre dobry super skvele vyborne
perfektni perfektne presne tak to ten ta je v poradku znovu jeste este raz jednou zkus skus zkuste udelej sprav urob jasne souhlasim
suhlasim spravne spatne prvni prva druhy druha treti moznost a nebo ted teraz vsechno vsetko se sa mi muzes mozes jdi chod do toho funguje moc zacni`,
  ru: `да ага угу нет не продолжай продолжайте продолжи продолжим продолжить дальше далее пожалуиста плиз давай давайте спасибо большое
огромное хорошо хороший отлично отличная супер класс прекрасно идеально замечательно ладно ок окей оке еще раз снова заново верно
правильно неправильно неверно делай делайте сделай сделайте и или а но так такой это этот эта эту то все всё вперед вперёд поехали
погнали начинай начинайте начни попробуй попробуйте пробуй я ты мы мне меня тебе нам он она оно они можешь можно могу нужно надо хочу
точно согласен согласна понял поняла понятно ясно подходит годится выглядит первый первая первое первую второй вторая второе вторую
третий вариант лучше больше тоже теперь сейчас потом еще тогда же ли бы на в с по к у за для как что очень вот там тут оба работает заработало духе том всё`,
  uk: `так ні не продовжуй продовжуйте продовжимо далі будь ласка дякую дуже добре гаразд чудово відмінно супер ще раз знову спробуй спробуйте
роби робіть зроби давай давайте вперед починай і й або а це цей ця те все вірно правильно неправильно згоден згодна зрозуміло перший
перша другий друга варіант краще тепер зараз мені можеш можна працює`,
  bg: `да не продължи продължавай продължете нататък моля благодаря много добре супер отлично чудесно перфектно още веднъж отново опитай
направи го давай ок и или това този тази е така вярно правилно грешно първия първата втория втората вариант сега работи`,
  tr: `evet hayir yok devam et edin edelim eder misin lutfen tamam tamamdir olur oldu tesekkurler tesekkur ederim sagol cok guzel harika
super mukemmel iyi peki tekrar yeniden bir daha kez dene deneyelim yap yapalim boyle oyle bu su o ve veya ya da dogru yanlis aynen
hadi basla baslayalim ilk birinci ikinci ucuncu secenek simdi gorunuyor ben sen bana sana onayliyorum calisti calisiyor`,
  hu: `igen nem ja folytasd folytassuk folytathatod tovabb kerlek legyszi koszonom koszi szepen rendben oke jo jol lesz szuper kivalo nagyszeru
tokeletes ujra megint meg egyszer probald probaljuk csinald csinaljuk igy ugy a az ez ezt azt es vagy mehet menjen mehetunk tovabb
helyes rossz pontosan egyetertek ertem elso masodik harmadik lehetoseg most kezdd kezdjuk mukodik mukodott`,
  ro: `da nu continua continuati te rog mai departe inainte multumesc mersi mult bine e este sunt ok okay perfect super excelent minunat
corect gresit exact din nou inca o data incearca fa asa ca si sau acum mergi mergem hai haide primul prima al doilea doua varianta
toate tot imi pare place de la cu in un merge functioneaza`,
  id: `ya iya tidak bukan lanjut lanjutkan teruskan terus saja aja tolong terima kasih makasih banyak baik bagus silakan oke ok mantap
sempurna benar betul salah coba cobalah lagi sekali ulangi ulang lakukan kerjakan mulai itu ini yang dan atau begitu seperti pertama
kedua ketiga pilihan opsi sekarang setuju bisa kamu saya sudah berhasil berfungsi`,
  vi: `vang da u ok oke tiep tuc di cam on ban nhieu dong y lam khong co dung sai tot lam hay qua tuyet voi lai lan nua thu thu roi nhe nha
nao giup toi cai nay do nhu vay va hoac dau tien hai phuong an bay gio bat duoc tiep theo hoan hao chay`,
  el: `ναι οχι συνεχισε συνεχιστε προχωρα προχωρησε παρακαλω ευχαριστω πολυ ενταξει ωραια τελεια σωστα λαθος ξανα παλι δοκιμασε κανε το
τη την τα ο η και ειναι ετσι αυτο πρωτη πρωτο δευτερη δευτερο επιλογη τωρα καλα μπορεις να οκ`,
  he: `כן לא תמשיך תמשיכי המשך להמשיך בבקשה תודה רבה בסדר גמור טוב מעולה מצוין מושלם יופי נכון שגוי שוב עוד פעם נסה תנסה תעשה עשה את זה זו
הראשון הראשונה השני השנייה אפשרות עכשיו קדימה יאללה סבבה אוקיי אוקי מסכים ו או כך ככה`,
  ar: `نعم اجل لا استمر واصل تابع اكمل أكمل كمل من فضلك لو سمحت شكرا جزيلا حسنا جيد جدا ممتاز رائع تمام موافق صحيح خطا خطأ مرة مره اخرى
أخرى حاول جرب افعل ذلك هذا هذه هكذا و او أو في الى إلى الاول الأول الثاني الخيار الان الآن ابدا ابدأ هيا كل شيء يلا ايوه`,
  hi: `हा हां हाँ जी नहीं जारी रखो रखें रखिए कृपया ठीक है हैं सही गलत धन्यवाद शुक्रिया बहुत अच्छा अच्छे बढ़िया बढ़ो बढ़ें बढ़िए आगे करो करें कीजिए कर दो दें
फिर से दोबारा कोशिश एक बार और यह ये वह पहला पहली दूसरा दूसरी विकल्प अब तो को का की के बिल्कुल चलो चलिए ओके`,
};
/** Words of every language of developers. */
const INTERNATIONAL =
  "ok okay okey oke super cool top perfect nice great thanks thx please lgtm yes no go yep stop continue";
const languages = once(() =>
  Object.values(WORDS).map(
    (words): ReadonlySet<string> => new Set(`${words} ${INTERNATIONAL}`.split(/\s+/).map(plain)),
  ),
);

/** The same in scripts without spaces. */
const UNSPACED = [
  // Chinese
  "没有?问题|沒有?問題|下一[步个個]|[这那這]样|[这那這][个個]|第[一二三四五]|[一再]?[一两]次|继续|繼續|接着|往下|下去|好的?|是的?|对的?|對的?|可以|不[用是要对對]|没错|正确|错了?|谢谢|謝謝",
  "多谢|感谢|辛苦|再来|重新|重来|再|试|試|请|請|吧|了|呢|吗|嘛|啊|嗯|哦|哈|啦|开始|開始|照做?|就|按|来|來|做|你|我|们|它|把|都|也|很|完美|不错|太|棒|明白|了解|收到|知道|同意|确认|批准|行|不|全部|所有|马上|现在|然后|先|给|帮|麻烦|一下|一遍|个|的|得",
  // Japanese
  "うまく(?:いき|行き)?(?:ました)?|感じ|そのまま|このまま|もう|一度|いちど|完璧|大丈夫|素晴らしい|すばらしい|問題(?:ない|ありません)|やり直して|やって|みて|進[めん]で?て?|始めて|続[けき]て?|つづけて|はい|いいえ|うん|ええ|そう|です|ます|ました|お願い|願い|よろしく|どうも|どうぞ|ください|下さい|さい",
  "了解|承知|わかり|分かり|ありがとう|ございます|それ|これ|あれ|いい|良い|よい|正しい|違い|違う|次|し|お|を|で|に|は|が|も|と|の|へ|て|ね|よ|か|な|ん|た",
  // Korean
  "잘|됩니다|되네요|네|예|응|아니[요오]?|계속|진행|다시|한번|한|번째?|더|해|하세요|주세요|하자|합니다|했어요|줘|좋(?:습니다|아요?|네요)|그래요?|그렇게|이대로|그대로|맞(?:습니다|아요?)|감사(?:합니다|해요)?|고마워요?|고맙습니다|완벽(?:합니다|해요)?|알겠(?:습니다|어요)|훌륭(?:합니다|해요)|부탁(?:합니다|드립니다|해요)?|다음|넘어가|시작|시도|전부|모두|이거|그거|첫|두|으로|로|을|를|이|그|저|요|고",
  // Thai
  "ใช่|ไม่|ต่อ|ไป|ครับ|ค่ะ|คะ|นะ|ตกลง|โอเค|เลย|ขอบคุณ|มาก|ดี|แล้ว|ทำ|ได้|อีก|ครั้ง|ลอง|ใหม่|ถูก|ต้อง|เยี่ยม|เริ่ม|อัน|นี้|แบบ",
].join("|");
const UNSPACED_REPLY = new RegExp(UNSPACED, "g");

/**
 * Counts the different words that do not only continue a conversation, in the language in which there are fewest: a word such as `ci`
 * is a pronoun in one language and a name in others.
 * @param limit a larger count is not needed
 */
function countOtherWords(words: readonly string[], limit: number): number {
  const counts = languages().map(() => 0);
  const hasLowerCase = words.some((word) => /\p{Ll}/u.test(word));
  let fewest = 0;
  for (const word of new Set(words)) {
    const folded = plain(word);
    for (const [index, known] of languages().entries()) {
      if ((hasLowerCase && isName(word)) || !known.has(folded)) counts[index] = (counts[index] ?? 0) + 1;
    }
    fewest = Math.min(...counts);
    if (fewest >= limit) return fewest;
  }
  return fewest;
}

/** An abbreviation such as `CI` or `OS`. */
function isName(word: string): boolean {
  return /^\p{Lu}{2,}$/u.test(word) && !INTERNATIONAL.includes(word.toLowerCase());
}

/** A run of a script without spaces, without the words that only continue a conversation. */
function withoutReplies(run: string): string {
  return run.replace(UNSPACED_REPLY, "");
}

/** Without case and diacritics: people omit them. */
function plain(word: string): string {
  return word.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");
}

/** The length of each end of a longer prompt that is kept: a question is before or after the pasted text. */
const MAX_END_LENGTH = MAX_PROMPT_LENGTH / 2 - 10;
/** The text beyond a cut that is scanned for a secret across it: see `REDACTION_MARGIN` of the request log. */
const MARGIN = 16 * 1024;

/** Shortens a prompt to its two ends. A secret at a cut is removed first: half of it would not be recognised. */
export function shortenPrompt(prompt: string): string {
  if (prompt.length <= MAX_PROMPT_LENGTH) return prompt;
  const start = withoutSecrets(prompt.slice(0, MAX_END_LENGTH + MARGIN)).slice(0, MAX_END_LENGTH);
  const end = withoutSecrets(prompt.slice(-MAX_END_LENGTH - MARGIN)).slice(-MAX_END_LENGTH);
  return `${start.toWellFormed()}\n…\n${end.toWellFormed()}`;
}

function withoutSecrets(text: string): string {
  return replaceRanges(text, secretsIn(text), () => "[secret]");
}

const SLASH_COMMAND = /^\/[\w:.-]+(?:\s|$)/;
/** A command as Claude Code writes it into transcripts, without arguments. */
const WRITTEN_COMMAND =
  /^(?:<command-(?:name|message)>[^<]*<\/command-(?:name|message)>\s*)+(?:<command-args>\s*<\/command-args>)?$/;
/** A command of the shell, which clients run after `!`. */
const SHELL_COMMAND = /^!\s?[\w./~-][^\n]*$/;
const COMMANDS = [SLASH_COMMAND, WRITTEN_COMMAND, SHELL_COMMAND];
/** Fewer words do not name a subject: "fix the tests" does. */
const MIN_WORDS = 2;

/** Whether a person's prompt names a subject. Commands, replies such as "yes, continue" and texts of programs do not. */
export function isWorthSearching(prompt: string): boolean {
  const text = withoutInjected(prompt);
  if (text === "" || COMMANDS.some((command) => command.test(text))) return false;
  const pieces = piecesOf(text.normalize("NFKC"));
  const runs = pieces.filter(({ unspaced }) => unspaced).map(({ text: run }) => run);
  const words = pieces.filter(({ text: word, unspaced }) => !unspaced && word.length > 1).map(({ text: word }) => word);
  // Two letters of a script without spaces are about a word.
  const letters = runs.reduce((sum, run) => sum + lettersOf(withoutReplies(run)).length, 0);
  return letters / 2 + countOtherWords(words, MIN_WORDS) >= MIN_WORDS;
}
