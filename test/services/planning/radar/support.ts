import type { RadarChange, RadarPage, RadarSource, WatchedSource } from '../../../../schema/content-radar.ts';
import { file, startSite, type Site } from '../../../support/site.ts';
import { createTestApp, type TestApp } from '../../../support/test-app.ts';

export const dayMs = 24 * 3_600_000;

const opening = [
  'Most teams learn about it when the first customer waits.',
  'Few manuals say how it behaves under load.',
  'It is older than most of those who run it.',
];

/** An article of its own words on a subject, as a blog serves it. */
export function articleOn(subject: string, more = '', { head = '', foot = '' } = {}): string {
  const paragraphs = [
    `A good ${subject} begins with a measurement. ${opening[subject.length % 3]} The ${subject} is then made smaller until the numbers of the ${subject} stop to improve.`,
    `Whoever runs a ${subject} at night should write down what the ${subject} did by day. ${more}`,
    `The second part on the ${subject} tells how teams of three share a ${subject} and what each of them looks at in the morning.`,
  ];
  return `<!doctype html><html lang="en"><head><title>All about ${subject}</title>${head}</head><body><header><nav><a href="/">Home</a></nav></header>
<main><article><h1>All about ${subject}</h1>${paragraphs.map((text) => `<p>${text}</p>`).join('')}</article></main><footer><p>© 2025 Rival Ltd.</p>${foot}</footer></body></html>`;
}

export interface Rival {
  site: Site;
  /** Lists these paths in the sitemap, each with its date if it has one. */
  list(paths: readonly (string | [path: string, lastmod: string])[]): void;
  feed(paths: readonly string[]): void;
  put(path: string, html: string): void;
  take(path: string): void;
}

/** A competitor's blog with a sitemap of its articles, a path for each subject. */
export async function startRival(subjects: readonly string[]): Promise<Rival> {
  const site = await startSite();
  const rival: Rival = {
    site,
    list(paths) {
      const entries = paths.map((one) => {
        const [path, lastmod] = typeof one === 'string' ? [one] : one;
        return `<url><loc>${site.url}${path}</loc>${lastmod === undefined ? '' : `<lastmod>${lastmod}</lastmod>`}</url>`;
      });
      site.pages['/sitemap.xml'] = file(
        'application/xml',
        `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>`,
      );
    },
    feed(paths) {
      const items = paths.map((path) => `<item><title>${path}</title><link>${site.url}${path}</link></item>`).join('');
      site.pages['/feed.xml'] = file('application/rss+xml', `<rss version="2.0"><channel><title>Rival</title>${items}</channel></rss>`);
    },
    put: (path, html) => void (site.pages[path] = html),
    take: (path) => void delete site.pages[path],
  };
  for (const subject of subjects) rival.put(pathOf(subject), articleOn(subject));
  rival.put('/', frontPage(subjects));
  rival.list(subjects.map(pathOf));
  return rival;
}

export const pathOf = (subject: string) => `/blog/${subject.replaceAll(' ', '-')}`;

export function frontPage(subjects: readonly string[], head = ''): string {
  const cards = subjects.map(
    (subject) => `<h2><a href="${pathOf(subject)}">All about ${subject}</a></h2><p>A good ${subject} begins with a measurement.</p>`,
  );
  return `<!doctype html><html lang="en"><head><title>Rival blog</title>${head}</head><body><main>${cards.join('')}</main></body></html>`;
}

export interface Radar extends TestApp {
  watch(input: object): Promise<WatchedSource>;
  /** Looks now, and returns what the job came to. */
  check(input?: object): Promise<Record<string, unknown>>;
  changes(filter?: object): Promise<RadarChange[]>;
  sources(): Promise<RadarSource[]>;
}

export async function startRadar(options: Parameters<typeof createTestApp>[0] = {}): Promise<Radar> {
  const app = await createTestApp(options);
  const { desk } = app;
  const list = (filter: object) => desk.call('content_radar_list', { ...filter }) as Promise<RadarPage>;
  return {
    ...app,
    async watch(input) {
      const watched = (await desk.call('content_radar_watch', { kind: 'site', ...input })) as WatchedSource;
      await desk.runDue();
      return watched;
    },
    async check(input = {}) {
      const { jobId } = (await desk.call('content_radar_check', { ...input })) as { jobId: string };
      await desk.runDue();
      const job = (await desk.call('jobs_get', { id: jobId })) as { status: string; result: Record<string, unknown>; error: unknown };
      if (job.status !== 'succeeded') throw new Error(`The check ${job.status}: ${JSON.stringify(job.error)}`);
      return job.result;
    },
    changes: async (filter = {}) => (await list({ limit: 100, ...filter })).data,
    sources: async () => (await list({ include: ['sources'] })).sources!,
  };
}

/** Kinds and paths, sorted. */
export function told(changes: readonly RadarChange[]): string[] {
  return changes.map(({ kind, url }) => `${kind} ${new URL(url).pathname}`).toSorted();
}
