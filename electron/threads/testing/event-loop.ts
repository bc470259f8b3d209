/** Waits for `work`, and counts the turns of the event loop until then: a blocked thread has none. */
export async function countTurnsDuring<Result>(work: Promise<Result>): Promise<{ result: Result; turns: number }> {
  let turns = 0;
  let immediate = setImmediate(function countTurn() {
    turns += 1;
    immediate = setImmediate(countTurn);
  });
  const result = await work.finally(() => clearImmediate(immediate));
  return { result, turns };
}
