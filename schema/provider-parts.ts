import { MailSender } from './mail.ts';

/** Settings of providers that consist of others. In the environment each of those has a variable of its own. */
const whole: Readonly<Record<string, typeof MailSender>> = { sender: MailSender };

/** The fields within a field; empty for a plain one. */
export function partsOf(field: string): readonly string[] {
  return Object.keys(whole[field]?.shape ?? {});
}

/** Those of them that it must have. */
export function neededPartsOf(field: string): readonly string[] {
  return Object.entries(whole[field]?.shape ?? {}).flatMap(([part, shape]) => (shape.safeParse(undefined).success ? [] : [part]));
}

/** What the given fields lack within them, as paths. */
export function missingParts(given: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(given).flatMap(([field, value]) =>
    typeof value === 'object' && value !== null
      ? neededPartsOf(field).flatMap((part) => ((value as Record<string, unknown>)[part] === undefined ? [`${field}/${part}`] : []))
      : [],
  );
}
