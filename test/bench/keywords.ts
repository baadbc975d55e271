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
  title: string;
  sentences: string[];
  keywords: string[];
}

export interface KeywordsOptions {
  pages?: readonly Labelled[];
}

const language = 'en';
const manuals = '/usr/share/doc';

export const tiny: KeywordsOptions = {
  pages: [
    { title: 'The Ultimate Guide to Compost Heaps', sentences: ['A compost heap needs air.'], keywords: ['compost heap'] },
    { title: 'Pools: A Handbook', sentences: ['A pool keeps connections.', 'The pool waits.'], keywords: ['pools'] },
  ],
};

/**
 * Of pages of manuals that Debian installs, whose keywords were judged by hand, the share whose guess is one of these, beside the whole title and
 * the first keyphrase of the text; and how long a guess takes.
 */
export async function run({ pages: given }: KeywordsOptions = {}): Promise<object> {
  const pages = given ?? (await labelled());
  if (pages.length === 0)
    return { skipped: `The manuals are not in ${manuals}: install apache2-doc, git-doc, python3-doc and sqlite3-doc.` };
  const right = (guess: (page: Labelled) => string | null | undefined) => {
    const isRight = (page: Labelled) =>
      page.keywords.some((keyword) => keywordKey(keyword, language) === keywordKey(guess(page) ?? '', language));
    return round(pages.filter(isRight).length / pages.length, 3);
  };
  const began = performance.now();
  for (const page of pages) keywordOf(page.title, page.sentences, language);
  const ms = round((performance.now() - began) / pages.length, 2);
  return {
    pages: pages.length,
    right: right((page) => keywordOf(page.title, page.sentences, language)),
    wholeTitle: right(({ title }) => title),
    firstKeyphrase: right(({ title, sentences: all }) => keyphrases([title, ...all], language, 1)[0]?.phrase),
    ms,
  };
}

/** `keywords.txt` beside this file: a path, and what is right for it. */
async function labelled(): Promise<Labelled[]> {
  const pages: Labelled[] = [];
  for (const line of readFileSync(new URL('keywords.txt', import.meta.url), 'utf8').split('\n')) {
    const [, path, keywords] = /^([^#\s]\S*): (.+)$/.exec(line) ?? [];
    const file = path && join(manuals, path);
    if (!file || !existsSync(file)) continue;
    const { title, passages } = await readDocument({ kind: 'html', content: readFileSync(file) });
    const prose = passages.filter(({ kind }) => kind === 'prose').flatMap(({ text }) => sentences(text, language));
    pages.push({ title: title ?? '', sentences: prose, keywords: keywords!.split('; ') });
  }
  return pages;
}
