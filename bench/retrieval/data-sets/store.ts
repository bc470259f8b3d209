import { DAY, type DataSet, MINUTE, type SetMemory, type SetQuestion } from "./data-set.ts";

/** A store as a developer has it, written for this benchmark; its format is described in `stores/development.txt`. */
export function readStore(text: string, name: string): DataSet {
  const memories: SetMemory[] = [];
  const positions = new Map<string, number>();
  const asked: { text: string; domain: string; keys: readonly string[]; isPrompt: boolean }[] = [];
  let session = { domain: "", client: "", at: 0 };
  let project = "";
  let isPrompt = false;
  for (const line of text.split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    const mark = /^([@?!]) (\S+)(?: (\S+) (\S+))?$/.exec(line);
    const [, kind, domain = "", client = "", time = ""] = mark ?? [];
    if (kind === "@") session = { domain, client, at: Date.parse(`${time}Z`) };
    else if (kind !== undefined) [project, isPrompt] = [domain, kind === "!"];
    else if (project !== "") {
      const [question = "", keys = ""] = line.split(/\s*->\s*/);
      asked.push({ text: question, domain: project, keys: keys.split(", ").filter((key) => key !== ""), isPrompt });
    } else {
      const [key = "", namespace = "", content = ""] = line.split(" | ");
      if (key !== "-") positions.set(key, memories.length);
      const sessionId = `${session.client}/${session.at}`;
      const at = session.at + memories.filter((memory) => memory.sessionId === sessionId).length * MINUTE;
      memories.push({ content, domain: session.domain, namespace, client: session.client, tags: [], sessionId, at });
    }
  }
  const end = Math.max(...memories.map(({ at }) => at)) + DAY;
  const questions = asked.map(({ text: question, domain, keys, isPrompt }): SetQuestion => {
    const gold = keys.map((key) => {
      const position = positions.get(key);
      if (position === undefined) throw new Error(`"${question}" names ${key}, which is not a memory.`);
      return position;
    });
    return {
      text: question,
      isPrompt,
      domain: [domain, "user"],
      at: end,
      gold,
      groups: gold.length === 0 ? [] : ["all", domain, isPrompt ? "prompts" : "searches"],
    };
  });
  return {
    name,
    memories,
    questions,
    groups: [...new Set(asked.map(({ domain }) => domain)), "searches", "prompts", "all"],
  };
}
