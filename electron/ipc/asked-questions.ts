/** Questions under way that whoever asked can take back, by numbers of the asker's own. */
export interface AskedQuestions {
  /** Answers a question; its signal is raised when it is taken back meanwhile. */
  during<T>(asker: object, question: number, answer: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Takes a question back; unknown or answered: nothing. */
  cancel(asker: object, question: number): void;
}

export function createAskedQuestions(): AskedQuestions {
  const asked = new WeakMap<object, Map<number, AbortController>>();
  return {
    async during(asker, question, answer) {
      const questions = asked.get(asker) ?? new Map<number, AbortController>();
      asked.set(asker, questions);
      const controller = new AbortController();
      questions.set(question, controller);
      try {
        return await answer(controller.signal);
      } finally {
        questions.delete(question);
      }
    },
    cancel: (asker, question) => asked.get(asker)?.get(question)?.abort(),
  };
}
