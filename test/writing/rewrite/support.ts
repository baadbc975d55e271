import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import type { OptimizedPage, PageScore } from '../../../src/writing/optimize/shapes.ts';
import type { RewriteInput } from '../../../src/writing/rewrite/shapes.ts';

const word = fc.constantFrom('pump', 'valve', 'seal', 'rotor', 'flow');
const address = fc.constantFrom('/a', '/b', 'https://a.example/x', 'http://www.a.example/x/', '#top');

/** A block of Markdown; few words, so that two texts have much in common. */
export const pieceOfMarkdown: fc.Arbitrary<string> = fc.oneof(
  fc.tuple(word, word).map(([one, other]) => `The ${one} drives the ${other}.`),
  fc.tuple(word, address).map(([text, href]) => `Read of the [${text}](${href}) here.`),
  fc.tuple(word, address).map(([alt, src]) => `![${alt}](${src})`),
  fc.tuple(word, fc.constantFrom('sh', '')).map(([line, info]) => `\`\`\`${info}\n${line} --run\n\`\`\``),
  fc.tuple(word, word).map(([one, other]) => `| Part | Kind |\n| - | - |\n| ${one} | 1 |\n| ${other} | 2 |`),
  fc.tuple(fc.integer({ min: 1, max: 4 }), word).map(([level, text]) => `${'#'.repeat(level)} ${text}`),
  fc.tuple(word, word).map(([one, other]) => `- ${one}\n- ${other}`),
);

/** What parsers stumble over. */
export const hostileMarkdown: readonly string[] = [
  '',
  '\0',
  '# \n##\n#',
  '```\nnever closed',
  '[a]([b](c)',
  `${'['.repeat(2000)}${']'.repeat(2000)}`,
  '![](javascript:alert(1)) [](data:text/html,x) [x](//evil.example) [y](https://user:pass@h.example)',
  `${'> '.repeat(300)}deep`,
  `${'- '.repeat(200)}deep`,
  '| a |\n|-|\n| b | c | d |\n|',
  '<script>alert(1)</script>\n\n<img src=x onerror=alert(1)>',
  '\u202Eright to left\u202C and \uD800 half a pair',
  '[1]: https://a.example\n\n[1] [1] [2](x) [^3]',
  `${'*'.repeat(3000)}a${'*'.repeat(3000)}`,
  `${'`'.repeat(999)} a`,
];

const pairsFile = fileURLToPath(new URL('pairs/pages.txt', import.meta.url));

export interface RewrittenSentence {
  language: string;
  title: string;
  /** All sentences of the page. */
  page: readonly string[];
  original: string;
  rewritten: string;
  /** Null for an honest one. */
  lie: string | null;
}

/** The sentences of the labelled pages, each with one way to rewrite it. Throws at a line of another form. */
export function readRewritten(): RewrittenSentence[] {
  const found: (Omit<RewrittenSentence, 'page'> & { page: string[] })[] = [];
  let [language, title, original, page] = ['', '', '', [] as string[]];
  for (const line of readFileSync(pairsFile, 'utf8').split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const opening = /^\[(\w+)\] (.+)$/.exec(line);
    const [, mark, kind, text] = /^([>=!]) (?:\((\w+)\) )?(.+)$/.exec(line) ?? [];
    if (opening) [, language, title, page] = [...opening, []] as unknown as [string, string, string, string[]];
    else if (mark === '>') page.push((original = text!));
    else if (mark !== undefined) found.push({ language, title, page, original, rewritten: text!, lie: mark === '!' ? kind! : null });
    else throw new Error(`This line has no form that is known: ${line}`);
  }
  return found;
}

/** A score that tells nothing. */
export const nothing: PageScore = {
  score: 0,
  breakdown: [],
  terms: [],
  missingTerms: [],
  missingQuestions: [],
  outlineDiff: [],
  length: { words: 0, min: 0, max: 0 },
};

export function pageOf(markdown: string, more: Partial<OptimizedPage> = {}): OptimizedPage {
  return { url: 'https://site.example/page', title: 'A page', h1: null, metaDescription: null, language: 'en', markdown, ...more };
}

/** A rewrite of a page, with nothing beside its text. */
export function rewriteOf(page: OptimizedPage, markdown: string, more: Partial<RewriteInput> = {}): RewriteInput {
  const { title, h1, metaDescription } = page;
  const draft = { title, h1, metaDescription, markdown };
  return { page, keyword: title, draft, passages: [], lossReasons: [], quotes: [], kept: [], siteUrl: null, ...more };
}
