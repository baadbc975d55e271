import type { QualityFlag, ScorePart } from '../../../schema/articles.ts';
import type { CitedSource } from '../sources/shapes.ts';
import { detectLanguage, readsRatherAs } from '../../language/language.ts';
import { countWords } from '../../language/tokens.ts';
import { readerOf } from '../claims/evidence-reader.ts';
import { flagsOf } from './flags.ts';
import { objectionsIn, type Objection } from './gates.ts';
import { scoreOf } from './formula.ts';
import { checkHeadlines } from './headlines.ts';
import { checkLinks } from './links.ts';
import { measure } from './measures.ts';
import type { CheckInput } from './shapes.ts';
import { cannibalisedBy, duplicatesOf, sketchOf } from './similarity.ts';
import { groundingOf, type Claim, type Grounding } from '../claims/support.ts';

export interface Verdict {
  /** 0–100 by `scoringFormula`. */
  score: number;
  breakdown: ScorePart[];
  /** Most serious first; those with `gate` hold back publishing. */
  flags: QualityFlag[];
  /** What the flags complain of, one by one. */
  objections: Objection[];
  sources: CitedSource[];
  /** The faults of title, headings and meta description, then every claim of the body. */
  claims: Claim[];
  /** Of the claims of the body. */
  grounding: Grounding;
  /** Words of the body, without headings, tables, code and the list of sources. */
  wordCount: number;
  /** Stored with the article, to compare other articles with it. */
  sketch: string;
}

/**
 * Checks an article: its claims against their sources, the whole against the project's other articles, its links, structure, wording,
 * and metadata. Scores it by `scoringFormula` and raises the flags of `checkCatalogue`. Deterministic and without side effects.
 */
export async function checkArticle(input: CheckInput): Promise<Verdict> {
  const { grounded, support, language, title, keyword, others = [] } = input;
  const measures = measure(input);
  const reader = await readerOf(input.evidence, language);
  const headlines = checkHeadlines(input, reader);
  const links = checkLinks({
    body: grounded.body,
    sources: [...input.evidence.values()].map(({ url }) => url),
    siteUrl: input.siteUrl ?? null,
    internal: (input.internalLinks ?? []).map(({ url }) => url),
  });
  const foreign = reader.foreignLanguageOf([...input.evidence.keys()], language);
  const findings = { input, measures, headlines, links, foreign };
  const sketch = sketchOf({ title, keyword, language, text: measures.text });
  const similar = { duplicates: duplicatesOf(sketch, others), cannibalised: cannibalisedBy({ title, keyword, language }, others) };
  const spoken = await otherLanguageOf(measures.text, language);
  const flags = flagsOf(findings, similar, spoken);
  return {
    ...scoreOf(findings),
    flags: flags.map(({ code, detail, gate }) => ({ code, detail, gate })),
    objections: objectionsIn(flags),
    sources: grounded.sources,
    claims: [...headlines, ...support.claims],
    grounding: groundingOf(support.claims),
    wordCount: measures.wordCount,
    sketch,
  };
}

/** Fewer words are not enough to detect a language. */
const minWords = 40;

/** The text's language if it is clearly not the wanted one, else null. */
export async function otherLanguageOf(text: string, wanted: string): Promise<string | null> {
  if (wanted === 'und' || countWords(text) < minWords) return null;
  const found = await detectLanguage(text, wanted);
  return found === 'und' || found === wanted || readsRatherAs(text, wanted, found) ? null : found;
}
