import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readAsMarkdown } from '../../src/markdown/page.ts';
import type { OptimizedPage } from '../../src/writing/optimize/shapes.ts';
import { checkRewrite } from '../../src/writing/rewrite/check.ts';
import { pageSections } from '../../src/writing/rewrite/sections.ts';
import { manuals } from '../bench/reading-manuals.ts';
import { rewriteOf } from '../writing/rewrite/support.ts';

/** Pages of manuals that nobody wrote for us, as Debian installs them. */
const perManual = 4;
const minWords = 500;
const maxLength = 40_000;
const perPage = 8;

const installed = manuals.filter(({ folder, pages }) => existsSync(folder) && readdirSync(folder).some((name) => pages.test(name)));
if (installed.length === 0) process.stderr.write(`The test with rewritten manuals is skipped. apt-get install ${manuals[0]!.package}.\n`);

async function pagesOf({ folder, pages }: (typeof manuals)[number]): Promise<OptimizedPage[]> {
  const found: OptimizedPage[] = [];
  for (const name of readdirSync(folder).toSorted()) {
    if (found.length === perManual || !pages.test(name)) continue;
    const url = `https://manual.example/${name}`;
    const page = await readAsMarkdown({ kind: 'html', content: readFileSync(join(folder, name)) }, url).catch(() => null);
    if (page && page.wordCount > minWords && page.markdown.length < maxLength) found.push({ ...page, url });
  }
  return found;
}

/** Sentences of a page in which this can be changed, without markup. */
async function changedSentences({ markdown, language }: OptimizedPage, what: RegExp, put: (found: string) => string) {
  const pieces = (await pageSections(markdown, language)).flatMap((section) => section.pieces.map((piece) => piece.text));
  const plain = pieces.filter((one) => /^\p{Lu}[^`|[\]*\\]{40,200}\.$/u.test(one) && what.test(one) && markdown.includes(one));
  return plain.slice(0, perPage).map((one) => markdown.replace(one, () => one.replace(what, put)));
}

test.skipIf(installed.length === 0)('pages of manuals stay as they are without a complaint, and false ones are held back', async () => {
  const held = { figures: [0, 0], denials: [0, 0] } as Record<'figures' | 'denials', [number, number]>;
  for (const page of (await Promise.all(installed.map(pagesOf))).flat()) {
    const same = await checkRewrite(rewriteOf(page, page.markdown));
    expect(same, page.url).toMatchObject({ markdown: page.markdown, claims: [], flags: [], losses: [], dropped: [] });
    const sections = await pageSections(page.markdown, page.language);
    const backwards = sections.map(({ raw }) => raw.trimEnd()).toReversed();
    expect(await checkRewrite(rewriteOf(page, backwards.join('\n\n'))), page.url).toMatchObject({ claims: [], losses: [] });
    const lies = {
      figures: await changedSentences(page, /(?<= )\d{2,}(?= )/, (figure) => String(Number(figure) + 7)),
      denials: await changedSentences(page, / not(?= )/, () => ''),
    };
    for (const kind of ['figures', 'denials'] as const) {
      for (const lie of lies[kind]) {
        const { claims } = await checkRewrite(rewriteOf(page, lie));
        held[kind][0] += Number(claims.some(({ gate }) => gate));
        held[kind][1]++;
      }
    }
  }
  process.stdout.write(`Held back: figures ${held.figures.join(' of ')}, denials ${held.denials.join(' of ')}.\n`);
  for (const [caught, all] of Object.values(held)) expect(caught).toBeGreaterThanOrEqual(0.95 * all);
});
