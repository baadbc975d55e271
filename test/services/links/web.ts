import { file, startSite, type Answering, type Site } from '../../support/site.ts';
import { pageWith, type LinkDesk } from './desk.ts';

/** Answers as Serper does: with these pages, whatever is asked. Returns the questions. */
export async function answerSearches({ desk }: Pick<LinkDesk, 'desk'>, linksFor: (query: string) => readonly string[]): Promise<string[]> {
  const asked: string[] = [];
  const search = await startSite({
    '/search': (request, response) => {
      let body = '';
      request
        .on('data', (piece: Buffer) => (body += piece.toString()))
        .on('end', () => {
          const { q } = JSON.parse(body) as { q: string };
          asked.push(q);
          const organic = linksFor(q).map((link, index) => ({
            title: `Result ${index + 1}`,
            link,
            snippet: 'A snippet.',
            position: index + 1,
          }));
          const answer = JSON.stringify({ organic, peopleAlsoAsk: [], relatedSearches: [], credits: 1 });
          response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
        });
    },
  });
  await desk.call('integrations_set', { provider: 'serper', apiKey: 'key', baseUrl: search.url });
  return asked;
}

/** Has answers read that cite these pages, and name Rival, the competitor, unless a text says otherwise. */
export async function answersCite(
  { desk }: Pick<LinkDesk, 'desk'>,
  urls: readonly string[],
  text = 'Rival is the one to take.',
): Promise<void> {
  const answers = urls.map((url, at) => ({
    prompt: 'Which garden diary is good?',
    engine: 'chatgpt',
    text: `${text} Answer ${at} says so [1].`,
    citations: [{ url, title: 'A page' }],
  }));
  await desk.call('ai_answers_submit', { answers });
  await desk.runDue();
}

export const prose =
  '<p>We have grown vegetables in raised beds for many years, and a diary of the garden is what helped us most with it.</p><p>Whoever writes down when they have sown finds out what the soil and the weather do to each bed.</p>';

/** A site with a page, and one on which it says whom to write to. */
export async function siteWith(html: string, contact = '<p>Write to <a href="mailto:redaktion@gartenblatt.de">us</a>.</p>'): Promise<Site> {
  const page = (title: string, inner: string) => pageWith(title, `${inner}\n<footer><a href="/kontakt">Kontakt</a></footer>`);
  const pages: Record<string, Answering> = { '/page': page('Garden diaries', html), '/kontakt': pageWith('Kontakt', contact) };
  return startSite(pages);
}

export const robots = (text: string): Answering => file('text/plain', text);
