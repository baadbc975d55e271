import type { QualityFlag, ScorePart } from '../../../schema/articles.ts';
import type { CitedSource } from '../sources/shapes.ts';
import { detectLanguage } from '../../language/language.ts';
import { stopwordsOf } from '../../language/lexicon.ts';
import { words } from '../../language/tokens.ts';
import { readerOf } from '../claims/evidence-reader.ts';
import { flagsOf } from './flags.ts';
import { objectionsIn, type Objection } from './gates.ts';
import { scoreOf } from './formula.ts';
import { checkHeadlines } from './headlines.ts';
import { jsonLdProblems } from './json-ld.ts';
import { checkLinks } from './links.ts';
import { measure } from './measures.ts';
import type { CheckInput } from './shapes.ts';
import { cannibalisedBy, duplicatesOf, sketchOf } from './similarity.ts';
import type { UnsupportedClaim } from '../claims/support.ts';

export interface Verdict {
  /** 0–100 by `scoringFormula`. */
  score: number;
  breakdown: ScorePart[];
  /** Most serious first; those with `gate` hold back publishing. */
  flags: QualityFlag[];
  /** What the flags complain of, one by one. */
  objections: Objection[];
  sources: CitedSource[];
  /** Unsupported claims of title, headings, meta description and body. */
  unsupported: UnsupportedClaim[];
  /** Words of the body, without headings, tables, code and the list of sources. */
  wordCount: number;
  /** Stored with the article, to compare other articles with it. */
  sketch: string;
}

/**
 * Checks an article: its claims against their sources, the whole against the project's other articles, its links, structure, wording,
 * metadata and markup. Scores it by `scoringFormula` and raises the flags of `checkCatalogue`. Deterministic and without side effects.
 */
export async function checkArticle(input: CheckInput): Promise<Verdict> {
  const { grounded, support, language, title, keyword, others = [] } = input;
  const measures = measure(input);
  const headlines = checkHeadlines(input, await readerOf(input.evidence, language));
  const links = checkLinks({
    body: grounded.body,
    sources: [...input.evidence.values()].map(({ url }) => url),
    siteUrl: input.siteUrl ?? null,
    internal: (input.internalLinks ?? []).map(({ url }) => url),
    allowedHosts: input.allowedHosts,
  });
  const findings = { input, measures, headlines, links };
  const sketch = sketchOf({ title, keyword, language, text: measures.text });
  const similar = { duplicates: duplicatesOf(sketch, others), cannibalised: cannibalisedBy({ title, keyword, language }, others) };
  const foreign = await otherLanguageOf(measures.text, language);
  const problems = input.jsonLd === undefined ? [] : jsonLdProblems(input.jsonLd);
  const flags = flagsOf(findings, similar, foreign, problems);
  return {
    ...scoreOf(findings),
    flags: flags.map(({ code, detail, gate }) => ({ code, detail, gate })),
    objections: objectionsIn(flags),
    sources: grounded.sources,
    unsupported: [...headlines, ...support.unsupported],
    wordCount: measures.wordCount,
    sketch,
  };
}

/** Fewer words are not enough to detect a language. */
const minWords = 40;
/** Related languages are easily confused: the text must have this many times more stopwords of the other one. */
const minStopwordRatio = 1.3;

/** The text's language if it is clearly not the wanted one, else null. */
async function otherLanguageOf(text: string, wanted: string): Promise<string | null> {
  const sample = words(text.slice(0, 6000)).map((word) => word.toLowerCase());
  if (wanted === 'und' || sample.length < minWords) return null;
  const found = await detectLanguage(text);
  if (found === 'und' || found === wanted) return null;
  const stopwordsIn = (language: string) => sample.filter((word) => stopwordsOf(language).has(word)).length;
  return stopwordsIn(found) > minStopwordRatio * stopwordsIn(wanted) ? found : null;
}
