import { expect, it } from "vitest";
import { errorWords } from "./error-words.ts";

const taken = {
  message: "Port 7325 is used by another program (node, pid 12). Choose another port, or stop it.",
  hint: "Clients hold this address.",
  details: { reason: "port_taken", port: 7325, holder: { name: "node", pid: 12 } },
};

it("tells a known failure in the owner's language, with what it was about", () => {
  expect(errorWords(taken, "en")).toEqual({ message: taken.message, hint: taken.hint });
  expect(errorWords(taken, "zh-CN").message).toBe("端口 7325 已被其他程序占用（node，进程 12）。");
  const unseen = { ...taken, details: { ...taken.details, holder: null } };
  expect(errorWords(unseen, "zh-CN").message).toBe("端口 7325 已被其他程序占用。");
});

it("tells every other failure as it came", () => {
  const other = { message: "A tag is too long.", hint: "Shorten it.", field: "tags" };
  expect(errorWords(other, "zh-CN")).toEqual({ message: "A tag is too long.", hint: "Shorten it." });
  expect(errorWords({ message: "No." }, "zh-CN")).toEqual({ message: "No." });
});
