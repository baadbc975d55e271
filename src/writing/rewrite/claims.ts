import { sentences as sentencesIn } from '../../language/sentences.ts';
import { satisfies } from '../../language/quantities.ts';
import type { CitedSentence, CitedText } from '../claims/citations.ts';
import { isScrap } from '../claims/claims.ts';
import { differencesOf } from '../claims/contradictions.ts';
import { entails } from '../claims/entailment.ts';
import { readerOf, type EvidenceReader } from '../claims/evidence-reader.ts';
import type { Evidence } from '../claims/evidence.ts';
import { figuresOf, isYear, writtenOf } from '../claims/figures.ts';
import { missingNames } from '../claims/names.ts';
import { profileOf } from '../claims/profile.ts';
import { checkSupport, type Claim } from '../claims/support.ts';
import { codeWords, type ReadPage } from './page.ts';
import { pageNumber, type RewriteInput } from './shapes.ts';

interface Asked {
  input: Pick<RewriteInput, 'page' | 'draft' | 'keyword' | 'years'>;
  page: ReadPage;
  text: CitedText;
  /** Of the passages and the page. */
  evidence: Evidence;
}

/**
 * Checks what the draft says and the page does not say as it is, against the passages it cites and the page. A sentence of the page that now says
 * otherwise is contradicted, even where a passage bears out what it says now. Names and inline code must stand on the page or in a passage, also
 * in sentences that claim nothing. Title, headings and descriptions of images may bring no figure of
 * their own, and the meta description nothing that the page or the passages contradict. `asked`: how many sentences were looked at, also those that claim nothing.
 */
export async function checkRewriteClaims({ input, page, text, evidence }: Asked): Promise<{ claims: Claim[]; asked: number }> {
  const { language } = input.page;
  const read = await readerOf(evidence, language);
  const asked = text.sentences.flatMap((sentence): CitedSentence[] =>
    page.has(sentence) ? [] : [{ ...sentence, citations: [...sentence.citations, pageNumber] }],
  );
  const described = page.evidence.passages.includes(input.draft.metaDescription ?? '') ? '' : (input.draft.metaDescription ?? '');
  for (const sentence of sentencesIn(described, language))
    asked.push({ text: sentence, section: 'Meta description', kind: 'paragraph', citations: [...evidence.keys()] });
  const { claims } = await checkSupport(asked, evidence, language);
  const stands = standing(text);
  const strange = strangeCodeIn(page, evidence);
  const strangeNames = ({ text: said }: CitedSentence) => {
    const profile = profileOf(said, language);
    // "Getting Started" alone is no name.
    return isScrap(profile) ? [] : missingNames(profile, read.background.known);
  };
  const judged = new Map(claims.map((claim) => [claim.sentence, claim]));
  const found = asked.flatMap((sentence) => {
    const claim = judged.get(sentence.text);
    const turned = claim?.verdict === 'contradicted' ? undefined : turnedRound(sentence, claim, { read, language, stands });
    const unknown = claim?.gate ? [] : [...strange(sentence), ...(claim?.verdict === 'supported' ? [] : strangeNames(sentence))];
    if (turned) return [turned];
    if (unknown.length > 0) return [withoutSource(sentence, unknown)];
    return claim ? [claim] : [];
  });
  return { claims: [...headlineFaults({ input, page, text, evidence }, read), ...found].map(inWords), asked: asked.length };
}

interface Comparing {
  read: EvidenceReader;
  language: string;
  /** Whether a sentence of the page still stands in the draft. */
  stands: (sentence: string) => boolean;
}

/** A sentence of the page that was changed to say otherwise: one that gives an instruction, or that a passage bears out as it is now. */
function turnedRound(sentence: CitedSentence, claim: Claim | undefined, { read, language, stands }: Comparing): Claim | undefined {
  const cited = sentence.citations.filter((number) => number !== pageNumber);
  if (claim && cited.length === 0) return undefined;
  const profile = profileOf(sentence.text, language);
  const { contradictions, nearest } = entails(profile, read.of([pageNumber]), read.background);
  if (contradictions.length === 0 || !nearest || stands(nearest.text)) return undefined;
  const marks = cited.map((number) => `[${number}]`).join('');
  const borneOut = claim?.verdict === 'supported' ? ` ${marks} supports it: if the page is wrong there, accept the gate.` : '';
  return {
    ...claimOf(sentence),
    verdict: 'contradicted',
    reason: `The page says otherwise: ${differencesOf(contradictions)}.${borneOut}`,
    words: contradictions,
    nearest: { number: pageNumber, sentence: nearest.text },
  };
}

