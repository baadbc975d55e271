import type { Email } from 'postal-mime';

/** Of the text of a part, in characters. */
const maxPart = 64 * 1024;

/** The first header of that name. */
export function headerOf({ headers }: Pick<Email, 'headers'>, name: string): string | undefined {
  return headers.find(({ key }) => key === name)?.value;
}

/** The beginnings of its parts of such types. */
export function partsOf({ attachments }: Email, type: RegExp): string[] {
  return attachments.filter(({ mimeType }) => type.test(mimeType)).map(({ content }) => (content as string).slice(0, maxPart));
}

export function partOf(mail: Email, type: RegExp): string | undefined {
  return partsOf(mail, type)[0];
}
