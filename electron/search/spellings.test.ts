import { expect, it } from "vitest";
import { ask, idsOf, open, openWithModel } from "../../tests/testing/open-engine.ts";
import { idAt } from "../store/testing/open-store.ts";

const OTHERS = ["Lunch is at noon in the garden", "The release has the tag v1.2", "Tests need two minutes"];

it.each([
  ["nodejs", "We use Node.js 24 on the server"],
  ["Node.js", "The nodejs process is restarted"],
  ["nextjs", "The shop is built with Next.js"],
  ["node js", "The nodejs process is restarted"],
  ["RFC4648", "Ids are encoded as RFC 4648 says"],
  ["RFC 4648", "Ids are encoded as RFC4648 says"],
  ["OAuth 2.0", "Clients sign in with OAuth2"],
  ["OAuth2", "Clients sign in with OAuth 2.0"],
  ["utf8", "Files are in UTF-8"],
  ["UTF-8", "Files are in utf8"],
  ["UTF 8", "Files are in utf8"],
  ["websocket", "Changes are sent over a web socket"],
  ["web socket", "Changes are sent over a WebSocket"],
  ["web socket", "Changes are sent over a websocket"],
  ["10 ms", "A search takes 10ms"],
  ["10ms", "A search takes 10 ms"],
  ["Python 3", "Written in Python3"],
  ["vue.js", "The window uses VueJS"],
  ["Mueller", "Frau Müller prüft die Rechnungen"],
  ["Müller", "Frau Mueller prueft die Rechnungen"],
  ["Groessenaenderung", "Bei einer Größenänderung wird neu gezeichnet"],
  ["Größe", "Die Groesse steht im Kopf"],
  ["نسخ احتياطي", "النسخ الاحتياطي يعمل كل ليلة"],
  ["النسخ الاحتياطي", "نسخ احتياطي كل ليلة"],
  ["גיבוי", "הגיבוי רץ כל לילה"],
  ["הגיבוי", "גיבוי רץ כל לילה"],
])("finds %j in %j first", async (query, content) => {
  const { engine } = await open(...OTHERS, content);
  expect((await idsOf(engine, query))[0]).toBe(idAt(4));
});

it("does not search the parts of a word that a memory contains", async () => {
  const { engine } = await open("The websocket is slow", "A web socket wrench");
  expect(await idsOf(engine, "websocket")).toEqual([idAt(1)]);
});

it("counts a word that is found in another spelling as found", async () => {
  const { engine } = await open(...OTHERS, "Frau Mueller prueft die Rechnungen");
  const [hit] = (await ask(engine, "Müller")).hits;
  expect(hit?.matched.coverage).toBe(1);
});

const SIGNS: readonly (readonly [sign: string, content: string])[] = [
  ["🚀", "Deploys are announced with 🚀"],
  ["✅", "A finished task has ✅"],
  ["→", "Requests go gateway → shop → ledger"],
  ["->", "The method returns a -> b"],
  ["©", "Each file starts with ©"],
  ["C++", "The solver is written in C++"],
  ["C#", "The plugin is written in C#"],
  [".env", "Secrets are never in .env"],
  [".NET", "The service runs on .NET"],
  ["!=", "Compare with != in filters"],
  ["❤️", "The footer says made with ❤"],
  ["👍", "Approve with 👍🏽"],
  ["€", "Prices end with €"],
];

it("finds the memory with a sign first, and no other for a query without letters", async () => {
  const similar = ["ฉันกินข้าวทุกวัน", "यह हिन्दी में है", "C is old, NET is a network, env is a word"];
  const { engine } = await openWithModel(...similar, ...SIGNS.map(([, content]) => content));
  for (const [at, [sign]] of SIGNS.entries()) {
    const found = await idsOf(engine, sign);
    expect(found[0], sign).toBe(idAt(similar.length + at + 1));
    if (!/\p{L}/u.test(sign)) expect(found, sign).toHaveLength(1);
  }
});

it("finds nothing for signs that no memory contains, in any mode", async () => {
  const { engine } = await openWithModel(...OTHERS, "ฉันกินข้าวทุกวัน", "यह हिन्दी में है");
  for (const query of ["🎉", "→", "...", "( )", "?!", "❤️", "—"]) {
    for (const mode of ["hybrid", "text", "vector"] as const) {
      expect((await ask(engine, query, { mode })).hits, query).toEqual([]);
    }
  }
});

it("marks the sign in the excerpt", async () => {
  const { engine } = await open("Requests go gateway → shop");
  const [hit] = (await ask(engine, "→")).hits;
  const { excerpt = "", highlights = [] } = hit?.matched ?? {};
  expect(highlights.map(([start, end]) => excerpt.slice(start, end))).toEqual(["→"]);
  expect(hit?.matched.words).toEqual(["→"]);
});
