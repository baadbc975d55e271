import { normalise, withoutAccents } from '../language/tokens.ts';
import { intentLabels, intentWords, type IntentLabel } from './intent-words.ts';

export interface Intent {
  label: IntentLabel;
  /** 0–1: how often a keyword with such evidence is what the label says. */
  confidence: number;
  /** In words: what it rests on. Empty where nothing tells. */
  evidence: string[];
}

/** What is known of a keyword's results page. */
export interface ResultsEvidence {
  features: readonly string[];
  titles: readonly string[];
}

export interface IntentContext {
  /** ISO 639-1; null if nobody knows: then the words of every language count. */
  language: string | null;
  /** Names of the project's own brand: who looks for one of them alone wants to get there. */
  brandTerms?: readonly string[];
  results?: ResultsEvidence | undefined;
  /** What a provider of keyword data takes it for. */
  provider?: { name: string; label: IntentLabel } | undefined;
}

/** What a cue of the first, second and third class weighs. */
export const weights = [3, 2, 1] as const;
/** A results page has ten titles: each weighs a tenth of a cue in the keyword itself. */
const titleWeight = 0.3;
const featureWeight = 1.5;
const features = new Map<string, IntentLabel>(
  Object.entries({
    shopping: 'transactional',
    paid: 'transactional',
    local_pack: 'transactional',
    map: 'transactional',
    sitelinks: 'navigational',
    featured_snippet: 'informational',
    answer_box: 'informational',
    knowledge_graph: 'informational',
    people_also_ask: 'informational',
  }),
);
/** A name with a number, as products have: "iphone 15", "bosch gsr 18v". */
const model = /^(?=.*\p{L}{2})(?=.*(?:\p{L}\d|\d\p{L}|\b\d{1,4}\b)).{3,40}$/u;
const domain = /\b[\p{L}\d-]+\.(?:com|org|net|io|co|de|fr|es|it|nl|pt|eu|uk|ch|at)\b/u;
/** Where a keyword of that many words tells nothing, a longer one is a question more often. */
const minLongWords = 4;
/** Weighs against whatever is found: a single weak cue is right three times in four. */
const doubt = 0.3;
/** How sure a label is without any cue, by what was found on labelled keywords. */
export const guessed = 0.45;

/**
 * What somebody who searches for `keyword` wants, by the words in it, and by its results page where that is known. Cues are weighed by class; the
 * confidence is the share of the winner in all weights and a doubt.
 */
export function intentOf(keyword: string, { language, brandTerms = [], results, provider }: IntentContext): Intent {
  const text = spelt(keyword);
  const found = [...wordCues(text, language), ...nameCues(text, brandTerms), ...pageCues(results, language)];
  if (provider) found.push({ label: provider.label, weight: weights[0], why: `${provider.name} says so` });
  const scores = new Map<IntentLabel, number>();
  for (const { label, weight } of found) scores.set(label, (scores.get(label) ?? 0) + weight);
  const best = intentLabels.reduce((one, other) => ((scores.get(other) ?? 0) > (scores.get(one) ?? 0) ? other : one));
  const top = scores.get(best) ?? 0;
  if (top === 0)
    return { label: text.split(' ').length >= minLongWords ? 'informational' : guessOf(text), confidence: guessed, evidence: [] };
  const all = [...scores.values()].reduce((sum, score) => sum + score, 0);
  const evidence = found.filter(({ label }) => label === best).map(({ why }) => why);
  return { label: best, confidence: Math.round((100 * top) / (all + doubt)) / 100, evidence: [...new Set(evidence)].slice(0, 5) };
}

interface Cue {
  label: IntentLabel;
  weight: number;
  why: string;
}

/** Words alone, in lower case without accents. */
function spelt(text: string): string {
  return withoutAccents(normalise(text))
    .replace(/[^\p{L}\p{N}.-]+|\.(?!\p{L})|(?<!\p{L})-|-(?!\p{L})/gu, ' ')
    .replace(/ +/g, ' ')
    .trim();
}

