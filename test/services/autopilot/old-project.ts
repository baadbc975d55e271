import { day, postRow, trackedRow, type BusyDesk } from './planted.ts';

/** Things of the second project that were not looked at for long. */
export async function plantOld(busy: BusyDesk): Promise<void> {
  const { desk, old, put, now } = busy;
  const at = now();
  const own = { project_id: old };
  await desk.call('integrations_set', { projectId: old, provider: 'serper', apiKey: 'key' });
  await desk.call('integrations_set', { projectId: old, provider: 'perplexity', apiKey: 'key' });
  await put('audits', {
    ...own,
    id: 'aud_1',
    job_id: 'job_8',
    site_url: 'https://old.example/',
    site: 'old.example/',
    state: 'finished',
    ended_by: 'complete',
    pages_read: 9,
    created_at: at - 40 * day,
    finished_at: at - 40 * day,
  });
  for (const [code, count] of [
    ['mixed_content_active', 4],
    ['button_without_name', 7],
    ['link_without_name', 2],
  ] as const)
    await put('audit_issues', { audit_id: 'aud_1', code, count, of_site: 0, new_count: 0, fixed_count: 0, urls: '[]' });
  await put('post_inventories', { ...own, job_id: 'job_9', refreshed_at: at - 40 * day, pages_read: 3, problems: '[]' });
  const changed = at - 500 * day;
  const post = { ...own, id: 'pst_1', place: 'https://old.example/old', title: 'Old news', date_source: 'page' };
  await put('posts', postRow({ ...post, dated_at: changed, modified_at: changed }));
  const tracked = { ...own, id: 'trk_3', keyword: 'long ago', status: 'ranked', position: 3 };
  await put('tracked_keywords', trackedRow({ ...tracked, checked_at: at - 20 * day }));
  await put('prompts', { ...own, id: 'prm_2', text: 'Which well is good?', said: 'which well is good?' });
  await put('ai_answers', {
    ...own,
    id: 'ans_1',
    prompt_id: 'prm_2',
    prompt: 'Which well is good?',
    engine: 'chatgpt',
    surface: 'ui',
    text: 'None.',
    given: '[]',
    hash: 'x',
    asked_at: at - 40 * day,
    read_for: 1,
  });
  await put('documents', {
    ...own,
    id: 'doc_old',
    kind: 'url',
    title: 'Old manual',
    address: 'https://b.example/',
    status: 'ready',
    language: 'en',
    tags: '[]',
    fingerprint: 'y',
    checked_at: at - 100 * day,
    refreshed_at: at - 100 * day,
  });
}
