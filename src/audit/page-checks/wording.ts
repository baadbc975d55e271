import { stopwordsOf } from '../../language/lexicon.ts';
import type { PageFacts } from '../../pages/page-facts.ts';
import type { PageCheck } from '../check.ts';
import { at, html, quote, when, whole } from './evidence.ts';
import { isNoindex } from './kinds.ts';
import { languageOf } from './language-tags.ts';
import { maxWordShare, minWordsForShare } from './thresholds.ts';

/** How the page is worded, and what a program left in its text. */
export const wordingChecks: readonly PageCheck[] = [
  {
    code: 'server_message',
    severity: 'critical',
    category: 'availability',
    title: 'Messages of a failing server in the text',
    why: 'Part of the page is missing, and the message tells strangers how the site is built.',
    howToFix: 'Mend the fault, and have errors written to a log instead of the page.',
    find: html(({ text: { leftover } }) => when(leftover?.what === 'server', () => whole(quote(leftover!.text)))),
  },
  {
    code: 'template_unfilled',
    severity: 'warning',
    category: 'content',
    title: 'Variables that no template filled',
    why: 'Readers and search engines see the name of a field in place of what belongs there.',
    howToFix: 'See why the template does not know the value, and what it should show without one.',
    find: html((facts) => unfilled(facts)),
  },
  {
    code: 'word_repeated',
    severity: 'notice',
    category: 'content',
    title: 'One word over and over',
    why: 'Readers notice, and search engines take it for an attempt to deceive them.',
    howToFix: 'Say it once where it matters, then as people would say it.',
    find: html((facts) => {
      const {
        mainWords,
        lang,
        text: { commonest, codeWords, linkedWords, sentenceWords },
      } = facts;
      const isMuch = commonest !== null && mainWords >= minWordsForShare && commonest.count > mainWords * maxWordShare && codeWords === 0;
      // Lists of names and figures repeat words as they must.
      const isProse = linkedWords * 3 < mainWords && sentenceWords * 2 >= mainWords;
      return when(isMuch && isProse && !isNoindex(facts) && !isSmallWord(commonest.word, lang), () =>
        whole(`${quote(commonest!.word)} is ${commonest!.count} of ${mainWords} words`),
      );
    }),
  },
  {
    code: 'lang_mismatch',
    severity: 'warning',
    category: 'international',
    title: 'Text in another language than the page says',
    why: 'Screen readers pronounce it by wrong rules, and browsers offer to translate it into itself.',
    howToFix: 'Write the language of the text into lang.',
    find: html(({ lang, readsAs, text: { codeWords } }) => {
      // Of a language whose small words are not known, the text may read as a neighbour of it.
      const isOther = Boolean(lang) && readsAs !== null && readsAs !== languageOf(lang!) && stopwordsOf(languageOf(lang!)).size > 0;
      return when(isOther && codeWords === 0, () => whole(`lang=${quote(lang!)}, and the text reads as ${quote(readsAs!)}`));
    }),
  },
];

const variable = /\{\{[^{}]{1,80}\}\}|\$\{[a-z_][\w.]{0,60}\}|%%?[A-Z][A-Z_]{2,40}%%?|<%=?.{1,80}%>/;

/** In what stands for the page, and in its text. */
function unfilled({ titles, descriptions: [description], headings, text: { leftover } }: PageFacts) {
  const [title] = titles;
  const isSubject = title !== undefined && variable.test(title.text);
  const named = [description, headings.find(({ level }) => level === 1)].find((one) => one !== undefined && variable.test(one.text));
  // A page whose title has it too may be about templates; one that says nothing else in its title is told for that.
  if (isSubject) return [];
  if (named) return [at(named, quote(named.text))];
  return when(leftover?.what === 'variable', () => whole(quote(leftover!.text)));
}

function isSmallWord(word: string, lang: string | null): boolean {
  return [languageOf(lang ?? 'en'), 'en'].some((one) => stopwordsOf(one).has(word));
}
