import type { Topic } from '../sources/topic.ts';
import { keywordShare } from '../sources/topic.ts';
import type { Candidate, UsablePassage } from '../sources/candidates.ts';
import { terms } from '../../language/tokens.ts';
import { locales } from '../sources/locales.ts';

/** "X is a …", "X provides …": a subject, and a verb that says what it is or does. */
const defining =
  /^(?:(A|An|The)\s+)?([^,;:()]{2,80}?)(?:\s*\([^)]{1,80}\))?,?\s+(is|are|was|were|refers? to|means?|describes?|provides?|manages?|allows?|enables?|lets?|distributes?|routes?|intercepts?|spreads?|involves?|consists? of)\s+(.+)$/u;

/** The same pattern with a language's own articles and verbs; null if none are known. */
function definingIn(language: string): RegExp | null {
  if (language === 'en') return defining;
  const locale = locales[language];
  if (!locale) return null;
  return new RegExp(
    `^(?:(${locale.articles})(?:\\s+|(?<=[’'])))?([^,;:()]{2,80}?)(?:\\s*\\([^)]{1,80}\\))?,?\\s+(${locale.defines})\\s+(.+)$`,
    'u',
  );
}

export interface Definition {
  candidate: Candidate;
  article: string;
  subject: string;
  verb: string;
  /** 0–1: how much of the keyword the subject names. */
  share: number;
  /** 0–1: how much of the subject belongs to the keyword; less than 1 if it names more, as "EnvHttpProxyAgent" does for "proxy agent". */
  precision: number;
}

/** The sentences that say what something is, those about the keyword first; a document's opening ranks higher. */
export function definitionsIn(passages: readonly UsablePassage[], topic: Topic): Definition[] {
  const pattern = definingIn(topic.language);
  if (!pattern) return [];
  const found = passages.flatMap((passage) => passage.candidates).flatMap((candidate) => definitionOf(candidate, topic, pattern) ?? []);
  const kinds = new RegExp(`(?<!\\p{L})(?:${locales[topic.language]?.kinds ?? '(?:is|are|was|were) (?:an?|the|one of)'})(?!\\p{L})`, 'u');
  return found
    .map((definition) => ({ definition, worth: worthOf(definition, kinds) }))
    .toSorted((a, b) => b.worth - a.worth)
    .map(({ definition }) => definition);
}

function definitionOf(candidate: Candidate, topic: Topic, pattern: RegExp): Definition | null {
  if (candidate.leansOn || candidate.isEntry || candidate.list) return null;
  const match = pattern.exec(candidate.text);
  if (!match) return null;
  const [, article = '', subject, verb] = match;
  if (subject!.split(' ').length > 7 || /^(?:there|what|who|when|where|which|if|because|while)\b/i.test(subject!)) return null;
  const held = new Set(terms(subject!, topic.language));
  const precision = [...held].filter((term) => topic.keyword.has(term)).length / Math.max(1, held.size);
  return { candidate, article, subject: subject!, verb: verb!, share: keywordShare(topic, (term) => held.has(term)), precision };
}

function worthOf({ candidate, verb, share, precision, article, subject }: Definition, kinds: RegExp): number {
  const { source, relevance } = candidate.passage;
  const first = candidate.index === 0 ? (source.position === 0 ? 0.5 : 0.15) : 0;
  const says = /^(?:is|are|was|were|refers? to|means?)$/.test(verb) ? 0.15 : 0;
  const kind = kinds.test(candidate.text) ? 0.15 : 0;
  const plain = article === 'The' && subject.split(' ').length > 3 ? -0.2 : 0;
  return share * (0.7 + 0.8 * precision) + first + says + kind + plain + relevance * 0.5;
}
