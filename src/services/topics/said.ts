/** Equal for what is written the same but for case and spaces. */
export function saidAs(text: string): string {
  return text.normalize('NFC').trim().replace(/\s+/gu, ' ').toLowerCase();
}
