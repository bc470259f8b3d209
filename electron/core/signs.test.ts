import { describe, expect, it } from "vitest";
import { isSignToken, signsOf } from "./signs.ts";

const textsOf = (text: string): string[] => signsOf(text).map((sign) => sign.text);

describe("signsOf", () => {
  it.each([
    ["Ship it 🚀 ✅ → done", ["🚀", "✅", "→"]],
    ["© ® ™ € § ∑ °", ["©", "®", "™", "€", "§", "∑", "°"]],
    ["a -> b => c != d && e || f", ["->", "=>", "!=", "&&", "||"]],
    ["**->** is bold", ["->"]],
    ["👍🏽 and ❤️", ["👍", "❤"]],
    ["🇩🇪🇫🇷", ["🇩🇪", "🇫🇷"]],
    ["C++, C# and F#; not C++=1", ["++", "++=", "C++", "C#", "F#"]],
    ["in .env, .NET and @types", ["@", ".env", ".NET", "@types"]],
    ["$HOME", ["$", "$HOME"]],
  ])("finds the signs of %j", (text, signs) => {
    expect(textsOf(text).sort()).toEqual([...signs].sort());
  });

  it.each([
    "# Heading\n\n- **bold** and `code`\n\n---",
    "Why? Because! See https://example.org/a/b: it's e.g. there…",
    "Node.js v1.2 my-app snake_case",
    "数据库，记忆。",
    "",
  ])("finds no sign in %j", (text) => {
    expect(textsOf(text)).toEqual([]);
  });

  it("returns offsets into the text", () => {
    const text = "**->** C++ 🚀 .env";
    for (const { text: sign, start, end } of signsOf(text)) expect(text.slice(start, end)).toBe(sign);
  });

  it("returns the same token for a word with its sign in any letter case, and others for other signs", () => {
    const tokenOf = (text: string): string | undefined => signsOf(text).find(({ isAttached }) => isAttached)?.token;
    expect(tokenOf("in C++ code")).toBe(tokenOf("c++"));
    expect(new Set(["C++", "C#", ".c", "$c", "@c"].map(tokenOf)).size).toBe(5);
    expect(isSignToken(tokenOf("C#") ?? "")).toBe(true);
    expect(isSignToken("c")).toBe(false);
  });
});
