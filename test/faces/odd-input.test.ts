import type { Client } from '@modelcontextprotocol/client';
import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { FieldError } from '../../src/errors.ts';
import { fillPath, pathFields, type Operation } from '../../src/operation.ts';
import { catalogue } from '../../tools/index.ts';
import type { Loose } from '../support/loose.ts';
import { callRest, connectMcp, request } from '../support/wire-clients.ts';
import { startKeyedDesk } from './keyed-desk.ts';

const swept = /^(topics|keywords|rankings|search_console)_/;
const operations = catalogue.flatMap((group) => group.operations as readonly Operation<never>[]).filter(({ name }) => swept.test(name));

/** What nobody can see, search for or keep, and so is no keyword, name or question. */
const unseen = ['', '!!!', ' \n ', '\u200B\u200D\u2060', '\u200F\u202E', '\u0001\u0002', 'pool\u0000size', 'pool \uD800'];
const odd = [
  'x'.repeat(1000),
  '🏊🏽‍♀️',
  'пул pool プール',
  'שלום \u202E pool',
  '5',
  '__proto__',
  "'; drop table topics; --",
  'ZZ',
  '0000-01-01',
  '2026-02-30',
];
const unlike = [null, -1, 1.5, 1e21, true, {}, [], [[]], [null, 7], ['', 'ok', 'pool \uD800', 5], Array(10_000).fill('pool')];
const deep = (depth: number) => JSON.parse(`${'[{"a":'.repeat(depth)}1${'}]'.repeat(depth)}`) as unknown;

const texts = [...unseen, ...odd];

function valuesFor(shape: unknown): unknown[] {
  const inner = shape instanceof z.ZodOptional ? shape.unwrap() : shape;
  return [...(inner instanceof z.ZodArray ? texts.map((text) => [text]) : texts), ...unlike, deep(400)];
}

/** The fields whose words are kept or asked for. */
const worded = new Set(['name', 'pillarKeyword', 'keywords', 'prompts', 'seeds', 'competitors', 'tags']);
const isUnseen = (value: unknown) => [value].flat().length === 1 && unseen.includes([value].flat()[0] as string);
const longest = 8_000;

interface Told {
  status: number;
  body: Loose;
}

/** What a curl would send: no half characters in an address, no lists of ten thousand there, nothing but text. */
async function overRest({ url, key }: Desk, { method, path }: Operation<never>, input: Record<string, unknown>): Promise<Told | undefined> {
  const inBody = method !== 'GET' && method !== 'DELETE';
  const rest = Object.entries(input).filter(([field]) => !pathFields(path).includes(field));
  const placed = Object.fromEntries(Object.entries(input).map(([field, value]) => [field, String(value).toWellFormed()]));
  const query = inBody ? '' : `?${new URLSearchParams(rest.map(([field, value]): [string, string] => [field, String(value)])).toString()}`;
  const address = `${url}/api/v1${fillPath(path, placed)}${query}`;
  if (address.length > longest || pathFields(path).some((field) => placed[field] === '')) return undefined;
  const body = inBody ? { body: JSON.stringify(Object.fromEntries(rest)) } : {};
  const headers = { authorization: `Bearer ${key}`, ...(inBody && { 'content-type': 'application/json' }) };
  return (await request(address, { method, headers, ...body })) as Told;
}

async function overMcp({ client }: Desk, { name }: Operation<never>, input: Record<string, unknown>): Promise<Told> {
  const { isError, content } = await client.callTool({ name, arguments: input });
  const body = JSON.parse((content as { text: string }[])[0]!.text) as Loose;
  return { status: isError ? (body['status'] as number) : 200, body };
}

type Desk = Awaited<ReturnType<typeof startDesk>>;
let desk: Desk;
beforeEach(async () => void (desk = await startDesk()));

