import { startSite, type Site } from './site.ts';

export interface AnalyticsBody {
  startDate: string;
  endDate: string;
  dimensions: string[];
  rowLimit: number;
  startRow: number;
  [field: string]: unknown;
}

interface GoogleRow {
  keys: string[];
  clicks: number;
  impressions: number;
  position: number;
}

export interface FakeGoogle {
  url: string;
  /** The bodies of Search Analytics in the order in which they came. */
  asked: AnalyticsBody[];
  tokens: number;
  /** The days that have rows. */
  days: string[];
  /** Rows of a day by dimensions; what it does not say is one row. */
  rowsOf: (asked: AnalyticsBody) => GoogleRow[] | undefined;
  /** Refuses what it returns something for. */
  refuse: (asked: AnalyticsBody, nth: number) => { status: number; reason: string } | undefined;
}

export const property = 'sc-domain:example.com';

const sample: Record<string, string> = { query: 'pumps', page: 'https://example.com/pumps', country: 'usa', device: 'DESKTOP' };

/** Answers as oauth2.googleapis.com/token and Search Analytics of www.googleapis.com do. */
export async function startGoogle(days: string[]): Promise<FakeGoogle> {
  const google: FakeGoogle = { url: '', asked: [], tokens: 0, days, rowsOf: () => undefined, refuse: () => undefined };
  const site: Site = await startSite({
    '/token': (_, response) => {
      google.tokens += 1;
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ access_token: 'ya29.token', expires_in: 3599, token_type: 'Bearer' }));
    },
    '/webmasters/v3/sites': (_, response) =>
      void response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ siteEntry: [{ siteUrl: property, permissionLevel: 'siteOwner' }] })),
    [`/webmasters/v3/sites/${encodeURIComponent(property)}/searchAnalytics/query`]: (request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const body = JSON.parse(Buffer.concat(parts).toString('utf8')) as AnalyticsBody;
        const refusal = google.refuse(body, google.asked.push(body));
        const { status, answer } = refusal
          ? { status: refusal.status, answer: errorOf(refusal) }
          : { status: 200, answer: answerOf(google, body) };
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
      });
    },
  });
  google.url = site.url;
  return google;
}

const errorOf = ({ status, reason }: { status: number; reason: string }) => ({
  error: { code: status, message: `Refused: ${reason}.`, errors: [{ message: `Refused: ${reason}.`, domain: 'global', reason }] },
});

function answerOf({ days, rowsOf }: FakeGoogle, body: AnalyticsBody) {
  const seen = days.filter((date) => date >= body.startDate && date <= body.endDate);
  const figures = { clicks: 2, impressions: 10, position: 3 };
  const usual = body.dimensions.includes('date')
    ? seen.map((date) => ({ keys: body.dimensions.map((one) => (one === 'date' ? date : sample[one]!)), ...figures }))
    : seen.slice(0, 1).map(() => ({ keys: body.dimensions.map((one) => sample[one]!), ...figures }));
  const rows = (rowsOf(body) ?? usual).slice(body.startRow, body.startRow + body.rowLimit);
  const told = rows.map((row) => ({ ...row, ctr: row.clicks / row.impressions }));
  return { ...(told.length > 0 && { rows: told }), responseAggregationType: body.dimensions.includes('page') ? 'byPage' : 'byProperty' };
}
