import type { PageFacts } from '../../pages/page-facts.ts';
import type { PageCheck } from '../check.ts';
import { isForFew } from '../few-addresses.ts';
import { at, count, html, quote, when, whole } from './evidence.ts';
import { asks, isArticle, isNoindex, needsScripts, saysArticle } from './kinds.ts';
import {
  minWordsForAnswer,
  maxWordsBeforeAnswer,
  minWordsForQuestions,
  minWordsForHeadings,
  maxWordsPerHeading,
  maxUnquotableShare,
} from './thresholds.ts';

/** Whether answer engines can read the page, and find in it what they may quote. */
export const aiReadinessChecks: readonly PageCheck[] = [
  {
    code: 'content_needs_scripts',
    severity: 'critical',
    category: 'ai_readiness',
    title: 'Content that only appears with JavaScript',
    why: 'Most crawlers of answer engines run no scripts: they find an empty page.',
    howToFix: 'Render the page on the server, or in advance.',
    find: html((facts, { url }) =>
      // A search page holds nothing until somebody searches.
      when(needsScripts(facts) && !isForFew(url), () =>
        facts.text.emptyRoot
          ? at(facts.text.emptyRoot, `an empty element ${quote(facts.text.emptyRoot.name)}, ${count(facts.mainWords, 'word')} of main text`)
          : whole(`${count(facts.text.words, 'word')} without scripts`),
      ),
    ),
  },
  {
    code: 'content_in_frame',
    severity: 'warning',
    category: 'ai_readiness',
    title: 'Content that stands in a frame',
    why: 'What a frame shows belongs to another page: crawlers do not count it as this one’s.',
    howToFix: 'Put the text into the page itself.',
    find: html((facts) => {
      const frame = facts.frames.find(
        ({ isHidden, src }) =>
          !isHidden && /^(?!about:|javascript:)\S/i.test(src) && !/youtube|vimeo|maps|doubleclick|googletagmanager/i.test(src),
      );
      return when(frame !== undefined && facts.mainWords < 30 && !isNoindex(facts), () =>
        at(frame!, `${count(facts.mainWords, 'word')} beside the frame ${quote(frame!.src)}`),
      );
    }),
  },
  {
    code: 'snippets_forbidden',
    severity: 'warning',
    category: 'ai_readiness',
    title: 'Nothing may be quoted',
    why: 'nosnippet or max-snippet:0 keeps the page’s words out of results, overviews and answers.',
    howToFix: 'Take it away if the page should be cited, or mark single passages with data-nosnippet.',
    find: html((facts) => {
      const said = facts.robots.find(({ directives }) => directives.some((one) => one === 'nosnippet' || one === 'max-snippet:0'));
      return when(said !== undefined && !isNoindex(facts) && asks(facts, 'nosnippet', 'max-snippet:0'), () =>
        at(said!, quote(said!.directives.join(', '))),
      );
    }),
  },
  {
    code: 'content_unquotable',
    severity: 'warning',
    category: 'ai_readiness',
    title: 'The content is marked as not to be quoted',
    why: 'data-nosnippet covers most of the main text, so no answer can quote it.',
    howToFix: 'Mark only the passages that must not be quoted.',
    find: html(({ mainWords, text: { unquotableWords } }) =>
      when(mainWords > 0 && unquotableWords > mainWords * maxUnquotableShare, () => whole(`${unquotableWords} of ${mainWords} words`)),
    ),
  },
  {
    code: 'answer_late',
    severity: 'notice',
    category: 'ai_readiness',
    title: 'The answer does not come first',
    why: 'Answer engines quote the passage that answers, and look for it right below the heading.',
    howToFix: 'Begin with a paragraph that answers what the heading asks, before lists, tables and pictures.',
    find: html((facts) =>
      when(isAnswerLate(facts), () => whole(`${facts.text.wordsBeforeAnswer} words come before the first whole sentence`)),
    ),
  },
  {
    code: 'questions_missing',
    severity: 'notice',
    category: 'ai_readiness',
    told: true,
    title: 'Long articles without a question as a heading',
    why: 'People ask in questions, and a heading that asks is found by them.',
    howToFix: 'Word a heading or two as readers would ask.',
    find: html((facts) => {
      const headings = facts.headings.filter(({ level, place, text }) => level > 1 && place === 'content' && text !== '');
      const asking =
        facts.headings.some(({ level, text }) => level === 1 && isQuestion(text)) || headings.some(({ text }) => isQuestion(text));
      return when(isArticle(facts) && facts.mainWords >= minWordsForQuestions && headings.length >= 5 && !asking, () =>
        at(
          headings[0]!,
          `${headings.length} headings, none of them a question: ${headings
            .slice(0, 3)
            .map(({ text }) => quote(text))
            .join(', ')}`,
        ),
      );
    }),
  },
  {
    code: 'headings_sparse',
    severity: 'notice',
    category: 'ai_readiness',
    title: 'Long texts with few headings',
    why: 'Passages are found and cited by the heading above them.',
    howToFix: 'Give each thought of some paragraphs a heading.',
    find: html((facts) => {
      const headings = facts.headings.filter(({ place, text }) => place === 'content' && text !== '').length;
      const { text } = facts;
      const heads = headings + text.terms;
      const prose = proseOf(facts);
      const isSparse = prose >= minWordsForHeadings && text.paragraphs >= 8 && prose / Math.max(1, heads) > maxWordsPerHeading;
      return when(isSparse, () => whole(`${prose} words and ${count(headings, 'heading')}`));
    }),
  },
  {
    code: 'date_missing',
    severity: 'notice',
    category: 'ai_readiness',
    title: 'Articles without a date',
    why: 'Answer engines prefer what is recent, and cannot tell whether this is.',
    howToFix: 'Show when it was published, in <time datetime> and in structured data.',
    // Where structured data lacks the date, that is told.
    find: html((facts) =>
      when(isArticle(facts) && !saysArticle(facts) && facts.publishedAt === null && facts.modifiedAt === null, () =>
        whole('an article without a date'),
      ),
    ),
  },
  {
    code: 'author_missing',
    severity: 'notice',
    category: 'ai_readiness',
    title: 'Articles without an author',
    why: 'Readers and answer engines weigh who says something.',
    howToFix: 'Name the author, in the text and in structured data.',
    find: html((facts) =>
      when(isArticle(facts) && !saysArticle(facts) && facts.author === null, () => whole('an article without an author')),
    ),
  },
  {
    code: 'article_unmarked',
    severity: 'notice',
    category: 'ai_readiness',
    title: 'Articles without structured data',
    why: 'Machines have to guess what the headline, the date and the author are.',
    howToFix: 'Describe the article as JSON-LD of the type Article or BlogPosting.',
    find: html((facts) =>
      when(
        isArticle(facts) && !facts.types.some((type) => /Article|Posting|Report|Recipe|Review|HowTo|FAQPage|Product|Event/.test(type)),
        () => whole('og:type is article, and no structured data says so'),
      ),
    ),
  },
];

/** Words of running text: without code, links and tables. */
function proseOf({ mainWords, text }: PageFacts): number {
  return mainWords - text.codeWords - text.linkedWords - text.tableWords;
}

/** Only of texts made of paragraphs. */
function isAnswerLate(facts: PageFacts): boolean {
  const { text } = facts;
  // A list that is no text has no answer to give.
  const isText = text.sentenceWords * 2 >= proseOf(facts);
  return isText && proseOf(facts) >= minWordsForAnswer && text.paragraphs >= 6 && (text.wordsBeforeAnswer ?? 0) > maxWordsBeforeAnswer;
}

const questions =
  /[?？؟]\s*$|^(?:how|what|why|when|where|who|which|can|does|do|is|are|should|wie|was|warum|wann|wo|wer|welche[rs]?|comment|pourquoi|quand|quel(?:le)?s?|cómo|qué|por qué|cuándo|dónde|como|o que|come|perché|cosa)\s/i;

function isQuestion(text: string): boolean {
  return questions.test(text);
}
