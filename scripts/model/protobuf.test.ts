import { expect, it } from "vitest";
import { bytesField, floatField, integerField, message } from "./protobuf.ts";

it("writes the examples of the format's documentation", () => {
  expect([...integerField(1, 150)]).toEqual([0x08, 0x96, 0x01]);
  expect([...bytesField(2, "testing")]).toEqual([0x12, 0x07, ...Buffer.from("testing")]);
  expect([...bytesField(3, message(integerField(1, 150)))]).toEqual([0x1a, 0x03, 0x08, 0x96, 0x01]);
});

it("writes negative integers in ten bytes and floats in four", () => {
  expect([...integerField(3, -1)]).toEqual([0x18, ...new Array(9).fill(0xff), 0x01]);
  expect([...floatField(2, 1)]).toEqual([0x15, 0, 0, 0x80, 0x3f]);
});
