import { describe, expect, it } from "vitest";
import { createStemmer } from "../core/stem.ts";
import { readForRanking } from "./read-for-ranking.ts";

/** Reads a query in a scope of which half of the memories contain "Caroline". */
function read(text: string) {
  const statistics = {
    size: 100,
    scopeSize: 100,
    dialogueShare: 0,
    documentFrequency: () => 1,
    shareInScope: (token: string) => (token === "caroline" ? 0.5 : 0.01),
  };
  const now = Date.UTC(2026, 0, 1);
  return readForRanking(text, [], { statistics, frequentShare: 0.3, stem: createStemmer(), now });
}

describe("readForRanking", () => {
  it("distinguishes the names that too many memories contain to be searched from the others", () => {
    const { frequentNames, names } = read("what did Caroline say of Python in 2026");
    expect([...frequentNames]).toHaveLength(1);
    expect([...names]).toEqual(["python"]);
  });

  it("takes no German noun for a name", () => {
    expect(read("Wo liegt der Schlüssel für die Signatur?").names.size).toBe(0);
  });

  it("reads the Chinese characters that do not name a time", () => {
    expect([...read("上周的花费").characters].join("")).toBe("花费");
    expect(read("what does it cost").characters.size).toBe(0);
  });
});
