const VERSION = /^(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/;

/** Whether a text is a version as semver.org defines it. */
export function isVersion(text: string): boolean {
  return VERSION.test(text);
}

/** Whether a version is newer than another, by the precedence of semver.org (section 11). False for any other text. */
export function isNewer(version: string, other: string): boolean {
  const [a, b] = [VERSION.exec(version), VERSION.exec(other)];
  if (a === null || b === null) return false;
  for (const part of [1, 2, 3]) {
    const difference = Number(a[part]) - Number(b[part]);
    if (difference !== 0) return difference > 0;
  }
  const [pre = "", otherPre = ""] = [a[4], b[4]];
  if (pre === "" || otherPre === "") return pre === "" && otherPre !== "";
  return comparePrereleases(pre.split("."), otherPre.split(".")) > 0;
}

function comparePrereleases(a: readonly string[], b: readonly string[]): number {
  for (const [index, name] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    if (name === other) continue;
    const [isNumber, isOtherNumber] = [/^\d+$/.test(name), /^\d+$/.test(other)];
    if (isNumber && isOtherNumber) return Number(name) - Number(other);
    if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
    return name < other ? -1 : 1;
  }
  return a.length - b.length;
}
