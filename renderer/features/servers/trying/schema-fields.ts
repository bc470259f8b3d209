import { isRecord } from "../../../../electron/core/util/is-record.ts";

type Schema = Readonly<Record<string, unknown>>;

/** How a value is entered; with `json` as a JSON text. */
type Control =
  | { readonly kind: "text" }
  | {
      readonly kind: "number";
      readonly integer: boolean;
      readonly minimum: number | null;
      readonly maximum: number | null;
    }
  | { readonly kind: "choice"; readonly options: readonly { readonly label: string; readonly value: unknown }[] }
  | { readonly kind: "json"; readonly expects: "object" | "array" | null };

/** An argument of a tool. */
export interface SchemaField {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  readonly control: Control;
  /** The initial text, for a choice the index of an option; empty if the argument is not set. */
  readonly initial: string;
}

export type FieldProblem =
  | { readonly kind: "required" | "number" | "integer" | "json" | "object" | "array" }
  | { readonly kind: "minimum" | "maximum"; readonly value: number };

/** The entered arguments, or the problems by the names of their fields. */
export type ReadArguments =
  | { readonly values: Readonly<Record<string, unknown>> }
  | { readonly problems: Readonly<Record<string, FieldProblem>> };

/** The name of the field for all arguments, which replaces the form of an unusual schema. */
export const ALL_ARGUMENTS = "";

/** The fields for a tool's arguments. A schema that is not a list of properties is one field in JSON. */
export function fieldsOf(schema: Schema): readonly SchemaField[] {
  const isComposed = ["anyOf", "oneOf", "allOf", "$ref"].some((keyword) => schema[keyword] !== undefined);
  const properties = isRecord(schema.properties) ? Object.entries(schema.properties) : [];
  const isOpen = isRecord(schema.additionalProperties) || schema.additionalProperties === true;
  if (isComposed || (properties.length === 0 && isOpen)) {
    const control = { kind: "json", expects: "object" } as const;
    return [{ name: ALL_ARGUMENTS, description: "", required: true, control, initial: "{}" }];
  }
  const required = Array.isArray(schema.required) ? schema.required : [];
  return properties.map(([name, property]) => fieldOf(name, property, required.includes(name), schema));
}

/** Reads the entered texts. An optional field without a text is omitted. */
export function readArguments(fields: readonly SchemaField[], texts: Readonly<Record<string, string>>): ReadArguments {
  const values: [string, unknown][] = [];
  const problems: [string, FieldProblem][] = [];
  for (const field of fields) {
    const text = texts[field.name] ?? field.initial;
    if (text === "" && !field.required) continue;
    const read = readField(field.control, text);
    if ("problem" in read) problems.push([field.name, read.problem]);
    else if (field.name === ALL_ARGUMENTS) return { values: read.value as Record<string, unknown> };
    else values.push([field.name, read.value]);
  }
  return problems.length > 0 ? { problems: Object.fromEntries(problems) } : { values: Object.fromEntries(values) };
}

function readField(control: Control, text: string): { readonly value: unknown } | { readonly problem: FieldProblem } {
  switch (control.kind) {
    case "text":
      return { value: text };
    case "choice": {
      const option = text === "" ? undefined : control.options[Number(text)];
      return option === undefined ? { problem: { kind: "required" } } : { value: option.value };
    }
    case "number":
      return readNumber(control, text.trim());
    case "json":
      return readJson(control.expects, text);
  }
}

function readNumber(
  { integer, minimum, maximum }: Extract<Control, { kind: "number" }>,
  text: string,
): ReturnType<typeof readField> {
  if (text === "") return { problem: { kind: "required" } };
  const value = Number(text);
  if (!Number.isFinite(value)) return { problem: { kind: "number" } };
  if (integer && !Number.isInteger(value)) return { problem: { kind: "integer" } };
  if (minimum !== null && value < minimum) return { problem: { kind: "minimum", value: minimum } };
  if (maximum !== null && value > maximum) return { problem: { kind: "maximum", value: maximum } };
  return { value };
}

function readJson(expects: "object" | "array" | null, text: string): ReturnType<typeof readField> {
  if (text.trim() === "") return { problem: { kind: "required" } };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: { kind: "json" } };
  }
  const fits = expects === null || (expects === "array" ? Array.isArray(value) : isRecord(value));
  return fits ? { value } : { problem: { kind: expects } };
}

function fieldOf(name: string, property: unknown, required: boolean, root: Schema): SchemaField {
  const outer = isRecord(property) ? property : {};
  const schema = unwrapped(outer, root);
  const control = controlOf(schema);
  const description = [outer.description, schema.description].find((text) => typeof text === "string") ?? "";
  const given = outer.default ?? schema.default ?? (required ? schema.const : undefined);
  return { name, description, required, control, initial: initialText(control, given) };
}

/** The schema that a local reference names, or the only alternative to null. */
function unwrapped(schema: Schema, root: Schema, depth = 0): Schema {
  if (depth > 8) return {};
  if (typeof schema.$ref === "string") {
    const target = schema.$ref
      .replace(/^#\//, "")
      .split("/")
      .reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), root);
    return isRecord(target) ? unwrapped(target, root, depth + 1) : {};
  }
  const alternatives = [schema.anyOf, schema.oneOf].find(Array.isArray) ?? [];
  const others = alternatives.filter((one: unknown): one is Schema => isRecord(one) && one.type !== "null");
  const [only] = others;
  return only !== undefined && others.length === 1 ? unwrapped(only, root, depth + 1) : schema;
}

function controlOf(schema: Schema): Control {
  const choices = choicesOf(schema);
  if (choices !== null) return { kind: "choice", options: choices };
  const types = [schema.type].flat().filter((type) => type !== "null");
  const [type] = types;
  if (types.length !== 1) return { kind: "json", expects: null };
  switch (type) {
    case "string":
      return { kind: "text" };
    case "boolean":
      return { kind: "choice", options: [true, false].map((value) => ({ label: String(value), value })) };
    case "number":
    case "integer":
      return {
        kind: "number",
        integer: type === "integer",
        minimum: typeof schema.minimum === "number" ? schema.minimum : null,
        maximum: typeof schema.maximum === "number" ? schema.maximum : null,
      };
    case "object":
    case "array":
      return { kind: "json", expects: type };
    default:
      return { kind: "json", expects: null };
  }
}

/** The values of `enum`, of `const`, or of alternatives with one `const` each; null if there are none. */
function choicesOf(schema: Schema): { label: string; value: unknown }[] | null {
  const option = (value: unknown, title?: unknown) => ({
    label: typeof title === "string" ? title : typeof value === "string" ? value : JSON.stringify(value),
    value,
  });
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return schema.enum.map((value) => option(value));
  if (schema.const !== undefined) return [option(schema.const)];
  const alternatives = [schema.oneOf, schema.anyOf].find(Array.isArray) ?? [];
  const constants = alternatives.filter((one: unknown): one is Schema => isRecord(one) && one.const !== undefined);
  if (constants.length === 0 || constants.length !== alternatives.length) return null;
  return constants.map((one) => option(one.const, one.title));
}

function initialText(control: Control, value: unknown): string {
  if (value === undefined || value === null) return "";
  if (control.kind === "choice") {
    const index = control.options.findIndex((option) => option.value === value);
    return index === -1 ? "" : String(index);
  }
  return control.kind === "json" ? JSON.stringify(value) : String(value);
}
