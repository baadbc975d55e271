interface Pages {
  cpuMsPerPage: number;
  pagesPerSecond: number;
}

/** What the bench of the crawl prints, as far as docs/figures.md takes from it. */
export type CrawlFound = Record<'fetchOnly' | 'reading' | 'audit', Pages> & {
  /** Why it did not run, if it did not. */
  linkchecker: Pages | string;
  timesFetchOnly: { value: number };
  memory: { rssAtFirstMiB: number; rssAtEndMiB: number; peakMiB: number };
};

const sides = ({ reading, fetchOnly, audit, linkchecker }: CrawlFound, figure: keyof Pages) =>
  [reading, fetchOnly, audit, ...(typeof linkchecker === 'string' ? [] : [linkchecker])]
    .map((side) => side[figure].toLocaleString('en-US'))
    .join(', ');

export const crawlRows = [
  {
    bench: 'crawl',
    what: 'CPU of a page of Python’s manual that is asked, read, checked and kept, beside one that is only asked; the whole audit, linkchecker',
    aim: '≤ 3.5×',
    figure: (found: CrawlFound) => `${found.timesFetchOnly.value}×; ${sides(found, 'cpuMsPerPage')} ms`,
  },
  {
    bench: 'crawl',
    what: 'the same, pages a second',
    aim: '',
    figure: (found: CrawlFound) => sides(found, 'pagesPerSecond'),
  },
  {
    bench: 'crawl',
    what: 'memory of an audit of 100,000 pages: after 10,000, at the end, at most',
    aim: '≤ 400 MiB',
    figure: ({ memory }: CrawlFound) => `${memory.rssAtFirstMiB}, ${memory.rssAtEndMiB}, ${memory.peakMiB} MiB`,
  },
];
