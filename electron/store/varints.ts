/** The whole numbers in a run of SQLite's varints: seven bits a byte, the highest first (sqlite.org/fileformat.html). */
export function readVarints(bytes: Uint8Array): number[] {
  const numbers: number[] = [];
  let number = 0;
  for (const byte of bytes) {
    number = number * 128 + (byte & 0x7f);
    if (byte >= 0x80) continue;
    numbers.push(number);
    number = 0;
  }
  return numbers;
}
