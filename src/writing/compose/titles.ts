import { clipAtWord } from '../../language/slug.ts';
import { countWords, tidy } from '../../language/tokens.ts';
import { titleCase } from '../sources/headings.ts';
import type { ArticleType } from '../../../schema/article-request.ts';
import { sharedBy } from './sections.ts';
import type { ComposeRequest } from '../sources/shapes.ts';
import { isNameLine } from '../sources/standing.ts';
import type { Topic } from '../sources/topic.ts';
import type { Layout } from './sections.ts';

const maxMetaTitle = 60;
const maxMetaDescription = 160;
/** A shorter description takes the next sentence too. */
const minMetaDescription = 90;

/** By the kind of article, what is made of a thing's name. */
const patterns: Record<ArticleType, (topic: string) => string> = {
  guide: (topic) => `${topic}: A Guide`,
  'how-to': (topic) => `${topic}, Step by Step`,
  listicle: (topic) => `${topic}: The List`,
  comparison: (topic) => `${topic} Compared`,
  review: (topic) => `${topic}: A Review`,
  news: (topic) => topic,
  opinion: (topic) => `${topic}: A Closer Look`,
  glossary: (topic) => `What ${/(?<![aiosu])s$/i.test(topic) ? 'Are' : 'Is'} ${topic}?`,
};

/** The requested title, else one made from the keyword and the article type. */
export function titleFor(
  request: Pick<ComposeRequest, 'keyword' | 'title' | 'articleType'>,
  language: string,
  spellings: ReadonlyMap<string, string>,
): string {
  if (request.title?.trim()) return tidy(request.title);
  const topic = tidy(request.keyword) || 'Untitled';
  const cased = titleCase(topic, language, spellings);
  if (language !== 'en' || topic.endsWith('?')) return cased;
  if (question.test(topic)) return `${cased}?`;
  if (whole.test(topic) || kinds[request.articleType]?.test(topic)) return cased;
  const isPhrase = request.articleType === 'guide' && countWords(topic) >= minPhraseWords;
  return isPhrase ? cased : patterns[request.articleType](cased);
}

/** What asks, and so ends with a question mark: "how to" asks nothing. */
const question = /^(?:(?:what|why|when|where|who|which)\b|how (?!to\b)|(?:can|could|do|does|did|is|are|should|will|must)(?:n?['’]t)? )/i;
const whole = /^(?:how to|best|top)\b/i;
/** Words that say already what kind of article it is. */
const kinds: Partial<Record<ArticleType, RegExp>> = {
  guide: /\b(?:guide|tutorial|handbook|primer|introduction|basics|explained|overview)\b/i,
  'how-to': /\b(?:step by step|tutorial|guide|set ?up|install|fix)\b/i,
  listicle: /\b(?:list|ideas|tips|examples|types|tools|checklist|ways)\b/i,
  comparison: /\b(?:vs|versus|compared?|comparisons?|differences?|alternatives?)\b/i,
  review: /\breviews?\b/i,
  glossary: /\b(?:meaning|definition|glossary)\b/i,
};
/** A long phrase says for itself what is in store. */
const minPhraseWords = 5;

/** The title if it fits in 60 characters, else its first part, else as many of its words as fit. */
export function metaTitleOf(title: string): string {
  if (title.length <= maxMetaTitle) return title;
  const first = title.split(': ')[0]!;
  return first.length >= 15 && first.length <= maxMetaTitle ? first : clipAtWord(title, maxMetaTitle);
}

/** The opening's first sentences, whole if they fit in 160 characters, else the first one cut at a word. */
export function metaDescriptionOf(opening: readonly string[]): string {
  let description = '';
  for (const sentence of opening) {
    const longer = description ? `${description} ${sentence}` : sentence;
    if (longer.length > maxMetaDescription) break;
    description = longer;
    if (description.length >= minMetaDescription) break;
  }
  return description || `${clipAtWord(opening[0] ?? '', maxMetaDescription - 1)}…`;
}

/** The article's own sentence that says most of the keyword and fits; its opening before others. */
export function bestDescription({ introduction, sections }: Layout, topic: Topic): string {
  const told = [...introduction, ...sections.flatMap(({ paragraphs }) => paragraphs)]
    .flat()
    .filter(({ isCode, list, text }) => !isCode && list === null && !text.endsWith(':') && !isNameLine(text));
  const worth = told.map((unit, index) => {
    const fits =
      unit.text.length <= maxMetaDescription && unit.standing === 'alone' ? Math.min(1, unit.text.length / minMetaDescription) : 0;
    return sharedBy([unit], topic) * fits + 0.5 * fits - Math.min(0.6, index * 0.1);
  });
  const best = worth.indexOf(Math.max(...worth));
  return metaDescriptionOf(told.slice(Math.max(0, best)).map(({ text }) => text));
}
