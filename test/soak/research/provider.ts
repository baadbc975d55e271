import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { answer, place } from '../../providers/keyword-data/labs.ts';

export interface Provider {
  url: string;
  /** What was asked for, in words of its own, in the order in which it was. */
  asked: string[];
  close(): void;
}

type Body = Record<string, string> & { dimensions: string[] };

/** Serper, DataForSEO, Google's Search Console and an OpenAI-compatible server in one. `days`: those that Google has rows of. */
export async function startProvider(days: readonly string[]): Promise<Provider> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    void answerTo(request).then(async (body) => {
      // So that a process is killed with questions under way.
      await sleep(20);
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });

  async function answerTo(request: IncomingMessage): Promise<unknown> {
    const sent = await text(request);
    if (request.url === '/token') return { access_token: 'token', expires_in: 3599, token_type: 'Bearer' };
    const parsed = JSON.parse(sent) as Body | [{ target: string }];
    if (Array.isArray(parsed)) {
      const [{ target }] = parsed;
      asked.push(target);
      return answer([place(`pumps of ${target}`, 3, { url: `https://${target}/pumps` })], 1).body;
    }
    if (request.url === '/search') {
      asked.push(parsed['q']!);
      return { organic: [{ title: 'Pumps', link: 'https://example.com/pumps', snippet: 'Pumps.', position: 1 }], credits: 1 };
    }
    if (request.url === '/chat/completions') {
      asked.push((parsed as unknown as { messages: [{ content: string }] }).messages[0].content);
      return { model: 'model', choices: [{ message: { content: 'Acme makes pumps.' }, finish_reason: 'stop' }] };
    }
    return searchAnalytics(parsed);
  }

  function searchAnalytics({ startDate, endDate, dimensions }: Body) {
    const ofDays = dimensions.includes('date');
    if (!ofDays) asked.push(`${startDate} ${dimensions.join('_')}`);
    const seen = days.filter((date) => date >= startDate! && date <= endDate!);
    const key: Record<string, string> = { query: 'pumps', page: 'https://example.com/pumps', country: 'usa', device: 'DESKTOP' };
    const rows = seen.map((date) => ({
      keys: dimensions.map((one) => key[one] ?? date),
      clicks: 2,
      impressions: 10,
      ctr: 0.2,
      position: 3,
    }));
    return { rows: ofDays ? rows : rows.slice(0, 1), responseAggregationType: 'byProperty' };
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
