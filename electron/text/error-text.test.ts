import { expect, it } from "vitest";
import { en } from "./en.ts";
import { errorText } from "./error-text.ts";
import { zh } from "./zh.ts";

const taken = {
  message: "Port 7325 is used by another program (node, pid 12). Choose another port, or stop it.",
  hint: "Clients hold this address.",
  details: { reason: "port_taken", port: 7325, holder: { name: "node", pid: 12 } },
};

it("renders a known reason in the given language with its parameters", () => {
  expect(errorText(taken, en).message).toBe(taken.message);
  expect(errorText(taken, zh).message).toBe("端口 7325 已被其他程序占用（node，进程 12）。");
  const unseen = { ...taken, details: { ...taken.details, holder: null } };
  expect(errorText(unseen, en).message).toBe("Port 7325 is used by another program. Choose another port, or stop it.");
  expect(errorText(unseen, zh).message).toBe("端口 7325 已被其他程序占用。");
});

it("keeps the words of an error without a known reason", () => {
  const other = { message: "A tag is too long.", hint: "Shorten it.", field: "tags" };
  expect(errorText(other, zh)).toEqual({ message: "A tag is too long.", hint: "Shorten it." });
  expect(errorText({ message: "No." }, zh)).toEqual({ message: "No." });
});

it("describes a transcript problem in the given language, and keeps the message of a library", () => {
  const damaged = (problem: string) => ({
    message: "",
    details: { reason: "conversation_invalid", path: "/home/ada/a.jsonl", problem },
  });
  expect(errorText(damaged("not_text"), en).message).toBe(
    "The conversations in /home/ada/a.jsonl cannot be read: it is not a text file.",
  );
  expect(errorText(damaged("not_text"), zh).message).toBe("无法读取 /home/ada/a.jsonl 中的对话：它不是文本文件。");
  expect(errorText(damaged("bad archive"), zh).message).toContain("：bad archive。");
});