function claimOf({ text, section, citations }: Pick<CitedSentence, 'text' | 'section' | 'citations'>): Omit<Claim, 'verdict' | 'reason'> {
  return { sentence: text, section, citations, gate: true, words: [], supportedBy: null, nearest: null };
}

function standing({ sentences, body }: CitedText): (sentence: string) => boolean {
  const said = new Set([...sentences.map(({ text }) => text), ...body.blocks.map(({ text }) => text)]);
  return (sentence) => said.has(sentence);
}

/** Finds the inline code of a sentence that neither the page nor the evidence has. */
function strangeCodeIn(page: ReadPage, evidence: Evidence): (sentence: CitedSentence) => string[] {
  let known: Set<string> | undefined;
  return ({ text, code = [] }) => {
    const own = code.filter((one) => text.includes(one));
    if (own.length === 0) return [];
    known ??= new Set([...page.evidence.passages, ...Array.from(evidence.values(), ({ passages }) => passages).flat()].flatMap(codeWords));
    return own.filter((one) => codeWords(one).some((word) => !known!.has(word)));
  };
}

function withoutSource(sentence: CitedSentence, parts: readonly string[]): Claim {
  const lacking = parts.map((part) => `“${part}”`).join(', ');
  return {
    ...claimOf(sentence),
    verdict: 'unsupported',
    reason: `Neither the page nor a passage has ${lacking}: take it out, or cite a passage that has it.`,
  };
}

/** Measured figures of title, headings and descriptions of images that neither keyword, page nor passages give. */
function headlineFaults({ input, page, text, evidence }: Asked, read: EvidenceReader): Claim[] {
  const { draft, keyword, years = [] } = input;
  const { language } = input.page;
  const known = new Set(page.evidence.passages);
  const alts = new Set(page.text.body.images.map(({ alt }) => alt));
  const headlines = [
    { section: 'Title', text: draft.title },
    ...(draft.h1 === null ? [] : [{ section: 'Heading', text: draft.h1 }]),
    ...text.body.blocks.filter(({ kind }) => kind === 'heading').map((block) => ({ section: 'Heading', text: block.text })),
    ...text.body.images.filter(({ alt }) => !alts.has(alt)).map(({ alt }) => ({ section: 'Image', text: alt })),
  ].filter((one) => one.text !== input.page.title && !known.has(one.text));
  const given = [...read.of([...evidence.keys()]), profileOf(keyword, language)].flatMap(({ quantities }) => quantities);
  return headlines.flatMap((headline) => {
    const profile = profileOf(headline.text, language);
    const lacking = figuresOf(profile).filter(
      ({ weight, quantity }) =>
        weight === 'measured' &&
        !given.some((other) => satisfies(quantity, other)) &&
        !(isYear(quantity) && years.includes(quantity.value)),
    );
    if (lacking.length === 0) return [];
    return [
      withoutSource(
        { ...headline, kind: 'heading', citations: [] },
        lacking.map(({ quantity }) => writtenOf(quantity, headline.text)),
      ),
    ];
  });
}

const pageMark = new RegExp(`\\[${pageNumber}\\]`, 'g');

/** Says “the page” where the checks have its number. */
function inWords(claim: Claim): Claim {
  const reason = claim.reason
    ?.replace(pageMark, (_, at: number) => (at === 0 ? 'The page' : claim.reason![at - 1] === ']' ? ' or the page' : 'the page'))
    .replace('cite the page, which supports it', 'the page supports it');
  return { ...claim, citations: claim.citations.filter((number) => number !== pageNumber), reason: reason ?? null };
}
