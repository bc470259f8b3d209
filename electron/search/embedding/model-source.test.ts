import { expect, test } from "vitest";
import { describeSource } from "./model-source.ts";

test.each([
  "http://localhost:11434",
  "http://127.0.0.1:11434",
  "http://127.9.8.7/",
  "http://[::1]:8080/v1",
  "http://o.localhost",
])("%s stays on this machine", (url) => {
  expect(describeSource({ kind: "ollama", url, model: "m" })).toMatchObject({ leavesMachine: false, warning: null });
});

test.each([
  "https://api.openai.com/v1",
  "http://192.168.1.5:11434",
  "http://127.0.0.1.example.com",
  "http://localhost.example.com",
])("%s is another machine, and a warning names it", (url) => {
  const { leavesMachine, warning } = describeSource({ kind: "openai", url, model: "m" });
  expect(leavesMachine).toBe(true);
  expect(warning).toContain(new URL(url).host);
});

test("a model of this machine's own never leaves it", () => {
  expect(describeSource({ kind: "bundled" }).leavesMachine).toBe(false);
  expect(describeSource({ kind: "folder", folder: "/models/e5" })).toMatchObject({
    title: "/models/e5",
    warning: null,
  });
});

test("what is no address is refused", () => {
  expect(() => describeSource({ kind: "ollama", url: "localhost:11434", model: "m" })).toThrow("not an address");
  expect(() => describeSource({ kind: "ollama", url: "file:///etc/passwd", model: "m" })).toThrow("not an address");
});
