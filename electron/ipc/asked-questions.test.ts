import { expect, it } from "vitest";
import { createAskedQuestions } from "./asked-questions.ts";

it("takes back the asker's own question alone, while it is under way", async () => {
  const asked = createAskedQuestions();
  const window = {};
  const signals: AbortSignal[] = [];
  const answers: (() => void)[] = [];
  const ask = (asker: object, question: number) =>
    asked.during(asker, question, (signal) => {
      signals.push(signal);
      return new Promise<string>((resolve) => answers.push(() => resolve("answer")));
    });
  const questions = [ask(window, 1), ask(window, 2), ask({}, 1)];
  asked.cancel(window, 1);
  asked.cancel(window, 99);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false, false]);
  for (const answer of answers) answer();
  expect(await Promise.all(questions)).toEqual(["answer", "answer", "answer"]);
  asked.cancel(window, 2);
  expect(signals[1]?.aborted).toBe(false);
});
