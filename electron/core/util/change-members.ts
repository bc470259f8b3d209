/**
 * Returns a record or list with each member or item as `change` returns it, without members that become undefined. The
 * same value is returned if nothing changes, so that a large value without a match is not copied.
 */
export function changeMembers(
  value: Readonly<Record<string, unknown>> | readonly unknown[],
  change: (member: unknown, name: string) => unknown,
): unknown {
  if (Array.isArray(value)) return changeItems(value, change);
  const record = value as Readonly<Record<string, unknown>>;
  const names = Object.keys(record);
  for (const [index, name] of names.entries()) {
    const changed = change(record[name], name);
    if (changed === record[name]) continue;
    const before = names.slice(0, index).map((one) => [one, record[one]] as const);
    const after = names.slice(index + 1).map((one) => [one, change(record[one], one)] as const);
    // Not by assignment: a member named `__proto__` is data.
    return Object.fromEntries([...before, [name, changed] as const, ...after].filter(([, one]) => one !== undefined));
  }
  return value;
}

function changeItems(items: readonly unknown[], change: (member: unknown, name: string) => unknown): unknown {
  for (const [index, item] of items.entries()) {
    const changed = change(item, "");
    if (changed === item) continue;
    return [...items.slice(0, index), changed, ...items.slice(index + 1).map((one) => change(one, ""))];
  }
  return items;
}
