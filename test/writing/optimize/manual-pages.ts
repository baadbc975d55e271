import { existsSync, readFileSync } from 'node:fs';
import { readAsMarkdown } from '../../../src/markdown/page.ts';
import { sentences } from '../../../src/language/sentences.ts';
import { mentionsOf } from '../../../src/writing/score/measures.ts';
import { terms } from '../../../src/language/tokens.ts';
import type { OptimizedPage, OptimizeInput, PageScore } from '../../../src/writing/optimize/shapes.ts';
import { inputOf } from './support.ts';
import { paragraphsOf } from './variants.ts';

/** Pages of a manual that Debian installs: the first is optimized for the keyword against the others; further ones are its author's sources. */
interface ManualSet {
  package: string;
  folder: string;
  keyword: string;
  pages: readonly string[];
  sources: readonly string[];
}

const sqlite = { package: 'sqlite3-doc', folder: '/usr/share/doc/sqlite3' };
const git = { package: 'git-doc', folder: '/usr/share/doc/git-doc' };
export const manualSets: readonly ManualSet[] = [
  {
    ...sqlite,
    keyword: 'write-ahead log',
    pages: ['wal', 'atomiccommit', 'walformat', 'lockingv3', 'isolation', 'tempfiles'],
    sources: ['fileformat2', 'howtocorrupt', 'pragma', 'lang_transaction', 'faq', 'c3ref/c_abort', 'sharedcache', 'arch'],
  },
  {
    ...sqlite,
    keyword: 'query planner',
    pages: ['queryplanner', 'optoverview', 'queryplanner-ng', 'eqp', 'lang_analyze', 'partialindex'],
    sources: ['opcode', 'expridx', 'withoutrowid', 'lang_createindex', 'faq', 'arch', 'fileformat2', 'whentouse', 'rowvalue'],
  },
  {
    ...git,
    keyword: 'git rebase',
    pages: ['git-rebase', 'gitworkflows', 'git-pull', 'git-cherry-pick', 'gittutorial', 'giteveryday'],
    sources: ['gitglossary', 'user-manual', 'git-merge', 'git-commit', 'gitcore-tutorial', 'git-push', 'git-fetch', 'git-branch'],
  },
];

export interface ManualInput {
  input: OptimizeInput;
  sources: OptimizedPage[];
}

/** Undefined if the manual is not installed. */
export async function readSet({ folder, keyword, pages, sources }: ManualSet): Promise<ManualInput | undefined> {
  if (!existsSync(folder)) return undefined;
  const read = async (name: string): Promise<OptimizedPage[]> => {
    const file = `${folder}/${name}.html`;
    if (!existsSync(file)) return [];
    const url = `https://manual.example/${name}`;
    const { title, h1, metaDescription, language, markdown } = await readAsMarkdown({ kind: 'html', content: readFileSync(file) }, url);
    return [{ url, title, h1, metaDescription, language, markdown }];
  };
  const all: OptimizedPage[] = [];
  for (const name of [...pages, ...sources]) all.push(...(await read(name)));
  const [page, ...others] = all;
  return { input: inputOf(keyword, page!, others.slice(0, pages.length - 1)), sources: others.slice(pages.length - 1) };
}

/** What the score asks for, done with sentences of the author's sources that say a missing term, and with the title, as an extractive writer would. */
export function withSuggestions({ input: { page, keyword, language }, sources }: ManualInput, { missingTerms }: PageScore): OptimizedPage {
  const all = sources.flatMap(({ markdown }) => paragraphsOf(markdown).flatMap((paragraph) => sentences(paragraph, language)));
  const read = all.filter((one) => /^[A-Z].*[.]$/.test(one)).map((text) => ({ text, said: terms(text, language) }));
  const taken = new Set<string>();
  for (const { term, min, count } of missingTerms) {
    const wanted = terms(term, language);
    const saying = read.filter(({ said, text }) => !taken.has(text) && mentionsOf(wanted, said) > 0);
    for (const { text } of saying.slice(0, min - count)) taken.add(text);
  }
  const title = `${keyword.charAt(0).toUpperCase()}${keyword.slice(1)}: ${page.title}`.slice(0, 60);
  return { ...page, title, h1: title, markdown: `${page.markdown}\n\n${[...taken].join('\n\n')}` };
}
