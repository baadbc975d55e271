import type { ArticleSummary } from '../../../../schema/articles.ts';
import type { AutoPublishState } from '../../../../schema/auto-publish.ts';
import type { CopydeskOptions } from '../../../../src/app.ts';
import { adminApiKey, startFakeGhost, type FakeGhost } from '../../../providers/publish/fake-ghost.ts';
import { credentials, startFakeWordPress, type FakeWordPress } from '../../../providers/publish/fake-wordpress.ts';
import { manual } from '../../../support/scenario.ts';
import { createTestApp, type TestApp } from '../../../support/test-app.ts';

export const hour = 60 * 60_000;
export const day = 24 * hour;

/** Subjects that have nothing but the order of a manual in common: none is a copy of another. */
export const subjects = [
  ['connection pool', 'connection', 'request', 'server', 'handshake', 'queue', 'response'],
  ['harbour crane', 'hoist', 'container', 'terminal', 'mooring', 'stack', 'landing'],
  ['beehive frame', 'comb', 'swarm', 'apiary', 'inspection', 'super', 'harvest'],
  ['pottery kiln', 'shelf', 'vessel', 'studio', 'firing', 'glaze', 'cooling'],
  ['alpine rope', 'carabiner', 'climber', 'belay', 'knot', 'pitch', 'descent'],
] as const;

/** A manual on each subject, in words of its own. */
export function manualOn([subject, unit, guest, host, start, line, answer]: (typeof subjects)[number]): string {
  return manual
    .replaceAll(/connection pool/gi, '\0')
    .replaceAll(/\bpool/gi, subject.split(' ')[1]!)
    .replaceAll(/connection/gi, unit)
    .replaceAll('\0', subject)
    .replaceAll(/request/gi, guest)
    .replaceAll(/server/gi, host)
    .replaceAll(/handshake/gi, start)
    .replaceAll(/queue/gi, line)
    .replaceAll(/response/gi, answer);
}

export interface Publisher {
  app: TestApp;
  ghost: FakeGhost;
  projectId: string;
  /** Has the article on a subject written, by its number, and does what is due. */
  write(subject: number, input?: object): Promise<string>;
}

/** A desk with a Ghost to publish to, and a document on each of five subjects. */
export async function startPublisher(options: CopydeskOptions = {}): Promise<Publisher> {
  const app = await createTestApp(options);
  const ghost = await startFakeGhost();
  ghost.now = app.now;
  const made: { id: string; projectId: string }[] = [];
  for (const subject of subjects)
    made.push((await app.desk.call('knowledge_create', { markdown: manualOn(subject) })) as (typeof made)[number]);
  await app.desk.call('integrations_set', { provider: 'ghost', siteUrl: ghost.url, adminApiKey });
  return {
    app,
    ghost,
    projectId: made[0]!.projectId,
    async write(subject, input = {}) {
      const request = { keyword: subjects[subject]![0], sources: [made[subject]!.id], targetWordCount: 250, includeImage: false, ...input };
      const { id } = (await app.desk.call('articles_create', request)) as ArticleSummary;
      await app.desk.runDue();
      return id;
    },
  };
}

export const set = async ({ desk }: Pick<TestApp, 'desk'>, input: object = {}) =>
  (await desk.call('auto_publish_set', { ...input })) as AutoPublishState;

export const statusOf = async ({ desk }: Pick<TestApp, 'desk'>, id: string) =>
  ((await desk.call('articles_get', { id, include: [] })) as ArticleSummary).status;

export async function withBoth(): Promise<Publisher & { wordpress: FakeWordPress }> {
  const publisher = await startPublisher();
  const wordpress = await startFakeWordPress();
  await publisher.app.desk.call('integrations_set', { provider: 'wordpress', siteUrl: wordpress.url, ...credentials });
  return { ...publisher, wordpress };
}
