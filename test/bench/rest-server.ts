/** A server to be measured, in a process of its own: `rest-server.ts <"product" | "bare"> <home>`. Tells its port, and when asked its CPU time, over IPC. */
import { hash as digest, randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { flushCompileCache } from 'node:module';
import type { AddressInfo } from 'node:net';
import { createCopydesk } from '../../src/app.ts';
import type { ApiKeyRow, ProjectRow } from '../../src/db/rows/account.ts';
import { openBare } from '../db/bare.ts';

// Whoever started it may have been ended from outside.
process.on('disconnect', () => process.exit());
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send!({ cpuMs: (user + system) / 1000 });
});

const [kind, home] = process.argv.slice(2).map((text) => JSON.parse(text) as string) as [string, string];
const port = await (kind === 'product' ? serveProduct() : serveBare());
// It is killed in the end: what was compiled would be compiled again at each start.
flushCompileCache();
process.send!({ port });

async function serveProduct(): Promise<number> {
  const desk = await createCopydesk({ home, logLevel: 'silent' });
  const { url } = await desk.listen({ port: 0 });
  return Number(new URL(url).port);
}

/** The limit: look the key up by its hash, read the row by its id, answer it as the same JSON. */
async function serveBare(): Promise<number> {
  const sqlite = openBare(home);
  const keyByHash = sqlite.prepare<[string], ApiKeyRow>('select * from api_keys where hash = ?');
  const projectById = sqlite.prepare<[string], ProjectRow>('select * from projects where id = ?');
  const isKnown = (key: string) => {
    const hash = digest('sha256', key);
    const row = keyByHash.get(hash);
    return row !== undefined && row.revoked_at === null && timingSafeEqual(Buffer.from(row.hash), Buffer.from(hash));
  };
  const server = createServer((request, response) => {
    const key = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
    if (key === undefined || !isKnown(key)) return void response.writeHead(401).end();
    const id = /^\/api\/v1\/projects\/(prj_\w{1,64})$/.exec(request.url ?? '')?.[1];
    const row = id === undefined ? undefined : projectById.get(id);
    if (!row) return void response.writeHead(404).end();
    const body = JSON.stringify(toWire(row));
    response.writeHead(200, headersOf(body)).end(body);
  });
  server.keepAliveTimeout = 65_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** The product's own, name by name. */
function headersOf(body: string) {
  return {
    'x-request-id': `req_${randomUUID().replaceAll('-', '')}`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    vary: 'Authorization, accept-encoding',
    etag: `"${digest('sha256', body, 'base64url').slice(0, 22)}"`,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  };
}

function toWire(row: ProjectRow) {
  return {
    id: row.id,
    name: row.name,
    siteUrl: row.site_url,
    language: row.language,
    country: row.country,
    brandTerms: JSON.parse(row.brand_terms) as unknown,
    brandColours: JSON.parse(row.brand_colours) as unknown,
    tone: row.tone,
    audience: row.audience,
    styleGuide: row.style_guide,
    timezone: row.timezone,
    eventWebhookUrl: row.event_webhook_url,
    articleDefaults: JSON.parse(row.article_defaults) as unknown,
    autoPublish: { mode: 'off', dailyCap: 3, minScore: 70, quietHours: null, ...(JSON.parse(row.auto_publish) as object) },
    schedules: { audit: 'off', rankings: 'off', searchConsole: 'off', visibility: 'off', ...(JSON.parse(row.schedules) as object) },
    searchConsoleProperty: row.search_console_property,
    mentionOnlyWith: JSON.parse(row.mention_only_with) as unknown,
    mentionNotWith: JSON.parse(row.mention_not_with) as unknown,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  };
}
