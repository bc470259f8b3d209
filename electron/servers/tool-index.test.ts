import { expect, it } from "vitest";
import { createStemmer } from "../search/stem.ts";
import { createToolIndex } from "./tool-index.ts";

const tool = (server: string, name: string, description: string) => ({
  server,
  definition: { name, description, inputSchema: { type: "object" as const } },
});
const index = createToolIndex(
  [
    tool("files", "read_file", "Reads the complete contents of a file."),
    tool("files", "write_file", "Creates a file, or replaces its contents."),
    tool("tickets", "createIssue", "Opens an issue in a repository."),
    tool("tickets", "list_issues", "Lists the issues of a repository, the newest first."),
    tool("weather", "forecast", "预报未来七天的天气。"),
  ],
  createStemmer(),
);
const names = (query: string) => index.find(query).map(({ definition }) => definition.name);

it("finds inflected words, words of identifiers, beginnings and Chinese", () => {
  expect(names("reading files")[0]).toBe("read_file");
  expect(names("create an issue")[0]).toBe("createIssue");
  expect(names("newest issue")[0]).toBe("list_issues");
  expect(names("read_file")[0]).toBe("read_file");
  expect(names("repo").sort()).toEqual(["createIssue", "list_issues"]);
  expect(names("天气")).toEqual(["forecast"]);
});

it("leaves out tools that have only a common word of the query, and returns all without words", () => {
  expect(names("forecast of the weather")).toEqual(["forecast"]);
  expect(names("nothing like this: qqqq")).toEqual([]);
  expect(names(" … ")).toHaveLength(5);
});
