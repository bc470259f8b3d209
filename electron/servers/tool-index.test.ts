import { expect, it } from "vitest";
import { createStemmer } from "../search/stem.ts";
import { createToolIndex } from "./tool-index.ts";

const tool = (server: string, name: string, description: string) => ({
  server,
  definition: { name, description, inputSchema: { type: "object" as const } },
});
const index = await createToolIndex(
  [
    tool("files", "read_file", "Reads the complete contents of a file."),
    tool("files", "write_file", "Creates a file, or replaces its contents."),
    tool("tickets", "createIssue", "Opens an issue in a repository."),
    tool("tickets", "list_issues", "Lists the issues of a repository, the newest first."),
    tool("weather", "forecast", "预报未来七天的天气。"),
  ],
  createStemmer(),
);
const names = async (query: string) => (await index.find(query)).map(({ definition }) => definition.name);

it("finds inflected words, words of identifiers, beginnings and Chinese", async () => {
  expect((await names("reading files"))[0]).toBe("read_file");
  expect((await names("create an issue"))[0]).toBe("createIssue");
  expect((await names("newest issue"))[0]).toBe("list_issues");
  expect((await names("read_file"))[0]).toBe("read_file");
  expect((await names("repo")).sort()).toEqual(["createIssue", "list_issues"]);
  expect(await names("天气")).toEqual(["forecast"]);
});

it("leaves out tools that have only a common word of the query, and returns all without words", async () => {
  expect(await names("forecast of the weather")).toEqual(["forecast"]);
  expect(await names("nothing like this: qqqq")).toEqual([]);
  expect(await names(" … ")).toHaveLength(5);
});

it("lets others run while it indexes and searches definitions of megabytes", async () => {
  const words = (number: number) => Array.from({ length: 1500 }, (_, at) => `word${number}x${at}`).join(" ");
  const tools = Array.from({ length: 200 }, (_, number) => tool("large", `tool_${number}`, words(number)));
  let turns = 0;
  const count = setInterval(() => {
    turns += 1;
  }, 0);
  const large = await createToolIndex(tools, createStemmer());
  const duringIndex = turns;
  const query = Array.from({ length: 100 }, (_, at) => `word7x${at}`).join(" ");
  expect((await large.find(query))[0]?.definition.name).toBe("tool_7");
  clearInterval(count);
  expect(duringIndex).toBeGreaterThan(2);
  expect(turns - duringIndex).toBeGreaterThan(2);
});
