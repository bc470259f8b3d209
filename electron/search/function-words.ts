import { foldText } from "../core/text-analysis.ts";
import { isStopWord } from "./stop-words.ts";

/**
 * Words without content of languages other than English: articles, pronouns, prepositions, auxiliaries, question words.
 * Of Chinese and Japanese the pairs of letters that the index has. Folded by {@link foldText} below.
 */
const FUNCTION_WORDS: Readonly<Record<string, string>> = {
  de: `aber alle als also am an auch auf aus bei beim bin bis bitte da damit dann das dass dein deine dem den denn der des dich
die dies diese diesem diesen dieser dieses dir doch du durch ein eine einem einen einer eines er es euch euer für gab geht
gibt haben hast hat hatte hatten ich ihm ihn ihr ihre ihrem ihren im in ins ist ja jede jeden jeder jedes kann kannst kein
keine können könnte machen mal man mein meine mich mir mit muss müssen nach nicht noch nun nur ob oder ohne schon sein seine
seit sich sie sind so soll sollen sollte über um und uns unser unsere unter vom von vor wann war waren warum was weil welche
welchem welchen welcher welches wem wen wenn wer werden wessen wie wieder wieso wir wird wo wofür womit worauf wurde wurden
würde zu zum zur zwischen`,
  fr: `ai alors as au aussi aux avec avez avons car ce cela ces cet cette chez ci combien comme comment dans de des dois doit donc dont du
elle elles en est et étaient était été être eu faire fait faut il ils je la le les leur leurs lui ma mais me mes moi mon ne nos
notre nous on ont ou où par pas pendant peut peux plus pour pourquoi puis quand que quel quelle quelles quels qui quoi sa sans
se sera ses si son sont sous sur ta te tes toi ton tous tout toute tu un une vers voici vos votre vous y`,
  es: `al algo ante antes aquí así como cómo con contra cual cuál cuáles cuando cuándo cuánto cuántos de debe debemos del desde donde
dónde el él ella ellas ellos en entre era es esa ese eso esta está están estas este esto estos fue fueron ha hace hacer hacia han
hasta hay la las le les lo los me mi mis muy más nada ni no nos nosotros o para pero por porque puede puedo qué que quien quién
se sea ser si sí sin sobre son su sus también tan te tengo tiene tienen tu tus un una uno unos y ya yo`,
  it: `ai al alla alle anche che chi ci come con cosa cui da dal dalla degli dei del della delle di dove e è era essere fa fare gli
ha hai hanno ho i il in io la le lei lo loro lui ma mi mio mia ne nei nel nella nelle no noi non o ogni per perché però più può
qual quale quali quando quanto quella quello questa questi questo se sei si sia siamo sono su sua sui sul sulla suo tra tu un una
uno vi`,
  pt: `a ao aos as até com como da das de dela dele deve do dos e é ela ele eles em entre era essa esse esta está estão este eu faz
fazer foi foram há isso isto já lhe mais mas me meu minha muito na não nas nem no nos nós o onde os ou para pela pelo pode por
porque qual quais quando quanto que quem se sem ser seu sua são também tem temos têm um uma você`,
  nl: `aan al alle als bij daar dan dat de den der deze die dit doen door een en er gaat geen had heb hebben heeft het hem hier hij
hoe hun ik in is je jij jullie kan kunnen maar me met mij mijn moet moeten na naar niet nog nu of om onder ons onze ook op over te
tot u uit van veel voor waar waarom wanneer waren was wat we welk welke werd wie wij word worden wordt zal ze zich zij zijn zo zou`,
  sv: `alla att av blir de dem den denna det detta dig din du där efter eller en ett finns från för gör ha har hur här hon honom i
ingen inte jag kan kunde kommer man med men mig min mot mycket när och om oss på samma sig sin ska skulle som till under upp ut
utan vad var vara varför vi vilka vilken vilket vår är över`,
  da: `af alle at blev bliver da de dem den der det dette dig din du efter eller en er et for fra gør ham han har havde her hos hun
hvad hvem hvilke hvilken hvilket hvor hvordan hvorfor hvornår i ikke jeg kan kunne man med men mig min mod ned når og også om op
os på sig sin skal som til ud under vi vil vores være været`,
  ru: `а без бы был была были было быть в вам вас ваш весь во вот все всё вы где да для до его ее её если есть еще ещё же за зачем и
из или им их к как какая какие какой когда кого кто ли мне мы на над нам нас наш не него нее ней нет ни них но ну о об он она они
оно от по под почему при с со так также такой там то тоже только том ты у уже чего чем что чтобы эта эти это этого этой этом этот
я`,
  zh: `什么 怎么 如何 哪些 哪个 哪里 为什 么是 多少 是否 可以 我们 你们 他们 这个 那个 这些 那些 有没 没有 怎样 一下 一个 的是 是什 应该 需要 请问`,
  ja: `です ます した する して から まで こと もの これ それ どの どう なぜ いつ どこ 何が ために ている ました ません ですか`,
};

