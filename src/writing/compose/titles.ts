import { clipAtWord } from '../../language/slug.ts';
import { terms, tidy } from '../../language/tokens.ts';
import { titleCase } from '../sources/headings.ts';
import type { ArticleType } from '../../../schema/article-request.ts';
import type { ComposeRequest } from '../sources/shapes.ts';

const maxMetaTitle = 60;
const maxMetaDescription = 160;
/** A shorter description takes the next sentence too. */
const minMetaDescription = 90;

const patterns: Record<ArticleType, (topic: string) => string> = {
  guide: (topic) => `${topic}: A Guide`,
  'how-to': (topic) => `${topic}: How It Works and How to Use It`,
  listicle: (topic) => `${topic}: What You Should Know`,
  comparison: (topic) => `${topic}: A Comparison`,
  review: (topic) => `${topic}: A Review`,
  news: (topic) => topic,
  opinion: (topic) => `${topic}: A Closer Look`,
  glossary: (topic) => `What Is ${topic}?`,
};

const instruction = new Set(
  (
    'add automate avoid block boost build calculate change check choose clean cook configure connect convert create customise customize debug delete deploy design develop disable download enable find fix format ' +
    'generate get handle hire improve increase install integrate intercept launch learn limit load make manage measure migrate mock monitor optimise optimize organise organize pick plan play prevent protect ' +
    'publish read reduce remove repair replace reset resolve retry run save schedule secure select sell send set setup share solve speed start stop store stream test track train update upgrade upload use validate ' +
    'verify win write'
  ).split(' '),
);

/** The requested title, else one made from the keyword and the article type; a keyword that is an instruction ("mock requests") becomes "How to …". */
export function titleFor(
  request: ComposeRequest,
  language: string,
  spellings: ReadonlyMap<string, string>,
  documents: readonly string[] = [],
): string {
  if (request.title?.trim()) return tidy(request.title);
  const topic = tidy(request.keyword) || 'Untitled';
  const cased = titleCase(topic, language, spellings);
  const howTo = guiding(request, language, documents);
  if (howTo) return titleCase(howTo, language, spellings);
  if (language !== 'en' || topic.endsWith('?') || /^(?:how|what|why|when|where|who|which|best|top)\b/i.test(topic)) return cased;
  if (instruction.has(topic.split(' ')[0]!.toLowerCase()) && topic.includes(' ') && request.articleType !== 'news')
    return `How to ${cased}`;
  return patterns[request.articleType](cased);
}

/** The title of the only document, if it says more than the keyword. */
function guiding({ keyword, articleType }: ComposeRequest, language: string, documents: readonly string[]): string | null {
  const [only] = documents;
  if (only === undefined || documents.length > 1 || !(articleType === 'guide' || articleType === 'how-to')) return null;
  const own = new Set(terms(only, language));
  const wanted = terms(keyword, language);
  const tells = wanted.length > 0 && wanted.every((term) => own.has(term)) && own.size > wanted.length;
  return tells && only.length <= maxMetaTitle ? tidy(only) : null;
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
