import { count, counted, percent } from "./format.ts";

/** Which memories clients got and used. */
export const use = {
  title: "Use of memories",
  record: "Record",
  recordHint:
    "Which memories clients get, for as long as the request log goes back. Once the conversation was read, Recollect shows which ones the answers used. Off: deletes the records. None of it leaves this computer.",
  given: "Given",
  usedInAnswers: "Used",
  times: (given: number, used: number) => `${counted(given, "time")}, used ${count(used)}`,
  timesUnknown: (given: number) => `${counted(given, "time")}, use not known`,
  lastIn: "last in",
  conversation: "a conversation",
  client: (used: number, known: number) => `${percent(used / known)} of given memories used`,
  clientTitle: (days: readonly string[]) => `Used of those given, by day:\n${days.join("\n")}`,
  day: (day: string, used: number, known: number) => `${day}: ${count(used)} of ${count(known)}`,
  outcome: { used: "used", unused: "not used", unknown: "use not known" },
  neverUsed: (given: number) => `given ${counted(given, "time")}`,
};
