import { countWords } from '../../language/tokens.ts';
import { flag, listed, quoted, type CheckCode, type Complaint, type Flag } from './catalogue.ts';
import { freelyCopied, isWithin, metaDescriptionLength, metaTitleLength, minSubject, type Findings } from './formula.ts';
import { stuffedDensity } from './shares.ts';
import { maxParagraphWords, maxSentenceWords } from './measures.ts';
import { aboveChance } from './order.ts';
import type { SimilarArticle } from './similarity.ts';
import { heldShare } from './subject.ts';
import type { Claim } from '../claims/support.ts';

export interface Similar {
  duplicates: readonly SimilarArticle[];
  cannibalised: readonly SimilarArticle[];
}

/** An article with fewer words, or a smaller share of its target, is too thin. */
const minWords = 150;
const minTargetShare = 0.5;
/** Farther from its target, an article's length is named. */
const maxShorter = 0.3;
const maxLonger = 0.15;
const minStuffedMentions = 5;
/** In content words: in a shorter section a few decide. */
const minJudgedWords = 40;
/** A longer text needs headings. */
const maxHeadlessWords = 300;

/** The problems of an article, most serious first. */
export function flagsOf(findings: Findings, similar: Similar, foreignLanguage: string | null): Flag[] {
  return [
    ...supportFlags(findings),
    ...inventedFlags(findings),
    ...similarFlags(similar),
    ...lengthFlags(findings),
    ...(foreignLanguage
      ? [
          flag(
            'language_mismatch',
            `The body reads as “${foreignLanguage}”, “${findings.input.language}” is wanted: write it in that language.`,
            each([foreignLanguage]),
          ),
        ]
      : []),
    ...linkFlags(findings),
    ...wordingFlags(findings),
    ...bodyFlags(findings),
    ...headingFlags(findings),
    ...metaFlags(findings),
  ];
}

function each(texts: readonly string[]): Complaint[] {
  return texts.map((about) => ({ about, amounts: [1] }));
}

function supportFlags({ headlines, input }: Findings): Flag[] {
  const claims = [...headlines, ...input.support.claims];
  const flagged = (code: CheckCode, isMeant: (claim: Claim) => boolean) => claimFlag(code, claims.filter(isMeant));
  const lacks = ({ verdict, gate }: Claim, isGate: boolean) => verdict === 'unsupported' && gate === isGate;
  const hasSource = ({ citations, supportedBy }: Claim) => citations.length === 0 && supportedBy !== null;
  return [
    ...flagged('contradicted_claims', ({ verdict }) => verdict === 'contradicted'),
    ...flagged('unsupported_claims', (claim) => lacks(claim, true)),
    ...flagged('weakly_supported', (claim) => lacks(claim, false) && !hasSource(claim)),
    ...flagged('uncited_claims', (claim) => lacks(claim, false) && hasSource(claim)),
    ...flagged('unchecked_claims', ({ verdict }) => verdict === 'unchecked'),
  ];
}

function claimFlag(code: CheckCode, claims: readonly Claim[]): Flag[] {
  if (claims.length === 0) return [];
  const detail = claims.length === 1 ? '1 claim: see claims.' : `${claims.length} claims: see claims.`;
  return [flag(code, detail, each(claims.map(({ sentence }) => sentence)))];
}

function inventedFlags({ input: { grounded } }: Findings): Flag[] {
  if (grounded.dropped.length === 0) return [];
  const where = grounded.dropped.map(({ number, sentence }) => `[${number}] in ${quoted(sentence)}`);
  return [
    flag(
      'invented_citations',
      `No source given has these numbers; cite one that does, or take the claim out: ${listed(where, 'invented_citations')}`,
      each(where),
    ),
  ];
}

function similarFlags({ duplicates, cannibalised }: Similar): Flag[] {
  const name = ({ id, title, keyword, similarity }: SimilarArticle) =>
    `${quoted(title)} (${id}, keyword ${quoted(keyword)}, ${Math.round(100 * similarity)} % alike)`;
  const complaints = (articles: readonly SimilarArticle[]) => articles.map(({ id, similarity }) => ({ about: id, amounts: [similarity] }));
  const flags: Flag[] = [];
  if (duplicates.length > 0)
    flags.push(
      flag(
        'duplicate',
        `The body is that of ${listed(duplicates.map(name))} Write it anew, or refresh that article instead.`,
        complaints(duplicates),
      ),
    );
  if (cannibalised.length > 0)
    flags.push(
      flag(
        'cannibalises',
        `It competes for the same search with ${listed(cannibalised.map(name))} Choose another keyword and angle, or refresh that article instead.`,
        complaints(cannibalised),
      ),
    );
  return flags;
}

function lengthFlags({ input: { keyword, targetWordCount }, measures: { wordCount, density, mentions } }: Findings): Flag[] {
  const flags: Flag[] = [];
  const floor = Math.max(minWords, Math.round(minTargetShare * targetWordCount));
  const off = wordCount - targetWordCount;
  if (wordCount < floor)
    flags.push(
      flag('too_thin', `${wordCount} words; at least ${floor} are expected for a target of ${targetWordCount}.`, [
        { about: '', amounts: [floor - wordCount] },
      ]),
    );
  else if (off < -maxShorter * targetWordCount || off > maxLonger * targetWordCount)
    flags.push(flag('length_off', `${wordCount} words; the target is ${targetWordCount}.`, [{ about: '', amounts: [Math.abs(off)] }]));
  if (density > stuffedDensity && mentions >= minStuffedMentions) {
    const maxMentions = Math.floor((stuffedDensity * wordCount) / Math.max(1, countWords(keyword)));
    flags.push(
      flag(
        'keyword_stuffing',
        `The keyword ${quoted(keyword)} is said ${mentions} times, ${(100 * density).toFixed(1)} % of all words; say it at most ${maxMentions} times.`,
        [{ about: '', amounts: [mentions, density] }],
      ),
    );
  }
  return flags;
}

