import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { temporaryHome } from "../testing/open-scan.ts";
import { claudeCode } from "./claude-code.ts";

const record = (type: string, more: object) => `${JSON.stringify({ type, uuid: type, ...more })}\n`;

it("returns no position while an answer waits for the next record, and none with its text or with a title", async () => {
  const file = path.join(temporaryHome(), "session.jsonl");
  const answer = { id: "response", role: "assistant", stop_reason: null, content: [{ type: "text", text: "TEXT" }] };
  const later = record("system", { content: "x".repeat(1000) }).repeat(2000);
  writeFileSync(
    file,
    record("custom-title", { customTitle: "TITLE" }) + record("assistant", { message: answer }) + later,
  );
  const transcript = { path: file, bytes: 0, modifiedAt: 0 };
  const batches = [];
  for await (const batch of claudeCode.read(transcript, null)) batches.push(batch);
  const positions = batches.map(({ position }) => position);
  expect(positions.length).toBeGreaterThan(1);
  expect(new Set(positions.slice(0, -1))).toEqual(new Set([undefined]));
  expect(positions.at(-1)).toMatch(/^\{(?!.*(TEXT|TITLE))/);
  const texts = batches.flatMap(({ found }) =>
    found.flatMap((each) => (each.kind === "message" ? each.message.text : [])),
  );
  expect(texts).toEqual(["TEXT"]);
});
