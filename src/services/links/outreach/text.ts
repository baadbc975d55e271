import { AppError } from '../../../errors.ts';

/** A mail as it is written, without its closing lines. */
export interface MailText {
  subject: string;
  body: string;
}

/** What writers leave for others to fill in. */
const blank =
  /\{\{[^}]*\}\}|\[(?:your|first|last|full|insert|contact|company|site|recipient)\b[^\]]*\]|\[name\]|<(?:name|first name|your name)>/i;

/** Its lines end alike, and nothing unseen stands in them. Throws `invalid_input` for what can be no mail. */
export function readText({ subject, body }: MailText): MailText {
  const lines = body.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n').trim();
  const problems = [
    ...(lines === '' ? [fault('body', 'is empty')] : []),
    ...(/[^\P{C}\n\t\u200d]/u.test(lines) ? [fault('body', 'must be plain text, without control characters')] : []),
    ...(['subject', 'body'] as const).flatMap((field) => {
      const found = blank.exec(field === 'subject' ? subject : lines)?.[0];
      return found === undefined ? [] : [fault(field, `has ${found.slice(0, 60)} left to fill in`)];
    }),
  ];
  if (problems.length === 0) return { subject: subject.trim(), body: lines };
  throw new AppError('invalid_input', `${problems[0]!.pointer.slice(1)} ${problems[0]!.detail}.`, {
    hint: 'Mend it and call again: it would go as it is.',
    errors: problems,
  });
}

function fault(field: 'subject' | 'body', detail: string) {
  return { pointer: `/${field}`, detail, code: 'mail_text' };
}

const address = /https?:\/\/[^\s<>"')\]]+|[^\s<>"'(),:;]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/giu;

/** Web and mail addresses in a text that do not stand in what its writer was given. */
export function unknownAddresses(text: string, given: string): string[] {
  const known = given.toLowerCase();
  const found = [...text.matchAll(address)].map(([one]) => one.replace(/[.,;:!?]+$/, ''));
  return [...new Set(found)].filter((one) => !known.includes(one.toLowerCase().replace(/\/$/, '')));
}
