/** What moves a terminal's cursor, reverses the reading order or ends a string early; zero-width joiners, which scripts need, stay. */
const unprintable = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu;

/** Text of a page as it is kept and shown: cut, and harmless wherever it is printed. */
export function shownText(text: string, maxLength: number): string {
  const whole = text
    .slice(0, maxLength + 1)
    .toWellFormed()
    .replace(unprintable, '\uFFFD');
  return whole.length <= maxLength ? whole : `${whole.slice(0, maxLength - 1).toWellFormed()}…`;
}
