import type { QualityFlag } from '../../../schema/articles.ts';
import { sentences } from '../../language/sentences.ts';
import { countWords, terms } from '../../language/tokens.ts';
import type { Body } from '../../markdown/body.ts';
import type { CitedText } from '../claims/citations.ts';
import type { Evidence } from '../claims/evidence.ts';
import type { Claim } from '../claims/support.ts';
import { otherLanguageOf } from '../score/check.ts';
import { stuffedDensity } from '../score/shares.ts';
import { checkLinks } from '../score/links.ts';
import { mentionsOf, sentenceEnd } from '../score/measures.ts';
import { flagged, said } from './checks.ts';
import type { ReadPage } from './page.ts';
import { targetOf, type Part } from './parts.ts';
import { pageNumber, type CheckedRewrite, type RewriteInput } from './shapes.ts';

/** A rewrite as its flags are raised from it. */
export interface Findings {
  input: RewriteInput;
  page: ReadPage;
  text: CitedText;
  /** Of the draft, before its citations became links. */
  parts: readonly Part[];
  evidence: Evidence;
  claims: readonly Claim[];
  losses: CheckedRewrite['losses'];
}

/** A rewrite with fewer words, or a smaller share of the page's, is too thin. */
const minWords = 150;
const minShare = 0.5;
const minStuffedMentions = 5;

/** The problems of a rewrite, gates first. */
export async function flagsOf(findings: Findings): Promise<QualityFlag[]> {
  const { losses, text } = findings;
  const unexplained = losses.filter(({ reason }) => reason === null).map(({ id, text: lost }) => `${id} ${lost}`);
  const invented = text.dropped.map(({ number, sentence }) => `[${number}] in ${sentence}`);
  const flags = [
    ...flagged('losses', 'Put these back, or give a reason for each', unexplained),
    ...claimFlags(findings.claims),
    ...flagged('invented_citations', 'No passage has these numbers; cite one that does, or take the claim out', invented),
    ...lengthFlags(findings),
    ...(await languageFlags(findings)),
    ...linkFlags(findings),
    ...codeFlags(findings),
  ];
  return flags.toSorted((one, other) => Number(other.gate) - Number(one.gate));
}

function claimFlags(claims: readonly Claim[]): QualityFlag[] {
  const told = (isMeant: (claim: Claim) => boolean) => {
    const count = claims.filter(isMeant).length;
    return count === 0 ? null : count === 1 ? '1 claim: see claims.' : `${count} claims: see claims.`;
  };
  const kinds = [
    ['contradicted_claims', told(({ verdict }) => verdict === 'contradicted')],
    ['unsupported_claims', told(({ verdict, gate }) => verdict === 'unsupported' && gate)],
    ['weakly_supported', told(({ verdict, gate }) => verdict === 'unsupported' && !gate)],
    ['unchecked_claims', told(({ verdict }) => verdict === 'unchecked')],
  ] as const;
  return kinds.flatMap(([code, detail]) => (detail === null ? [] : said(code, detail)));
}

function lengthFlags({
  input: {
    keyword,
    page: { language },
  },
  page,
  text,
}: Findings): QualityFlag[] {
  const [before, now] = [page.text.body, text.body].map((body) => countWords(proseOf(body))) as [number, number];
  const floor = Math.max(Math.ceil(minShare * before), Math.min(minWords, before));
  const stuffed = stuffingIn(page.text.body, text.body, keyword, language);
  return [
    ...(now < floor ? said('too_thin', `${now} words; at least ${floor} are expected, the page has ${before}.`) : []),
    ...(stuffed === null ? [] : said('keyword_stuffing', stuffed)),
  ];
}

/** In what a text overdoes the keyword that the page does not overdo as much; null where it does not. */
export function stuffingIn(before: Body, after: Body, keyword: string, language: string): string | null {
  const [was, now] = [before, after].map((body) => densityIn(body, keyword, language)) as [Density, Density];
  if (now.density <= stuffedDensity || now.mentions < minStuffedMentions || now.density <= was.density) return null;
  const most = Math.floor((stuffedDensity * now.words) / Math.max(1, countWords(keyword)));
  const share = (100 * now.density).toFixed(1);
  return `“${keyword}” is said ${now.mentions} times, ${share} % of all words; say it at most ${most} times.`;
}

interface Density {
  words: number;
  mentions: number;
  density: number;
}

function densityIn(body: Body, keyword: string, language: string): Density {
  const text = proseOf(body);
  const words = countWords(text);
  const all = sentences(text, language).flatMap((sentence) => [...terms(sentence, language), sentenceEnd]);
  const mentions = mentionsOf(terms(keyword, language), all);
  return { words, mentions, density: (mentions * countWords(keyword)) / Math.max(1, words) };
}

function proseOf({ blocks }: Body): string {
  return blocks
    .filter(({ kind }) => kind === 'paragraph' || kind === 'item')
    .map(({ text }) => text)
    .join('\n\n');
}

/** A page that says of itself to be in another language than it is stays in the one it is in. */
async function languageFlags({ input, page, text }: Findings): Promise<QualityFlag[]> {
  const wanted = input.page.language;
  const spoken = await otherLanguageOf(proseOf(text.body), wanted);
  if (spoken === null || spoken === (await otherLanguageOf(proseOf(page.text.body), wanted))) return [];
  return said('language_mismatch', `The text reads as “${spoken}”, the page is in “${wanted}”: write it in that language.`);
}

/** What stands on the page already is known. */
function linkFlags({ input, page, text, evidence }: Findings): QualityFlag[] {
  const { url } = input.page;
  const known = new Set([...page.text.body.links.map(({ href }) => href), ...page.text.body.images.map(({ src }) => src)].map(placeOf));
  function placeOf(address: string): string {
    return targetOf(address, url);
  }
  const html = new Set(page.text.body.html);
  const found = checkLinks({
    body: {
      ...text.body,
      links: text.body.links.filter(({ href }) => !known.has(placeOf(href))),
      images: text.body.images.filter(({ src }) => !known.has(placeOf(src))),
    },
    sources: [...evidence].flatMap(([number, one]) => (number === pageNumber ? [] : [one.url])),
    siteUrl: input.siteUrl ?? url,
    internal: [],
  });
  return [
    ...flagged('unsafe_link', 'Only http, https, mailto, tel and pages of the site may be linked to; take out', found.unsafe),
    ...flagged('unknown_link', 'Link only to what the page links to, to passages and to the site; take out', found.unknown),
    ...flagged('empty_anchor', 'Give these links words', found.empty),
    ...flagged('missing_alt', 'Describe these images in words', found.missingAlt),
    ...flagged(
      'raw_html',
      'HTML shows as text here, write Markdown instead',
      text.body.html.filter((tag) => !html.has(tag)),
    ),
  ];
}

/** Changed code is a loss already; this is code that nobody has tried. */
function codeFlags({ page, parts, evidence }: Findings): QualityFlag[] {
  const known = new Set(page.parts.map(({ key }) => key));
  const lines = new Set(
    Array.from(evidence.values(), ({ passages }) => passages.flatMap((text) => text.split('\n')))
      .flat()
      .map(trimmed),
  );
  function trimmed(line: string): string {
    return line.trim();
  }
  const strange = parts.filter((part) => part.kind === 'code' && !known.has(part.key) && !part.lines.every(([line]) => lines.has(line!)));
  return flagged(
    'new_code',
    'Neither the page nor a passage has this code; check that it works',
    strange.map(({ text }) => text),
  );
}
