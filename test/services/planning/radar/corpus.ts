/** A site of six pieces in one template. */

export interface Pair {
  name: string;
  isChange: boolean;
  /** What the piece on pools has before. */
  was?(html: string): string;
  /** What happens to it, in its HTML. */
  here?(html: string): string;
  /** What happens to each of the other pieces. */
  elsewhere?(html: string): string;
  /** Whether what happens to the others is a change there. */
  isChangeElsewhere?: boolean;
  /** Only so many of the others belong to the site; default all five. */
  others?: number;
}

export const target = '/blog/connection-pools';

interface Piece {
  title: string;
  paragraphs: readonly string[];
}

const pieces: Readonly<Record<string, Piece>> = {
  [target]: {
    title: 'Connection pools explained',
    paragraphs: [
      'A connection pool keeps connections to a database open, so that a request need not wait for a handshake. Most services start with a pool of five connections.',
      'The pool hands out an idle connection when a request asks for one. When all are busy, the request waits in a queue until one is free.',
      'The starter plan costs $49 a month and holds three pools. The team plan costs $99 and holds twelve.',
      'Close the pool when the service stops. Closing waits for the requests that are under way, and refuses new ones.',
    ],
  },
  '/blog/slow-queries': {
    title: 'Finding slow queries',
    paragraphs: [
      'A slow query log names every statement that took longer than a limit. Set the limit to half a second first, and lower it week by week.',
      'Sort what it names by total time rather than by the longest run: a query of ten milliseconds that runs a million times costs more.',
      'An index on the column that is filtered most often mends most of them. Read the plan before and after, and keep both.',
    ],
  },
  '/blog/schema-migrations': {
    title: 'Schema migrations without downtime',
    paragraphs: [
      'Add the new column first, and let both versions of the service write to it. Fill the old rows in small steps at night.',
      'Only when every process reads the new column is the old one dropped. A migration that does all of that at once locks the table.',
      'Number the migrations and never edit one that has been released, however small the mistake in it is.',
    ],
  },
  '/blog/backups': {
    title: 'Backups that can be restored',
    paragraphs: [
      'A backup nobody has restored is a hope. Restore the newest one every week into an empty machine and count the rows.',
      'Keep one copy in another building, and one that the production credentials cannot delete. Ransomware looks for both.',
      'Write down how long the restore took. That number is what you promise to customers, not the time of the backup.',
    ],
  },
  '/blog/read-replicas': {
    title: 'When read replicas help',
    paragraphs: [
      'A replica answers reads that may be a little old: reports, search, exports. What was just written has to be read from the primary.',
      'Measure the lag in seconds and show it beside the response times. A replica that lags by minutes is worse than none.',
      'Writes do not get faster by replicas. If the primary is busy with writes, split the data instead.',
    ],
  },
  '/blog/monitoring': {
    title: 'Monitoring what matters',
    paragraphs: [
      'Watch the queue before the processor. A queue that grows tells minutes earlier that something is wrong than any average does.',
      'Alert on what users feel: errors and waiting. Everything else belongs on a dashboard that somebody looks at by day.',
      'Delete an alert that woke somebody three times for nothing. It has already taught the team to ignore it.',
    ],
  },
};

export const titleOf = (path: string) => pieces[path]!.title;
export const teaserOf = (path: string) => `${pieces[path]!.paragraphs[0]!.slice(0, 70)}…`;

/** The other pieces, in an order that differs from page to page. */
export function related(path: string, seed: number): string {
  const all = Object.keys(pieces).filter((one) => one !== path);
  const chosen = [0, 1, 2].map((step) => all[(seed * 2 + step) % all.length]!);
  return `<div class="related"><h3>Related posts</h3>${chosen.map((one) => `<p><a href="${one}">${pieces[one]!.title}</a></p>`).join('')}</div>`;
}

function pageOf(path: string, seed: number): string {
  const { title, paragraphs } = pieces[path]!;
  const views = 1000 + seed * 137;
  return `<!doctype html><html lang="en"><head><title>${title} | Tidewater Blog</title><meta name="description" content="${title}, told by Tidewater."></head>
<body><header><nav><a href="/">Home</a> <a href="/blog/">Blog</a> <a href="/pricing">Pricing</a></nav></header>
<main><article><h1>${title}</h1>
<p class="meta">By Ann Lee · Updated on March ${seed + 1}, 2026</p>
<p class="meta">${views} views · 4 min read · posted 3 days ago</p>
${paragraphs.map((text) => `<p>${text}</p>`).join('\n')}
<p class="offer">As a book with exercises it costs $${19 + seed} in our shop.</p>
<p class="count">${240 + seed * 17} engineers read this last week.</p>
${related(path, seed)}
<p class="newsletter">Get one letter a month with what we learnt about databases.</p>
</article></main>
<footer><p>© 2025 Tidewater Ltd. All rights reserved.</p></footer></body></html>`;
}

/** The site's pages before and after, by path; the first is the one of the pair. */
export function siteOf({
  was = (html) => html,
  here = (html) => html,
  elsewhere = (html) => html,
  others = 5,
}: Pair): Record<string, { before: string; after: string }> {
  const paths = Object.keys(pieces).slice(0, others + 1);
  return Object.fromEntries(
    paths.map((path, seed) => {
      const before = path === target ? was(pageOf(path, seed)) : pageOf(path, seed);
      return [path, { before, after: path === target ? here(before) : elsewhere(before) }];
    }),
  );
}
