import { z } from "zod";
import { DAY, type DataSet, HOUR, PARTS, type Part, START } from "./data-set.ts";

const ARTICLES = z.object({
  data: z.array(
    z.object({
      title: z.string(),
      paragraphs: z.array(z.object({ context: z.string(), qas: z.array(z.object({ question: z.string() })) })),
    }),
  ),
});

/**
 * XQuAD (Artetxe, Ruder and Yogatama 2020, arXiv 1910.11856): each paragraph is a memory, and the answer to its
 * questions. Even articles are for development, odd ones for checking; the questions of one
 * half have no answer in the other.
 *
 * @param questions the articles whose questions are asked, for instance in German
 * @param paragraphs the same articles in the language of the memories
 */
export function readXquad(name: string, questions: unknown, paragraphs: unknown, part: Part): DataSet {
  const asked = ARTICLES.parse(questions).data;
  const articles = ARTICLES.parse(paragraphs).data;
  const partOf = (article: number): Part => PARTS[article % PARTS.length] ?? "development";
  const other = PARTS.find((one) => one !== part);
  const numbered = articles.flatMap((article, number) =>
    article.paragraphs.map(({ context }, index) => ({ number, index, context })),
  );
  const end = START + articles.length * DAY;
  return {
    name: `XQuAD ${name} ${part}`,
    memories: numbered.map(({ number, index, context }) => ({
      content: context,
      domain: `xquad/${partOf(number)}`,
      tags: [],
      sessionId: null,
      // Hours apart: the paragraphs of an article are not a conversation.
      at: START + number * DAY + index * HOUR,
    })),
    questions: numbered.flatMap(({ number, index }, position) =>
      partOf(number) !== part
        ? []
        : (asked[number]?.paragraphs[index]?.qas ?? []).map(({ question }) => ({
            text: question,
            domain: `xquad/${part}`,
            at: end,
            gold: [position],
            otherDomain: `xquad/${other}`,
            groups: ["all"],
          })),
    ),
    groups: ["all"],
  };
}
