import type { ScoredPhrase } from './keyphrases.ts';
import { terms } from './tokens.ts';

/** Fewer sentences tell nothing about what a title says. */
const minSentences = 3;
/** A single word out of a longer title is its subject if this share of the sentences has it. */
const minShare = 0.3;
/** A question that people type; anything else that begins like one tells a story. */
const question =
  /^(?:how (?:to|do|does|much|many|often|long|old|far|big)|what(?:['’]s| is| are| does| do| to)|when (?:to|is|are|do|does)|where (?:to|is|are|do)|which|who is|why (?:do|does|is|are)|is|are|can|do|does|should|wie|was|wann|wo|welche[rs]?|warum|wer|comment|quand|pourquoi|qué|cómo|cuándo|cuánto)(?!\p{L})/iu;
/** Who speaks, and to whom: so do headlines, and hardly anybody who searches. */
const speaking =
  /^(?:i|we|us|me|my|you|our|ours|your|yours|their|his|her|this|these|those|that|who|nobody|everyone|everything|today|tonight|ich|wir|uns|mich|mein\p{L}*|unser\p{L}*|sie|ihre?[nmrs]?|du|dein\p{L}*|nous|notre|nos|vous|votre|vos|mon|ma|mes|nosotros|nuestr[oa]s?|mi|mis|tu|tus)$/iu;
const article = /^(?:an?|the|der|die|das|dem|den|des|eine?[mnrs]?|les?|la|une?|el|l[ao]s|una)$/iu;
const addressing = /^(?:you|sie|du|vous|tu)$/iu;
const asking = /^(?:how|what|when|where|which|who|why|wie|was|wann|wo|warum|wer|das)(?!\p{L})/iu;
const counting =
  /^(?:one|two|three|four|five|six|seven|eight|nine|ten|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|deux|trois|quatre|cinq|dix|dos|tres|cuatro|cinco|diez)(?!\p{L})/iu;
/** A comma and what comes after it, unless that is the next of a list. */
const aftermath = /[,;…]\s[^,;…]*\s[^,;…]/u;
const contrast = /\s(?:vs\.?|versus|or|oder|ou|o)\s/iu;
/** So many words that a text never says, before those that it says, only dress its subject up. */
const minUnsaid = 2;

/** What a text says. */
interface Said {
  /** In how many of its sentences each term stands. */
  counts: ReadonlyMap<string, number>;
  sentences: number;
  /** The most telling first. */
  phrases(): readonly ScoredPhrase[];
}

/**
 * What a headline is about: its words next to one another that the text says most. Undefined for a title that names its subject or asks what people
 * type, and where the text says too little of it.
 */
export function headlineSubject(title: string, { counts, sentences, phrases }: Said, language: string): string | undefined {
  if (sentences < minSentences || !isHeadline(title, counts, language)) return undefined;
  const subject = mostSaid(title, counts, language);
  const name = subject && wholeName(subject, phrases, language);
  const [term, ...others] = terms(name ?? '', language);
  const isEnough = others.length > 0 || terms(title, language).length <= 2 || (counts.get(term ?? '') ?? 0) >= sentences * minShare;
  return isEnough ? name : undefined;
}

/** Whether a title tells a story, or only dresses up what the text is about. */
function isHeadline(title: string, counts: Said['counts'], language: string): boolean {
  if (isSpoken(title)) return true;
  if (question.test(title)) return false;
  const said = terms(title, language).map((term) => counts.has(term));
  const dress = said.indexOf(true);
  return dress >= minUnsaid && !said.includes(false, dress) && !contrast.test(title);
}

/** Whether somebody speaks in it, to readers, as nobody does who searches. */
export function isSpoken(title: string): boolean {
  const voices = title.split(' ').map((word) => word.replace(/['’]\p{L}*$|[,;…]$/u, '')).filter((word) => speaking.test(word)); // prettier-ignore
  if (question.test(title)) return voices.some((word) => !addressing.test(word));
  return voices.length > 0 || asking.test(title) || counting.test(title) || aftermath.test(title);
}

function mostSaid(title: string, counts: Said['counts'], language: string): string | undefined {
  const runs: string[][] = [[]];
  for (const written of title.split(' ')) {
    const word = written.replace(/^["“”]|[,;…."“”]+$/gu, '');
    const said = terms(word, language);
    const run = runs.at(-1)!;
    // "the lawn" after a name is another thing.
    if (article.test(word) && terms(run.at(-1) ?? '', language).length > 0) runs.push([]);
    if (speaking.test(word.replace(/['’]\p{L}*$/u, '')) || said.some((term) => !counts.has(term))) runs.push([]);
    else runs.at(-1)!.push(word);
    if (/[,;…]$/u.test(written)) runs.push([]);
  }
  const weightOf = (run: string) => terms(run, language).reduce((sum, term) => sum + Math.log1p(counts.get(term) ?? 0), 0);
  const subjects = runs.map((run) => withoutEdges(run, language).join(' '));
  return subjects.toSorted((one, other) => weightOf(other) - weightOf(one))[0] || undefined;
}

/** Without the stopwords at either end. */
function withoutEdges(run: readonly string[], language: string): readonly string[] {
  const names = (word: string) => terms(word, language).length > 0;
  return run.slice(
    run.findIndex((word) => names(word)),
    run.findLastIndex((word) => names(word)) + 1,
  );
}

/** A single word is a part of many names: of those that the text says more than once, the one that is most telling. */
function wholeName(subject: string, phrases: Said['phrases'], language: string): string {
  const [term, ...others] = terms(subject, language);
  if (term === undefined || others.length > 0) return subject;
  const name = phrases().find(
    ({ phrase, count }) => count > 1 && terms(phrase, language).length === 2 && terms(phrase, language).includes(term),
  );
  return name?.phrase ?? subject;
}
