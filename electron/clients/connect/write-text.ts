/** A value as it stands in the configurations we write. */
export type Value = string | number | boolean | readonly Value[] | { readonly [key: string]: Value };

/** JSON as people keep it in files. */
export function writeJson(value: Value): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** A TOML table (toml.io, 1.0) with its header; nested objects become inline tables. */
export function writeTomlTable(path: readonly string[], members: Readonly<Record<string, Value>>): string {
  const lines = Object.entries(members).map(([key, value]) => `${tomlKey(key)} = ${tomlValue(value)}`);
  return `[${path.map(tomlKey).join(".")}]\n${lines.join("\n")}\n`;
}

function tomlKey(key: string): string {
  return /^[A-Za-z0-9_-]+$/.test(key) ? key : tomlString(key);
}

function tomlValue(value: Value): string {
  if (typeof value === "string") return tomlString(value);
  if (typeof value !== "object") return String(value);
  if (Array.isArray(value)) return `[${value.map(tomlValue).join(", ")}]`;
  const members = Object.entries(value).map(([key, member]) => `${tomlKey(key)} = ${tomlValue(member)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

/** A basic string escapes as JSON does, and U+007F besides. */
function tomlString(text: string): string {
  return JSON.stringify(text).replaceAll("\u007f", "\\u007f");
}

/** YAML 1.2 in block style. Strings stand in double quotes, which escape as JSON does. */
export function writeYaml(value: Value, indent = ""): string {
  return `${blockLines(value)
    .map((line) => `${indent}${line}`)
    .join("\n")}\n`;
}

function blockLines(value: Value): string[] {
  if (typeof value !== "object" || isEmpty(value)) return [JSON.stringify(value)];
  if (Array.isArray(value)) {
    return value.flatMap((item: Value) => blockLines(item).map((line, index) => `${index === 0 ? "- " : "  "}${line}`));
  }
  return Object.entries(value).flatMap(([key, member]) => {
    const name = /^[A-Za-z_][\w-]*$/.test(key) ? key : JSON.stringify(key);
    if (typeof member !== "object" || isEmpty(member)) return [`${name}: ${JSON.stringify(member)}`];
    return [`${name}:`, ...blockLines(member).map((line) => `  ${line}`)];
  });
}

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0;
}