function linkFlags({ input: { internalLinks = [] }, links, measures }: Findings): Flag[] {
  const flags: Flag[] = [];
  const add = (code: CheckCode, advice: string, addresses: readonly string[]) => {
    if (addresses.length > 0) flags.push(flag(code, `${advice}: ${listed(addresses.map(quoted))}`, each(addresses)));
  };
  add('unsafe_link', 'Only http, https, mailto, tel and pages of the site may be linked to; take out', links.unsafe);
  add('unknown_link', 'Link only to sources and to the site; take out', links.unknown);
  add(
    'unknown_internal_link',
    'Open each: leave it if the page is there, else link to a page that was offered or take the link out',
    links.unknownInternal,
  );
  add('empty_anchor', 'Give these links words', links.empty);
  add('missing_alt', 'Describe these images in words', links.missingAlt);
  if (internalLinks.length > 0 && links.internalUsed === 0 && measures.wordCount > 0)
    add(
      'few_links',
      'Link to one or more of these pages',
      internalLinks.map(({ url }) => url),
    );
  return flags;
}

function wordingFlags({ input, measures: { longSentences, longParagraphs, repeated, terms } }: Findings): Flag[] {
  const flags: Flag[] = [];
  const off = terms
    .filter(({ count, min, max }) => count < min || count > max)
    .map(({ term, count, min, max }) => `${quoted(term)} is said ${count} times, ${min}–${max} are asked for.`);
  const { html } = input.grounded.body;
  if (repeated.length > 0)
    flags.push(flag('repetition', `Said more than once, take out all but the first: ${listed(repeated.map(quoted))}`));
  if (longSentences.length > 0)
    flags.push(flag('long_sentences', `Over ${maxSentenceWords} words, part them: ${listed(longSentences.map(quoted))}`));
  if (longParagraphs.length > 0)
    flags.push(flag('long_paragraphs', `Over ${maxParagraphWords} words, part them: ${listed(longParagraphs.map(quoted))}`));
  if (off.length > 0) flags.push(flag('terms_off', listed(off)));
  if (html.length > 0) flags.push(flag('raw_html', `HTML shows as text here, write Markdown instead: ${listed(html.map(quoted))}`));
  return flags;
}

function bodyFlags({ foreign, input: { keyword }, measures: { sections, order, sense, copied } }: Findings): Flag[] {
  const flags: Flag[] = [];
  const off = foreign ? [] : sections.filter((section) => section.all >= minJudgedWords && heldShare([section]) < minSubject);
  if (off.length > 0)
    flags.push(
      flag(
        'off_subject',
        `Say what these sections have to do with ${quoted(keyword)}, or take them out: ${listed(off.map(({ heading }) => quoted(heading)))}`,
      ),
    );
  if (sense === 0 || aboveChance(order.sentences) === 0)
    flags.push(
      flag(
        'out_of_order',
        `The ${sense === 0 ? 'words' : 'sentences'} stand as by chance: put together what belongs together, and let each follow from the one before.`,
      ),
    );
  if (copied > freelyCopied)
    flags.push(
      flag(
        'copied',
        `${Math.round(100 * copied)} % of the runs of four words are the sources’: say it in your own words, or mark it as a quotation.`,
      ),
    );
  return flags;
}

function headingFlags({ input: { keyword: wanted, unmetOutline = [] }, measures: { headings, wordCount, keyword } }: Findings): Flag[] {
  const flags: Flag[] = [];
  const faults: string[] = [];
  const seen = new Set<string>();
  for (const [index, { level, text, fingerprint }] of headings.entries()) {
    const before = headings[index - 1]?.level ?? 1;
    if (level === 1) faults.push(`${quoted(text)} is a title within the body: make it ##.`);
    else if (level > before + 1) faults.push(`${quoted(text)} leaves out a level: make it ${'#'.repeat(before + 1)}.`);
    if (seen.has(fingerprint)) faults.push(`${quoted(text)} stands there twice: name one of the two anew.`);
    seen.add(fingerprint);
  }
  if (headings.length === 0 && wordCount > maxHeadlessWords) faults.push(`${wordCount} words without a heading: part them under ##.`);
  const places = [keyword.title < 1 && 'title', keyword.opening < 1 && 'first 100 words', keyword.heading < 1 && 'headings'].filter(
    (place) => place !== false,
  );
  if (unmetOutline.length > 0)
    flags.push(flag('outline_unmet', `These headings were asked for and are missing: ${listed(unmetOutline.map(quoted))}`));
  if (wanted !== '' && places.length > 0)
    flags.push(flag('keyword_missing', `Bring ${quoted(wanted)}, or all of its words, into: ${places.join(', ')}.`));
  if (faults.length > 0) flags.push(flag('heading_structure', listed(faults)));
  return flags;
}

function metaFlags({ input: { metaTitle, metaDescription } }: Findings): Flag[] {
  const off = [
    isWithin(metaTitle.length, metaTitleLength)
      ? ''
      : `The meta title has ${metaTitle.length} characters, ${metaTitleLength.join('–')} are right.`,
    isWithin(metaDescription.length, metaDescriptionLength)
      ? ''
      : `The meta description has ${metaDescription.length} characters, ${metaDescriptionLength.join('–')} are right.`,
  ].filter(Boolean);
  return off.length > 0 ? [flag('meta_length', off.join(' '))] : [];
}
