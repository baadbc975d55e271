import { clipAtWord } from '../../language/slug.ts';
import { tidy } from '../../language/tokens.ts';
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
  if (language !== 'en' || topic.endsWith('?') || /^(?:how|what|why|when|where|who|which|best|top)\b/i.test(topic)) return cased;
  return patterns[request.articleType](cased);
}

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
