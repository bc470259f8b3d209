import { describe, expect, it } from "vitest";
import { fieldsOf, readArguments } from "./schema-fields.ts";

const properties = (fields: object, required: readonly string[] = []) =>
  fieldsOf({ type: "object", properties: fields, required });
const read = (fields: object, texts: Record<string, string>, required: readonly string[] = []) =>
  readArguments(properties(fields, required), texts);

describe("fieldsOf", () => {
  it("makes a field of each type", () => {
    const fields = properties({
      text: { type: "string", description: "What to say." },
      count: { type: ["integer", "null"], minimum: 1 },
      loud: { type: "boolean" },
      level: { enum: ["low", 2] },
      tags: { type: "array" },
      any: {},
    });
    expect(fields.map(({ name, control }) => [name, control.kind])).toEqual([
      ["text", "text"],
      ["count", "number"],
      ["loud", "choice"],
      ["level", "choice"],
      ["tags", "json"],
      ["any", "json"],
    ]);
    expect(fields[0]?.description).toBe("What to say.");
  });

  it("follows references, alternatives to null, and titled constants", () => {
    const fields = fieldsOf({
      type: "object",
      $defs: { Colour: { enum: ["red", "green"] }, Loop: { $ref: "#/$defs/Loop" } },
      properties: {
        colour: { anyOf: [{ $ref: "#/$defs/Colour" }, { type: "null" }], default: "green", description: "Its colour." },
        size: {
          oneOf: [
            { const: 1, title: "Small" },
            { const: 2, title: "Large" },
          ],
        },
        loop: { $ref: "#/$defs/Loop" },
      },
    });
    expect(fields).toMatchObject([
      { description: "Its colour.", initial: "1", control: { options: [{ value: "red" }, { value: "green" }] } },
      {
        control: {
          options: [
            { label: "Small", value: 1 },
            { label: "Large", value: 2 },
          ],
        },
      },
      { control: { kind: "json", expects: null } },
    ]);
  });

  it("reads JSON for arguments that are not a list of properties, and accepts no arguments", () => {
    expect(fieldsOf({ type: "object" })).toEqual([]);
    expect(fieldsOf({ type: "object", additionalProperties: false })).toEqual([]);
    const [all] = fieldsOf({ type: "object", anyOf: [{ required: ["a"] }, { required: ["b"] }] });
    expect(all?.control).toEqual({ kind: "json", expects: "object" });
    expect(readArguments(all === undefined ? [] : [all], { "": '{"a": 1}' })).toEqual({ values: { a: 1 } });
    expect(fieldsOf({ type: "object", additionalProperties: { type: "string" } })).toHaveLength(1);
  });
});

describe("readArguments", () => {
  it("reads values of each type and omits empty optional values", () => {
    const fields = {
      text: { type: "string" },
      empty: { type: "string" },
      count: { type: "integer" },
      ratio: { type: "number", default: 0.5 },
      loud: { type: "boolean" },
      tags: { type: "array" },
      more: { type: "object" },
    };
    expect(read(fields, { text: "a\nb", count: " 3 ", loud: "1", tags: '["x"]' })).toEqual({
      values: { text: "a\nb", count: 3, ratio: 0.5, loud: false, tags: ["x"] },
    });
    expect(read(fields, {}, ["text"])).toEqual({ values: { text: "", ratio: 0.5 } });
  });

  it.each([
    [{ type: "integer" }, "", { kind: "required" }],
    [{ type: "integer" }, "ten", { kind: "number" }],
    [{ type: "integer" }, "1.5", { kind: "integer" }],
    [{ type: "number", minimum: 2 }, "1", { kind: "minimum", value: 2 }],
    [{ type: "number", maximum: 2 }, "3", { kind: "maximum", value: 2 }],
    [{ enum: ["a"] }, "", { kind: "required" }],
    [{ type: "array" }, "[1", { kind: "json" }],
    [{ type: "array" }, "{}", { kind: "array" }],
    [{ type: "object" }, "[]", { kind: "object" }],
    [{}, " ", { kind: "required" }],
  ])("refuses for %j the text %j", (schema, text, problem) => {
    expect(read({ value: schema }, { value: text }, ["value"])).toEqual({ problems: { value: problem } });
  });
});
