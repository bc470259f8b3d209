import { expect, it } from "vitest";
import { describeSource } from "./model-source.ts";

it.each([
  "http://localhost:11434",
  "http://127.0.0.1:11434",
  "http://127.9.8.7/",
  "http://[::1]:8080/v1",
  "http://o.localhost",
])("recognises %s as this machine", (url) => {
  expect(describeSource({ kind: "ollama", url, model: "m" })).toMatchObject({ leavesMachine: false, warning: null });
});

it.each([
  "https://api.openai.com/v1",
  "http://192.168.1.5:11434",
  "http://127.0.0.1.example.com",
  "http://localhost.example.com",
])("recognises %s as another machine and warns of it by name", (url) => {
  const { leavesMachine, warning } = describeSource({ kind: "openai", url, model: "m" });
  expect(leavesMachine).toBe(true);
  expect(warning).toContain(new URL(url).host);
});

it("describes local models as staying on this machine", () => {
  expect(describeSource({ kind: "bundled" }).leavesMachine).toBe(false);
  expect(describeSource({ kind: "folder", folder: "/models/e5" })).toMatchObject({
    title: "/models/e5",
    warning: null,
  });
});

it("refuses an invalid address", () => {
  expect(() => describeSource({ kind: "ollama", url: "localhost:11434", model: "m" })).toThrow("not a valid address");
  expect(() => describeSource({ kind: "ollama", url: "file:///etc/passwd", model: "m" })).toThrow(
    "not a valid address",
  );
});
