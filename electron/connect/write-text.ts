import { stringify as stringifyToml } from "smol-toml";
import { stringify as stringifyYaml } from "yaml";

/** A value in the configurations that we write. */
export type Value = string | number | boolean | readonly Value[] | Members;
interface Members {
  readonly [key: string]: Value | undefined;
}

/** JSON, indented by two spaces. */
export function writeJson(value: Value): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** TOML 1.0. Objects become tables. */
export function writeToml(members: Members): string {
  return `${stringifyToml(members).trimEnd()}\n`;
}

/** YAML 1.2 in block style, one value to a line, with every line indented by `indent`. */
export function writeYaml(members: Members | readonly Value[], indent = ""): string {
  // Strings are quoted, so that no reader takes "no" or "1.0" for another type.
  const text = stringifyYaml(members, { defaultStringType: "QUOTE_DOUBLE", defaultKeyType: "PLAIN", lineWidth: 0 });
  return text.replaceAll(/^(?=.)/gm, indent);
}
