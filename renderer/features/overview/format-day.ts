/** Makes what writes `2026-01-31` in words, such as "31 January 2026". Many days share one, which is costly to make. */
export function createDayFormat(language: string): (day: string) => string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: "long" });
  return (day) => format.format(new Date(`${day}T12:00`));
}

/** `2026-01` as a short month's name. */
export function formatMonth(month: string, language: string): string {
  return new Intl.DateTimeFormat(language, { month: "short" }).format(new Date(`${month}-15T12:00`));
}
