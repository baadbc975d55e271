import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { catalogue } from '../tools/index.ts';
import { createTestApp } from './support/test-app.ts';

/** What ids begin with, by their field's name or, where that is `id` or `ids`, by the first words of their operation's. */
const prefixes: Readonly<Record<string, string>> = {
  actions: 'act',
  ai_answers: 'ans',
  articleId: 'art',
  batchId: 'bat',
  competitorId: 'cmp',
  keywordId: 'kw',
  parentId: 'doc',
  planId: 'pln',
  projectId: 'prj',
  promptId: 'prm',
  promptIds: 'prm',
  sourceId: 'src',
  topicId: 'top',
  draftId: 'mld',
  ids: 'dlv',
  articles: 'art',
  audit: 'aud',
  batches: 'bat',
  calendar: 'cal',
  competitors: 'cmp',
  content_radar_list: 'chg',
  content_radar_unwatch: 'src',
  jobs: 'job',
  knowledge: 'doc',
  link_prospects: 'lnk',
  optimizations: 'opt',
  projects: 'prj',
  prompts: 'prm',
  rankings: 'trk',
  topics: 'top',
  webhook_deliveries: 'dlv',
};

/** An id that a service gave, not the desk. */
const ofGoogle = 'clientId';

interface IdField {
  operation: string;
  name: string;
  shape: z.ZodType;
}

/** Every field of a shape that is an id by its name, at any depth. */
function idFields(operation: string, shape: z.ZodType, name = ''): IdField[] {
  if (shape instanceof z.ZodOptional || shape instanceof z.ZodNullable) return idFields(operation, shape.unwrap() as z.ZodType, name);
  if (shape instanceof z.ZodArray) return idFields(operation, shape.element as z.ZodType, name);
  if (shape instanceof z.ZodObject)
    return Object.entries(shape.shape).flatMap(([field, inner]) => idFields(operation, inner as z.ZodType, field));
  return /^ids?$|Ids?$/.test(name) && name !== ofGoogle ? [{ operation, name, shape }] : [];
}

const fields = catalogue
  .flatMap((group) => group.operations)
  .flatMap(({ name, input, local }) => [input, ...(local ? [local.input] : [])].flatMap((shape) => idFields(name, shape)));

function prefixOf({ operation, name }: IdField): string {
  const noun = Object.keys(prefixes).find((word) => `${operation}_`.startsWith(`${word}_`)) ?? '';
  const prefix = prefixes[name === 'id' || name === 'ids' ? noun : name];
  if (prefix === undefined) throw new Error(`Which ids does ${name} of ${operation} take?`);
  return prefix;
}

const uuid = '01997a3c5d2e7f10a4b8c6d2e4f60718';
const takes = ({ shape }: IdField, id: string) => shape.safeParse(id).success;

/** What a field takes that is no id of its kind. */
function wronglyTaken(field: IdField): string[] {
  const prefix = prefixOf(field);
  const other = prefix === 'art' ? 'job' : 'art';
  const wrong = {
    nothing: '',
    'a NUL': '\u0000',
    'a NUL at its end': `${prefix}_1\u0000`,
    'a line after it': `${prefix}_1\n`,
    'no prefix': uuid,
    'the prefix alone': `${prefix}_`,
    'another prefix': `${other}_${uuid}`,
    'a path': `${prefix}_../1`,
    '5,000 characters': `${prefix}_${'1'.repeat(5000)}`,
  };
  return Object.entries(wrong).flatMap(([words, id]) => (takes(field, id) ? [words] : []));
}

describe('every input that is an id', () => {
  test('is looked at', () => {
    expect(fields.length).toBeGreaterThan(40);
    expect(new Set(fields.map(({ name }) => name))).toEqual(
      new Set([
        'id',
        'ids',
        'articleId',
        'batchId',
        'competitorId',
        'draftId',
        'keywordId',
        'parentId',
        'planId',
        'projectId',
        'promptId',
        'promptIds',
        'sourceId',
        'topicId',
      ]),
    );
  });

  test('refuses what can be no id of its kind', () => {
    expect(fields.map((field) => [field.operation, field.name, wronglyTaken(field)]).filter(([, , wrong]) => wrong!.length > 0)).toEqual(
      [],
    );
  });

  test('takes the ids that are made', () => {
    expect(fields.filter((field) => !takes(field, `${prefixOf(field)}_${uuid}`))).toEqual([]);
  });

  test('says what it wants', () => {
    const issue = fields.find(({ operation }) => operation === 'jobs_get')!.shape.safeParse('art_1').error!.issues[0]!;
    expect(issue.message).toBe('must be the id of a job (job_…)');
  });

  test('would be found without its shape', () => {
    const planted = z.strictObject({ id: z.string(), items: z.array(z.strictObject({ articleId: z.string().max(100).optional() })) });
    expect(idFields('jobs_planted', planted).map((field) => wronglyTaken(field).length > 0)).toEqual([true, true]);
  });

  test('is answered as one that nothing has, where the operation can say so; in a list it is named', async () => {
    const { desk } = await createTestApp();
    const refused = (operation: string, input: Record<string, unknown>) => desk.call(operation, input).catch((error: unknown) => error);
    expect(await refused('jobs_get', { id: 'nope' })).toMatchObject({
      code: 'not_found',
      message: 'id must be the id of a job (job_…).',
      errors: [{ pointer: '/id', code: 'invalid_id' }],
    });
    expect(await refused('articles_list', { projectId: 'art_1' })).toMatchObject({ code: 'not_found' });
    expect(await refused('jobs_get', { id: 'nope', more: 1 })).toMatchObject({ code: 'invalid_input' });
    const many = await refused('webhook_deliveries_retry_many', { ids: ['dlv_1', 'nope'] });
    expect(many).toMatchObject({ code: 'invalid_input', errors: [{ pointer: '/ids/1', code: 'invalid_id' }] });
  });
});