/** Words of the lists that are content words in English: on their own they do not show a language. */
const ENGLISH_TOO = new Set(
  `also art bin come den die dir fa fait had hat hem her het hoe hun icon is kan mal man mas me men met mine mod more not nun of
on once ons ooh os over own pas per plus pour sale sera sin so son sous sue sur tan tell ten ton tot tous under until upp van war
was we wen word of in an am as at to for no do i a o y e u by use far ring ser sea fare lo la le el se de en es un mi ha ho ne la
di no si su al`.split(/\s+/),
);

/** The languages of each function word. */
const LANGUAGES_OF = new Map<string, string[]>();
for (const [language, words] of Object.entries(FUNCTION_WORDS)) {
  for (const word of new Set(words.split(/\s+/).map(foldText))) {
    LANGUAGES_OF.set(word, [...(LANGUAGES_OF.get(word) ?? []), language]);
  }
}

/** Whether a folded token is a function word of a language: only such tokens decide about a text's function words. */
export function mayBeFunctionWord(token: string): boolean {
  return isStopWord(token) || LANGUAGES_OF.has(token);
}

/** The function words of one text. */
export interface FunctionWords {
  /** Whether a folded token is a function word: an English stop word, or a function word of the language that the text shows. */
  has(token: string): boolean;
  /** Whether the text is English by its function words: more than of any other language. */
  readonly areEnglish: boolean;
  /** The languages other than English that they show; several if they are as frequent, none without one. */
  readonly languages: readonly string[];
}

/**
 * Finds the function words of a text. A language shows by two of its function words, or by a single function word that
 * is not an English word: "die" alone is a verb.
 * @param tokens folded
 */
export function functionWordsOf(tokens: Iterable<string>): FunctionWords {
  let english = 0;
  const counts = new Map<string, { count: number; own: number }>();
  for (const token of new Set(tokens)) {
    const isAmbiguous = ENGLISH_TOO.has(token);
    if (isStopWord(token) && !isAmbiguous) english++;
    for (const language of LANGUAGES_OF.get(token) ?? []) {
      const { count, own } = counts.get(language) ?? { count: 0, own: 0 };
      counts.set(language, { count: count + 1, own: own + (isAmbiguous ? 0 : 1) });
    }
  }
  const shown = new Map<string, number>();
  let best: string | null = null;
  let most = english;
  for (const [language, { count, own }] of counts) {
    if (own === 0 && count <= 1) continue;
    shown.set(language, count);
    if (count > most) [best, most] = [language, count];
  }
  return {
    has: (token) => isStopWord(token) || (best !== null && LANGUAGES_OF.get(token)?.includes(best) === true),
    areEnglish: english > 0 && best === null,
    languages: best === null ? [] : [...shown.keys()].filter((language) => shown.get(language) === most),
  };
}