/** A desk with one of everything that the operations work on. */
async function startDesk() {
  const app = await startKeyedDesk({ offline: true });
  const call = async (name: string, input: Record<string, unknown> = {}) => (await app.desk.call(name, input)) as Loose;
  const { data } = await call('projects_list');
  const projectId = data[0].id as string;
  await call('projects_update', { id: projectId, siteUrl: 'https://www.example.com/' });
  const { id: top } = await call('topics_create', { name: 'Pools', keywords: ['pool size'] });
  const { keywords } = await call('topics_get', { id: top, view: 'keywords' });
  const { prompts } = await call('topics_add_prompts', { id: top, prompts: ['How large is a pool?'] });
  const { added } = await call('rankings_track', { keywords: ['pool size'] });
  const sheet = Buffer.from('Top queries,Clicks,Impressions,CTR,Position\npool size,12,2140,0.56%,9.3\n').toString('base64');
  await call('search_console_import', { base64: sheet, since: '2026-04-03', until: '2026-04-30', property: 'sc-domain:example.com' });
  const client: Client = await connectMcp(app.url, app.key);
  return {
    ...app,
    client,
    invoke: call,
    sheet,
    projectId,
    ids: { top, kw: keywords[1].id, prm: prompts[0].id, trk: added[0].id } as Loose,
  };
}

/** Its example, about what there is. */
function usualInput({ name, input, example }: Operation<never>, { ids, sheet }: Desk): Record<string, unknown> {
  const { id: _id, since: _since, until: _until, ...usual } = example.input as Record<string, unknown>;
  const named = { id: name.startsWith('rankings') ? ids.trk : ids.top, keywordId: ids.kw, promptId: ids.prm };
  const period = { base64: sheet, since: '2026-04-03', until: '2026-04-30' };
  const known = Object.entries({ ...named, ...(name === 'search_console_import' && period) });
  const needed = known.filter(([field]) => field in input.shape && !(name === 'rankings_list' && field === 'id'));
  return { ...usual, ...Object.fromEntries(needed) };
}

/** What is wrong with an answer to an odd value in a field. */
function faultOf({ status, body }: Told, field: string, value: unknown): string | undefined {
  if (status >= 500) return `answered ${status} ${body['code']}`;
  const errors = (body['errors'] ?? []) as FieldError[];
  if (status >= 400) {
    if (typeof body['code'] !== 'string' || !body['detail']) return 'a refusal that says nothing';
    const isNamed = errors.some(
      ({ pointer }) => pointer === `/${field}` || pointer.startsWith(`/${field}/`) || /since|until/i.test(pointer),
    );
    return body['code'] === 'invalid_input' && !isNamed ? `the field is not named: ${body['detail']}` : undefined;
  }
  const refused = ((body['refused'] ?? []) as unknown[]).length;
  return worded.has(field) && isUnseen(value) && refused === 0 ? 'nothing that can be searched for was taken' : undefined;
}

test.each(operations.map((operation) => [operation.name, operation] as const))(
  '%s: whatever stands in a field, the answer is its own or a refusal that names the field, over REST and MCP',
  async (_, operation) => {
    const faults: string[] = [];
    for (const [field, shape] of Object.entries(operation.input.shape).filter(([name]) => name !== 'projectId')) {
      for (const [nth, value] of valuesFor(shape).entries()) {
        const input = { ...usualInput(operation, desk), [field]: value };
        // What is no keyword over both, else in turns: both take their input through the same door.
        const faces = isUnseen(value) ? (['REST', 'MCP'] as const) : ([nth % 2 === 0 ? 'REST' : 'MCP'] as const);
        for (const face of faces) {
          const told = await { REST: overRest, MCP: overMcp }[face](desk, operation, input);
          const fault = told && faultOf(told, field, value);
          if (fault) faults.push(`${face} ${field} ${JSON.stringify(value).slice(0, 60)}: ${fault}`);
        }
      }
    }
    expect(faults).toEqual([]);
    const { top, trk } = desk.ids;
    expect((await desk.invoke('topics_get', { id: top, view: 'keywords' })).keywords[1].keyword).toBe('pool size');
    expect((await desk.invoke('topics_list_prompts', { id: top })).data.at(-1).text).toBe('How large is a pool?');
    expect((await desk.invoke('rankings_list', { id: trk })).data[0].keyword).toBe('pool size');
  },
);

