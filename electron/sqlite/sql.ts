/** A value that can be bound to a placeholder. */
export type SqlValue = string | number | Buffer | null;

/** SQL text and the values of its placeholders, in order. Made by {@link sql} and {@link rawSql} only. */
export class Sql {
  readonly text: string;
  readonly values: readonly SqlValue[];

  constructor(text: string, values: readonly SqlValue[]) {
    this.text = text;
    this.values = values;
  }
}

/**
 * A template for SQL: an interpolated value becomes a placeholder, an interpolated {@link Sql} becomes part of the
 * text.
 */
export function sql(strings: TemplateStringsArray, ...parts: readonly (Sql | SqlValue)[]): Sql {
  let text = strings[0] ?? "";
  const values: SqlValue[] = [];
  parts.forEach((part, index) => {
    if (part instanceof Sql) {
      text += part.text;
      values.push(...part.values);
    } else {
      text += "?";
      values.push(part);
    }
    text += strings[index + 1] ?? "";
  });
  return new Sql(text, values);
}

/** SQL from a constant of this program, such as a list of columns. Never pass input. */
export function rawSql(text: string): Sql {
  return new Sql(text, []);
}

export function joinSql(parts: readonly Sql[], separator: string): Sql {
  return new Sql(
    parts.map(({ text }) => text).join(separator),
    parts.flatMap(({ values }) => values),
  );
}

/** True if every condition is true; also for no conditions. */
export function and(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? rawSql("1") : joinSql(conditions, " AND ");
}

/** True if one of the conditions is true. */
export function or(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? rawSql("0") : sql`(${joinSql(conditions, " OR ")})`;
}

/** From this length on, a list is bound as one JSON value, which keeps the number of different statements small. */
const MIN_JSON_LIST = 9;

/** True if `column` has one of the values; false for an empty list. */
export function isIn(column: string, values: readonly (string | number)[]): Sql {
  const name = rawSql(column);
  const [only] = values;
  if (values.length === 1 && only !== undefined) return sql`${name} = ${only}`;
  if (values.length < MIN_JSON_LIST) {
    const list = values.map((value) => sql`${value}`);
    return sql`${name} IN (${joinSql(list, ", ")})`;
  }
  return sql`${name} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`;
}

/** A pattern for `LIKE … ESCAPE '\'` that matches every text containing `part`. */
export function containsPattern(part: string): string {
  return `%${part.replace(/[\\%_]/g, "\\$&")}%`;
}
