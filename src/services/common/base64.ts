/** The bytes; undefined where the text holds what is not base64, or nothing. White space may separate its lines. */
export function bytesOfBase64(base64: string): Buffer | undefined {
  const bytes = Buffer.from(base64, 'base64');
  return isWhole(base64, bytes.length) ? bytes : undefined;
}

/** The decoder skips characters that are not base64, so too few bytes mean a broken text. */
function isWhole(base64: string, bytes: number): boolean {
  const characters = base64.length - (/\s/.test(base64.slice(0, 200)) ? whiteSpaceIn(base64) : 0);
  const padding = /=*\s*$/.exec(base64.slice(-4))![0].replaceAll(/\s/g, '').length;
  return bytes === Math.floor(((characters - padding) * 3) / 4) && bytes > 0;
}

/** Counted one by one: a list of them would hold the event loop ten times as long. */
function whiteSpaceIn(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x20 || (code >= 0x09 && code <= 0x0d)) count++;
  }
  return count;
}