const gap = { competitors: ['rival.example'] };
const refusals: [operation: string, input: Record<string, unknown>, code: string, pointer?: string][] = [
  ['keywords_search', { keywords: ['pool'], country: 'ZZ' }, 'invalid_input', '/country'],
  ['keywords_search', { keywords: ['pool'], country: 'UK' }, 'invalid_input', '/country'],
  ['keywords_search', { keywords: ['pool'], language: 'qq' }, 'invalid_input', '/language'],
  ['keywords_search', { keywords: ['pool', '\u200B'] }, 'invalid_input', '/keywords/1'],
  ['keywords_discover', { seeds: ['pool'], sources: [], country: 'EU' }, 'invalid_input', '/country'],
  ['keywords_discover', { seeds: ['pool', '\u2060'], sources: [] }, 'invalid_input', '/seeds/1'],
  ['keywords_competitor_gap', { ...gap, language: 'zz' }, 'invalid_input', '/language'],
  ['keywords_competitor_gap', { ...gap, keywords: ['pool', '\u0001'] }, 'invalid_input', '/keywords/1'],
  ['keywords_competitor_gap', { competitors: ['rival.example', 'www.example.com'] }, 'invalid_input', '/competitors/1'],
  ['keywords_competitor_gap', { competitors: ['https://ann:secret@rival.example/'] }, 'invalid_input', '/competitors/0'],
  ['keywords_competitor_gap', { competitors: ['5'] }, 'invalid_input', '/competitors/0'],
  ['keywords_competitor_gap', { competitors: ['cmp_gone'] }, 'not_found'],
  ['rankings_track', { keywords: ['pool'], country: 'XA' }, 'invalid_input', '/country'],
  ['rankings_track', { keywords: ['pool'], depth: '20' }, 'invalid_input', '/depth'],
  ['rankings_check', { ids: ['trk_gone'] }, 'not_found'],
  ['topics_create', { name: 'POOLS ' }, 'conflict', '/name'],
  ['search_console_query', { since: '2026-04-30', until: '2026-04-03' }, 'invalid_input', '/since'],
  ['search_console_query', { country: 'germany' }, 'invalid_input', '/country'],
  ['search_console_query', { country: 'qq' }, 'invalid_input', '/country'],
  ['search_console_query', { device: 'fridge' }, 'invalid_input', '/device'],
  ['search_console_query', { cursor: 'bm8' }, 'invalid_input', '/cursor'],
  ['search_console_query', { since: '2025-01-01', until: '2025-01-31' }, 'period_not_held'],
];

test('a refusal has its code, and says which field it is about', async () => {
  for (const [operation, input, code, pointer] of refusals) {
    const { status, body } = await callRest(desk.url, desk.key, operation, input);
    const told = `${operation} ${JSON.stringify(input)}`;
    expect(body, told).toMatchObject({ status, code, ...(pointer && { errors: [{ pointer }] }) });
  }
  const period = { base64: desk.sheet, property: 'sc-domain:example.com' };
  for (const days of [
    { since: '0000-01-01', until: '2026-04-30' },
    { since: '2026-04-30', until: '9999-12-31' },
  ])
    await expect(desk.invoke('search_console_import', { ...period, ...days })).rejects.toMatchObject({
      errors: [{ pointer: '/since', code: 'invalid_period' }],
    });
  const later = desk.invoke('search_console_import', { ...period, since: '2998-12-01', until: '2999-01-01' });
  await expect(later).rejects.toMatchObject({ errors: [{ pointer: '/until', code: 'invalid_period' }] });
});

test("another project's ids open nothing, and change nothing there", async () => {
  const { invoke, ids, projectId } = desk;
  const { id: other } = await invoke('projects_create', { name: 'Other', siteUrl: 'https://other.example/' });
  const { id: theirs } = await invoke('topics_create', { name: 'Pools', projectId: other });
  const refused = async (operation: string, input: Record<string, unknown>, code: string) =>
    expect(invoke(operation, input), operation).rejects.toMatchObject({ code });
  await refused('topics_remove_keyword', { id: theirs, keywordId: ids.kw }, 'not_found');
  await refused('topics_remove_prompt', { id: theirs, promptId: ids.prm }, 'not_found');
  await refused('rankings_check', { projectId: other, ids: [ids.trk] }, 'not_found');
  await refused('search_console_query', { projectId: other }, 'integration_required');
  await refused('topics_list', {}, 'project_required');
  await refused('rankings_list', { projectId: other, id: ids.trk }, 'not_found');
  const foreign = {
    base64: Buffer.from('Top pages,Clicks,Impressions,CTR,Position\nhttps://www.example.com/,1,9,11%,3\n').toString('base64'),
  };
  await refused('search_console_import', { ...foreign, since: '2026-04-01', until: '2026-04-30', projectId: other }, 'other_property');
  expect(await invoke('topics_get', { id: ids.top })).toMatchObject({ projectId, keywordCount: 2, promptCount: 1 });
});
