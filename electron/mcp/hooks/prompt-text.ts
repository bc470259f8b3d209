import { withoutInjected } from "../../core/injected-text.ts";
import { replaceRanges, secretsIn } from "../../core/secrets/find-secrets.ts";
import { lettersOf, piecesOf } from "../../core/text-analysis.ts";
import { MAX_PROMPT_LENGTH } from "./hook-event.ts";

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

/** Words of prompts that only continue the conversation, in the languages that search stems, without diacritics. */
const REPLY_WORDS = new Set(
  `a again ahead all and another any are as at be both but by can change continue correct cool do does done either exactly
fine first for go good great have hi hello hey how i if in is it just keep last let lets like looks make maybe me more
my never next nice no nope not now of off ok okay on one option or other our perfect please proceed right same second
should so sounds stop sure thank thanks that the them then there these third this those to too try two undo up us wait
we well what which why will with works lot wrong yep yes you your everything alright yeah
ja jawohl nein doch mach mache machen macht bitte weiter weitermachen so gut genau richtig falsch passt danke nochmal noch
mal einmal das der die es ist und oder los gerne klar gern fahre fahr fort sieht aus dann jetzt alles super prima genauso
ich wir du nicht auch stimmt ebenso einfach
si no vale sigue sigamos siga continua continue continuar adelante por favor asi esta bien perfecto gracias hazlo dale
claro otra vez el la lo los las que y de acuerdo ahora listo correcto venga de nuevo
oui non daccord accord vas va y allez continuer poursuis poursuivez comme ca cela sil s il te vous plait parfait merci
encore c est bon bien super tres fais le les et puis d
sim nao pode segue seguir favor isso mesmo certo obrigado obrigada vai em frente esta otimo
va avanti vai procedi procedere cosi per favore perfetto grazie certo bene ancora d si fallo pure continua
nee ga maar verder doorgaan alsjeblieft graag goed prima bedankt zo het dat is en nog een keer doe
fortsatt fortsaet fortsett garna bare gerne tack tak takk snalla venligst videre vidare kor pa bra fint det den som er ar
joo kylla jatka jatketaan vain kiitos hyva ole niin
tak nie kontynuuj dalej prosze dziekuje dobrze idz ano ne pokracuj dal prosim diky dobre
да нет продолжаи продолжаите продолжи дальше пожалуиста давай даваи спасибо хорошо ладно ок еще раз верно делаи и
так ні продовжуи далі будь ласка дякую добре гаразд
evet hayir devam et edelim lutfen tamam tesekkurler guzel
igen nem folytasd tovabb kerlek koszonom rendben jo
continua te rog mai departe multumesc bine da nu
ya tidak lanjut lanjutkan saja terima kasih tolong baik silakan
vang da tiep tuc di cam on dong y lam khong
نعم لا استمر تابع اكمل من فضلك شكرا حسنا
हा हां हाँ जारी रखो रखें कृपया ठीक है धन्यवाद नहीं
ναι οχι συνεχισε παρακαλω ευχαριστω ενταξει
כן לא תמשיך המשך בבקשה תודה`
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .split(/\s+/),
);
/** The same in scripts without spaces. */
const UNSPACED_REPLY =
  /继续|繼續|好的?|是的?|对的?|可以|行|不用|不是|不要|不|谢谢|謝謝|下一步|下一个|没问题|再来|再试|一次|一下|请|吧|了|呢|吗|啊|嗯|就这样|开始|はい|いいえ|うん|そう|です|続けて|続き|つづけて|お願い|願い|お|します|ください|下さい|次|了解|ありがとう|ございます|進めて|どうぞ|それで|いい|を|で|네|예|아니요|계속|진행|해|주세요|줘|좋아요?|그래요?|감사합니다|다음|하세요|부탁|합니다|ใช่|ต่อ|ไป|ครับ|ค่ะ|คะ|ตกลง|โอเค|เลย|ขอบคุณ/g;
const SLASH_COMMAND = /^\/[\w:.-]+(?:\s|$)/;
/** Fewer words do not name a subject: "fix the tests" does. */
const MIN_WORDS = 2;

/** Whether a person's prompt names a subject. Commands, replies such as "yes, continue" and texts of programs do not. */
export function isWorthSearching(prompt: string): boolean {
  const text = withoutInjected(prompt);
  if (text === "" || SLASH_COMMAND.test(text)) return false;
  let words = 0;
  for (const { text: piece, unspaced } of piecesOf(text.normalize("NFKC"))) {
    // Two letters of a script without spaces are about a word.
    if (unspaced) words += lettersOf(piece.replace(UNSPACED_REPLY, "")).length / 2;
    else if (piece.length > 1 && !REPLY_WORDS.has(piece.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "")))
      words += 1;
    if (words >= MIN_WORDS) return true;
  }
  return false;
}
