import type { CreatedKnowledge, NewKnowledge } from '../../../schema/knowledge.ts';
import type { Tx } from '../../db/open.ts';
import type { System } from '../../system.ts';
import type { Jobs } from '../account/index.ts';
import { refreshDocument } from './refresh.ts';
import { headColumns, insertDocument, toKnowledge, writeTags, type DocumentHead } from './rows.ts';
import { readSitemapPages } from './sitemap.ts';
import type { Selection } from './sitemap-listing.ts';
import { webAddress } from './source.ts';

const defaultMaxPages = 100;

type Asked = DocumentHead & { job_id: string };

/** Queues another reading of a document or a sitemap's pages. If one is already under way, returns that. */
export async function askToRead(tx: Tx, jobs: Jobs, document: DocumentHead): Promise<Asked> {
  const { id, kind, project_id: projectId, job_id: before } = document;
  if (before !== null && (await jobs.isUnderWay(tx, before))) return { ...document, job_id: before };
  const isSitemap = kind === 'sitemap';
  const jobId = await jobs.create(tx, {
    kind: isSitemap ? readSitemapPages : refreshDocument,
    projectId,
    resourceType: 'knowledge',
    resourceId: id,
  });
  const asked: Asked = { ...document, job_id: jobId, ...(isSitemap && { status: 'reading' as const }) };
  await tx.updateTable('documents').set({ job_id: jobId, status: asked.status }).where('id', '=', id).execute();
  return asked;
}

/** Adds a sitemap, or finds the one with this URL, and queues the reading of its pages. Throws `invalid_input` for an invalid URL. */
export async function addSitemap(
  tx: Tx,
  { system, jobs }: { system: System; jobs: Jobs },
  projectId: string,
  input: NewKnowledge,
): Promise<CreatedKnowledge> {
  const address = webAddress('sitemapUrl', input.sitemapUrl!);
  const known = await tx
    .selectFrom('documents')
    .select(headColumns)
    .where('project_id', '=', projectId)
    .where('address', '=', address)
    .where('kind', '=', 'sitemap')
    .executeTakeFirst();
  const sitemap = known ? await reconsidered(tx, known, input) : await added(tx, system, projectId, address, input);
  const asked = await askToRead(tx, jobs, sitemap);
  return { ...toKnowledge(asked), alreadyKnown: known !== undefined, updated: false, similarity: null, jobId: asked.job_id };
}

/** A known sitemap may now be wanted with another number or selection of pages. */
async function reconsidered(tx: Tx, known: DocumentHead, input: NewKnowledge): Promise<DocumentHead> {
  const { title, tags } = input;
  const changed: DocumentHead = {
    ...known,
    selection: selectionOf(input),
    ...(title !== undefined && { title }),
    ...(tags !== undefined && { tags: JSON.stringify(tags) }),
  };
  await tx.updateTable('documents').set(changed).where('id', '=', known.id).execute();
  if (changed.tags !== known.tags) await writeTags(tx, changed);
  return changed;
}

function added(tx: Tx, system: System, projectId: string, address: string, input: NewKnowledge): Promise<DocumentHead> {
  const id = system.id('doc');
  return insertDocument(tx, system, {
    id,
    project_id: projectId,
    kind: 'sitemap',
    title: input.title ?? `Sitemap of ${new URL(address).host}`,
    source_url: address,
    language: 'und',
    word_count: 0,
    chunks: 0,
    tags: JSON.stringify(input.tags ?? []),
    text: '',
    // A sitemap has no text that another document could share.
    fingerprint: id,
    parent_id: null,
    address,
    status: 'reading',
    etag: null,
    last_modified: null,
    named: 1,
    selection: selectionOf(input),
  });
}

function selectionOf({ maxPages = defaultMaxPages, include }: NewKnowledge): string {
  return JSON.stringify({ maxPages, ...(include !== undefined && { include }) } satisfies Selection);
}
