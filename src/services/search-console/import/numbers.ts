/** Any language's digits to ours, without spaces, marks of direction and percent signs; dashes and ~ stand for nothing, as Google has them. */
function plain(text: string): string {
  const digits = text.replaceAll(/[٠-٩۰-۹]/g, (digit) => String(digit.codePointAt(0)! & 0xf)).replaceAll(/[\s%٪\u200E\u200F'’]/g, '');
  return /^(?:[-–—]{0,2}|~)$/.test(digits) ? '0' : digits;
}

/** A whole number, however its thousands are parted (India parts by two digits before the last three); null for what is none. */
export function countOf(text: string): number | null {
  const digits = plain(text);
  if (!/^(?:\d{1,15}|\d{1,3}([.,٬])(?:\d{2,3}\1){0,4}\d{3})$/.test(digits)) return null;
  return Number(digits.replaceAll(/[.,٬]/g, ''));
}

/** A number with a decimal point or comma; null for what is none. */
export function decimalOf(text: string): number | null {
  const digits = plain(text).replaceAll(/[,٫]/g, '.');
  return /^\d{1,9}(?:\.\d+)?$/.test(digits) ? Number(digits) : null;
}
