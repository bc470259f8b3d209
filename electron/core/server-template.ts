/** A value that the owner enters for a server. */
export interface ServerInput {
  /** The name of the variable, header or argument. */
  readonly name: string;
  readonly description: string | null;
  readonly isRequired: boolean;
  readonly isSecret: boolean;
  readonly default: string | null;
  /** The possible values. Empty if any value is possible. */
  readonly choices: readonly string[];
}

/** A text of fixed parts and inputs. */
export interface Template {
  readonly parts: readonly (string | ServerInput)[];
}

/** A variable or a header. */
export interface NamedTemplate {
  readonly name: string;
  readonly template: Template;
  readonly isSecret: boolean;
}

/** The values of inputs by their names. An empty one counts as none. */
export type InputValues = Readonly<Record<string, string>>;

/** Each input once, by its name. */
export function inputsOf(templates: readonly Template[]): ServerInput[] {
  const inputs = new Map<string, ServerInput>();
  for (const part of templates.flatMap(({ parts }) => parts)) {
    if (typeof part !== "string" && !inputs.has(part.name)) inputs.set(part.name, part);
  }
  return [...inputs.values()];
}

/** The required inputs that have no value. */
export function missingInputs(
  { inputs }: { readonly inputs: readonly ServerInput[] },
  values: InputValues,
): readonly ServerInput[] {
  return inputs.filter((input) => input.isRequired && enteredValue(input, values) === undefined);
}

/** The text with the values of its inputs. Returns null if an input has no value. */
export function resolve({ parts }: Template, values: InputValues): string | null {
  const texts = parts.map((part) => (typeof part === "string" ? part : enteredValue(part, values)));
  return texts.length === 0 || texts.includes(undefined) ? null : texts.join("");
}

/** The values of variables or headers, without those that have no value. */
export function resolveNamed(named: readonly NamedTemplate[], values: InputValues) {
  const plain: Record<string, string> = {};
  const secrets: Record<string, string> = {};
  for (const { name, template, isSecret } of named) {
    const value = resolve(template, values);
    if (value !== null) (isSecret ? secrets : plain)[name] = value;
  }
  return { plain, secrets };
}

/** The text with the names of its inputs in braces. */
export function outline({ parts }: Template): string {
  return parts.map((part) => (typeof part === "string" ? part : `{${part.name}}`)).join("");
}

function enteredValue({ name, default: given }: ServerInput, values: InputValues): string | undefined {
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  return value === undefined || value === "" ? (given ?? undefined) : value;
}
