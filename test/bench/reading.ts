import { readDocument } from '../../src/documents/reading.ts';
import { parseDocument } from '../../src/documents/dom.ts';
import { round } from './figures.ts';
import { manuals, pagesOf, unseen, type Manual, type ManualPage } from './reading-manuals.ts';
import { plainWords, rest, truthOf, type Truth } from './reading-truth.ts';

export interface ReadingOptions {
  /** Pages of each manual. */
  pages?: number;
  manuals?: readonly Manual[];
}

export const tiny: ReadingOptions = { pages: 1, manuals: manuals.filter(({ package: name }) => name === 'maint-guide-fr') };

const aims = { kept: 0.97, around: 0.02 };

/** What a reader made of a page. */
interface Output {
  /** Without headings and code, as far as the reader tells them apart. */
  text: string;
  headings: string[];
  cpuMs: number;
}

type Reader = (html: string) => Promise<Omit<Output, 'cpuMs'>>;

const readers: Record<'desk' | 'readability' | 'wholePage', Reader> = {
  async desk(html) {
    const { title, text, passages } = await readDocument({ kind: 'html', content: html });
    const headings = new Set(passages.flatMap(({ heading }) => heading?.split(' › ') ?? []));
    return { text: `${title ?? ''}\n${text}`, headings: [title ?? '', ...headings, ...text.split('\n')] };
  },
  async readability(html) {
    const { Readability } = await import('@mozilla/readability');
    const article = new Readability((await parseDocument(html)) as never).parse();
    return fromHtml(article?.content ?? '', article?.title ?? '');
  },
  wholePage: async (html) => fromHtml(html, ''),
};

async function fromHtml(html: string, title: string): Promise<Omit<Output, 'cpuMs'>> {
  const { body } = await parseDocument(html);
  for (const element of body!.querySelectorAll('script, style')) element.remove();
  const headings = Array.from(body!.querySelectorAll('h1, h2, h3, h4, h5, h6'), (element) => element.textContent ?? '');
  return { text: `${title}\n${body!.textContent ?? ''}`, headings: [title, ...headings] };
}

interface Share {
  found: number;
  of: number;
}
type What = 'headings' | 'words' | 'code' | 'links' | 'around';
type Shares = Record<What, Share>;

/**
 * Reads pages of Debian's manuals and compares what is kept with the part that each manual's own markup calls the main one; beside Readability
 * and the whole page.
 */
export async function run(options: ReadingOptions = {}): Promise<object> {
  const wanted = options.manuals ?? [...manuals, ...unseen];
  const found = wanted.map((manual) => ({ manual, pages: pagesOf(manual, options.pages ?? 15) }));
  const missing = found.flatMap(({ manual, pages }) => (pages ? [] : [manual.package]));
  if (missing.length === found.length) return { skipped: `None of the manuals is installed: apt-get install ${missing.join(' ')}.` };
  const rows: Awaited<ReturnType<typeof rowOf>>[] = [];
  for (const { manual, pages } of found) if (pages) rows.push(await rowOf(manual, pages));
  const wasSeen = ({ name }: { name: string }) => !unseen.some((manual) => manual.package === name);
  return {
    notInstalled: missing,
    ...overall(rows.filter(wasSeen)),
    unseen: overall(rows.filter((row) => !wasSeen(row))),
    manuals: Object.fromEntries(
      rows.map(({ name, pages, shares, cpuMs }) => [
        name,
        { pages, cpuMs, desk: told([shares.desk]), readability: told([shares.readability]), wholePage: told([shares.wholePage]) },
      ]),
    ),
  };
}

/** Of all the manuals, and of the one that fares worst. */
function overall(rows: readonly Awaited<ReturnType<typeof rowOf>>[]): object {
  const all = (what: What) => rows.map(({ shares }) => shareIn(shares.desk[what]));
  const by = (name: keyof typeof readers) => told(rows.map(({ shares }) => shares[name]));
  const least = Math.min(...(['headings', 'words', 'code', 'links'] as const).flatMap(all));
  const most = Math.max(...all('around'));
  if (rows.length === 0) return {};
  return {
    leastKept: { value: round(least, 3), aim: aims.kept, met: least >= aims.kept },
    mostAround: { value: round(most, 3), aim: aims.around, met: most <= aims.around },
    desk: by('desk'),
    readability: by('readability'),
    wholePage: by('wholePage'),
  };
}

async function rowOf(manual: Manual, pages: readonly ManualPage[]) {
  const shares = { desk: none(), readability: none(), wholePage: none() };
  const cpuMs = { desk: 0, readability: 0, wholePage: 0 };
  let read = 0;
  for (const { html } of pages) {
    const truth = await truthOf(html, manual.main, manual.without);
    if (!truth) continue;
    read++;
    for (const name of Object.keys(readers) as (keyof typeof readers)[]) {
      const began = process.cpuUsage();
      const output = await readers[name](html);
      const { user, system } = process.cpuUsage(began);
      cpuMs[name] += (user + system) / 1000;
      for (const [what, share] of Object.entries(compare(truth, output))) {
        shares[name][what as What].found += share.found;
        shares[name][what as What].of += share.of;
      }
    }
  }
  const perPage = (ms: number) => Math.round(ms / Math.max(1, read));
  return {
    name: manual.package,
    pages: read,
    shares,
    cpuMs: { desk: perPage(cpuMs.desk), readability: perPage(cpuMs.readability), wholePage: perPage(cpuMs.wholePage) },
  };
}

function compare(truth: Truth, { text, headings }: Omit<Output, 'cpuMs'>): Shares {
  const read = plainWords(text);
  const line = ` ${read.join(' ')} `;
  const named = new Set(headings.map((heading) => plainWords(heading).join(' ')));
  const verbatim = exact(text);
  // What is neither prose nor code of the main part came along from around it.
  const extra = rest(read, [...truth.words, ...truth.code.flatMap(plainWords)]);
  return {
    headings: { found: truth.headings.filter((heading) => named.has(heading)).length, of: truth.headings.length },
    words: { found: truth.words.length - rest(truth.words, read).length, of: truth.words.length },
    code: { found: truth.code.filter((code) => verbatim.includes(exact(code).trim())).length, of: truth.code.length },
    links: { found: truth.links.filter((link) => line.includes(` ${link} `)).length, of: truth.links.length },
    around: { found: extra.length - rest(extra, truth.around).length, of: read.length },
  };
}

/** With line breaks and indentation, but without blanks at the ends of lines. */
function exact(text: string): string {
  return text.replace(/[^\S\n]+$/gm, '').replace(/^\n+|\n+$/g, '');
}

function none(): Shares {
  const share = () => ({ found: 0, of: 0 });
  return { headings: share(), words: share(), code: share(), links: share(), around: share() };
}

function shareIn({ found, of }: Share): number {
  return of === 0 ? 1 : found / of;
}

function told(all: readonly Shares[]): Record<What, number> {
  const sum = (what: What) =>
    all.reduce((total, { [what]: { found, of } }) => ({ found: total.found + found, of: total.of + of }), { found: 0, of: 0 });
  const share = (what: What) => round(shareIn(sum(what)), 3);
  return { headings: share('headings'), words: share('words'), code: share('code'), links: share('links'), around: share('around') };
}
