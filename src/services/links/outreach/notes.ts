import { isOwn, pageKey } from '../../../crawl/url.ts';
import { briefOf, wordsOf, type Material } from './material.ts';
import { unknownAddresses, type MailText } from './text.ts';

/** What the desk adds by itself. */
const ownClosing = /^-- ?$|\bunsubscribe\b|\bopt[ -]out\b|\babmelden\b|\bse désabonner\b|\bdarse de baja\b/im;
const maxNamed = 3;

/** What its writer may want to mend in a mail: none of it keeps the mail from being sent. */
export function notesOn({ subject, body }: MailText, material: Material): string[] {
  const { row, project, place, opportunities } = material;
  const given = JSON.stringify(briefOf(material, undefined));
  const isOurs = (url: string) => project.siteUrl !== null && isOwn(project.siteUrl, url);
  const named = body.match(/https?:\/\/[^\s<>"')\]]+/gi) ?? [];
  const pages = named.map((url) => url.replace(/[.,;:!?]+$/, ''));
  const strange = unknownAddresses(`${subject}\n${body}`, given).filter((one) => !(URL.canParse(one) && isOurs(one)));
  const there = opportunities.map(({ url }) => pageKey(url));
  const { min, max } = wordsOf[place.kind];
  const words = body.split(/\s+/).length;
  return [
    ...(words < min || words > max ? [`It has ${words} words; ${min} to ${max} are read.`] : []),
    ...(ownClosing.test(body) ? ['It has closing lines of its own: the desk adds who writes, from where, and how to say no.'] : []),
    ...(strange.length > 0
      ? [`It names ${strange.slice(0, maxNamed).join(', ').slice(0, 300)}, which was seen nowhere: see that it is right.`]
      : []),
    ...(place.kind === 'outreach' && there.length > 0 && !pages.some((url) => there.includes(pageKey(url)))
      ? [`It does not name the page at ${row.host} by its address.`]
      : []),
    ...(place.kind === 'outreach' && project.siteUrl !== null && !pages.some(isOurs) ? ['It names no page of yours to link to.'] : []),
  ];
}
