import { startSite, type Site } from '../../support/site.ts';

/** What Serper is asked, as far as it matters here. */
interface Asked {
  q: string;
  gl?: string;
  hl?: string;
  page?: number;
}

export interface Serper {
  url: string;
  /** The keywords in the order in which they were asked for, a line for each page. */
  asked: string[];
  /** By keyword: where the site stands, the status that it is answered with, from which page on it fails, or the page of the featured snippet. */
  answers: Record<string, { position?: number; status?: number; failsFrom?: number; snippet?: string }>;
  /** Called before it answers. */
  onAsked?: (() => Promise<void>) | undefined;
}

/** Answers as https://google.serper.dev/search does: pages of ten results, with the site among them where it is said to be. */
export async function startSerper(siteUrl: string): Promise<Serper> {
  const serper: Serper = { url: '', asked: [], answers: {} };
  const site: Site = await startSite({
    '/search': (request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', async () => {
        const { q, page = 1 } = JSON.parse(Buffer.concat(parts).toString('utf8')) as Asked;
        serper.asked.push(q);
        await serper.onAsked?.();
        const { position, snippet, failsFrom = Infinity, status = page < failsFrom ? 200 : 503 } = serper.answers[q] ?? {};
        const answer =
          status === 200
            ? {
                ...pageOf(siteUrl, { q, page, position }),
                ...(snippet && { answerBox: { title: 'Pools', snippet: 'A pool.', link: snippet } }),
              }
            : { message: 'Unauthorized.', statusCode: status };
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
      });
    },
  });
  serper.url = site.url;
  return serper;
}

function pageOf(siteUrl: string, { q, page, position }: { q: string; page: number; position: number | undefined }) {
  const organic = Array.from({ length: 10 }, (_, index) => {
    const rank = (page - 1) * 10 + index + 1;
    const link = rank === position ? new URL('pools', siteUrl).href : `https://other${rank}.example/`;
    return { title: `Result ${rank}`, link, snippet: 'A snippet.', position: index + 1 };
  });
  return {
    searchParameters: { q, gl: 'us', hl: 'en', type: 'search', page, engine: 'google' },
    organic,
    peopleAlsoAsk: [{ question: 'What is a pool?', snippet: 'A pool.', title: 'Pools', link: 'https://other1.example/' }],
    relatedSearches: [{ query: 'pool size' }],
    credits: 1,
  };
}