/** In "cost of inflation" and "the book thief" the word is what a text is about, not what somebody wants. */
function isThing(words: readonly string[], start: number, end: number): boolean {
  return genitive.test(words[end] ?? '') || article.test(words[start - 1] ?? '');
}

const genitive = /^(?:of|des|der|van)$/;
const article = /^(?:the|le|el|il|het)$/;

/** The longest phrases first, so that "best price" is not "best" as well. */
function wordCues(text: string, language: string | null): Cue[] {
  const words = text.split(' ').slice(0, maxWords);
  const { phrases, longest } = tableOf(language);
  const found: Cue[] = [];
  for (let at = 0; at < words.length;) {
    let taken = 0;
    for (let length = Math.min(longest, words.length - at); length > 0 && taken === 0; length--) {
      const phrase = words.slice(at, at + length).join(' ');
      const cue = phrases.get(`${at === 0 ? '^' : '~'}${phrase}`) ?? phrases.get(phrase);
      if (cue === undefined || (cue.label !== 'informational' && isThing(words, at, at + length))) continue;
      found.push({ ...cue, why: `“${phrase}” in the keyword` });
      taken = length;
    }
    at += Math.max(taken, 1);
  }
  return found;
}

const maxWords = 30;

function nameCues(text: string, brandTerms: readonly string[]): Cue[] {
  if (domain.test(text)) return [{ label: 'navigational', weight: weights[0], why: 'it holds a domain' }];
  const brand = brandTerms.map(spelt).find((term) => term !== '' && ` ${text} `.includes(` ${term} `));
  if (brand === undefined) return [];
  const others = text.split(' ').length - brand.split(' ').length;
  return others > 1 ? [] : [{ label: 'navigational', weight: weights[0] - others, why: `“${brand}” is a name of the brand` }];
}

function pageCues(results: ResultsEvidence | undefined, language: string | null): Cue[] {
  if (!results) return [];
  const shown = results.features.flatMap((feature) => {
    const label = features.get(feature);
    return label === undefined ? [] : [{ label, weight: featureWeight, why: `${feature} on its results page` }];
  });
  const votes = new Map<IntentLabel, number>();
  for (const title of results.titles.slice(0, 10)) {
    const labels = new Set(wordCues(spelt(title), language).map(({ label }) => label));
    for (const label of labels) votes.set(label, (votes.get(label) ?? 0) + 1);
  }
  const titled = [...votes].map(([label, count]) => ({
    label,
    weight: count * titleWeight,
    why: `${count} of ${Math.min(results.titles.length, 10)} titles on its results page read ${label}`,
  }));
  return [...shown, ...titled];
}

function guessOf(text: string): IntentLabel {
  return model.test(text) ? 'commercial' : 'informational';
}

interface Table {
  phrases: ReadonlyMap<string, Omit<Cue, 'why'>>;
  /** Words of the longest phrase. */
  longest: number;
}

const tables = new Map<string | null, Table>();

/** English words are searched for everywhere: "login", "vs". A language's own go before them. */
function tableOf(language: string | null): Table {
  let table = tables.get(language);
  if (!table) tables.set(language, (table = made(language === null ? Object.keys(intentWords) : [language, 'en'])));
  return table;
}

function made(languages: readonly string[]): Table {
  const phrases = new Map<string, Omit<Cue, 'why'>>();
  for (const language of languages)
    for (const label of intentLabels)
      for (const [at, list] of (intentWords[language]?.[label] ?? []).entries())
        for (const phrase of list.split(','))
          if (!phrases.has(phrase) && !phrases.has(`~${phrase}`)) phrases.set(phrase, { label, weight: weights[at]! });
  return { phrases, longest: Math.max(...[...phrases.keys()].map((phrase) => phrase.split(' ').length)) };
}
