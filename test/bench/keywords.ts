import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDocument } from '../../src/documents/reading.ts';
import { keyphrases } from '../../src/language/keyphrases.ts';
import { keywordKey } from '../../src/language/same-keyword.ts';
import { sentences } from '../../src/language/sentences.ts';
import { keywordOf } from '../../src/language/title-keyword.ts';
import { round } from './figures.ts';

/** A page, and the keywords that somebody may look for it by. */
interface Labelled {
  language: string;
  title: string;
  sentences: string[];
  keywords: string[];
}

export interface KeywordsOptions {
  pages?: readonly Labelled[];
  headlines?: readonly Labelled[];
}

const manuals = '/usr/share/doc';

export const tiny: KeywordsOptions = {
  pages: [
    { language: 'en', title: 'The Ultimate Guide to Compost Heaps', sentences: ['A compost heap needs air.'], keywords: ['compost heap'] },
    { language: 'en', title: 'Pools: A Handbook', sentences: ['A pool keeps connections.', 'The pool waits.'], keywords: ['pools'] },
  ],
};

/**
 * Of pages of manuals that Debian installs, and of headlines as blogs write them, whose keywords were judged by hand, the share whose guess is one
 * of these, beside the whole title and the first keyphrase of the text; and how long a guess takes.
 */
export async function run({ pages: given, headlines = writtenHeadlines() }: KeywordsOptions = {}): Promise<object> {
  const pages = given ?? (await labelled());
  if (pages.length === 0)
    return { skipped: `The manuals are not in ${manuals}: install apache2-doc, git-doc, python3-doc and sqlite3-doc.` };
  const began = performance.now();
  for (const page of pages) keywordOf(page.title, page.sentences, page.language);
  const ms = round((performance.now() - began) / pages.length, 2);
  return { pages: pages.length, ...rightOf(pages), ms, headlines: { count: headlines.length, ...rightOf(headlines) } };
}

function rightOf(pages: readonly Labelled[]): { right: number; wholeTitle: number; firstKeyphrase: number } {
  const right = (guess: (page: Labelled) => string | null | undefined) => {
    const isRight = (page: Labelled) => {
      const key = keywordKey(guess(page) ?? '', page.language);
      return page.keywords.some((keyword) => keywordKey(keyword, page.language) === key);
    };
    return round(pages.filter(isRight).length / pages.length, 3);
  };
  return {
    right: right(({ title, sentences: all, language }) => keywordOf(title, all, language)),
    wholeTitle: right(({ title }) => title),
    firstKeyphrase: right(({ title, sentences: all, language }) => keyphrases([title, ...all], language, 1)[0]?.phrase),
  };
}

/** `headlines.txt` beside this file. */
function writtenHeadlines(): Labelled[] {
  return linesOf('headlines.txt').flatMap((line): Labelled[] => {
    const [, language, title, keywords, text] = /^(\w\w) \| (.+?) \| (.+?) \| (.+)$/.exec(line) ?? [];
    return language === undefined
      ? []
      : [{ language, title: title!, keywords: keywords!.split('; '), sentences: sentences(text!, language) }];
  });
}

const linesOf = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8').split('\n');

/** `keywords.txt` beside this file: a path, and what is right for it. */
async function labelled(): Promise<Labelled[]> {
  const pages: Labelled[] = [];
  const language = 'en';
  for (const line of linesOf('keywords.txt')) {
    const [, path, keywords] = /^([^#\s]\S*): (.+)$/.exec(line) ?? [];
    const file = path && join(manuals, path);
    if (!file || !existsSync(file)) continue;
    const { title, passages } = await readDocument({ kind: 'html', content: readFileSync(file) });
    const prose = passages.filter(({ kind }) => kind === 'prose').flatMap(({ text }) => sentences(text, language));
    pages.push({ language, title: title ?? '', sentences: prose, keywords: keywords!.split('; ') });
  }
  return pages;
}
