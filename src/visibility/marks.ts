const number = String.raw`\^?\d{1,3}\^?`;
/** `[1]`, `[1, 2]`, `[1-3]`, `[^1]`, `[^1^]`; and ChatGPT's `【1†source】`, which counts the message it comes from too: `【4:1†source】`. */
export const markSource = String.raw`\[${number}(?:(?:[,;]\s?|[-–])${number})*\]|【(?:\d{1,3}:)?\d{1,3}(?:†[^【】\n]{0,80})?】`;
const whole = new RegExp(`^\\[?(?:${markSource})\\]?$`);
const opening = new RegExp(`^(?:${markSource})`);
/** A wider span is probably not a range, and means only its two ends. */
const maxSpan = 20;

export function opensWithMark(text: string): boolean {
  return opening.test(text);
}

/** The numbers of a text that is nothing but a mark, or a bare number; null for any other. */
export function numbersOf(text: string): number[] | null {
  const mark = text.trim();
  if (/^\d{1,3}$/.test(mark)) return [Number(mark)];
  if (!whole.test(mark)) return null;
  const chatgpt = /【(?:\d+:)?(\d+)/.exec(mark);
  if (chatgpt) return [Number(chatgpt[1])];
  return mark
    .replace(/[[\]^\s]/g, '')
    .split(/[,;]/)
    .flatMap((part) => {
      const [from, to] = part.split(/[-–]/).map(Number) as [number, number?];
      if (to === undefined) return [from];
      if (to <= from || to - from > maxSpan) return [from, to];
      return Array.from({ length: to - from + 1 }, (_, offset) => from + offset);
    });
}
