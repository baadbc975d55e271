import { expect, test } from 'vitest';
import { createTestApp } from '../../support/test-app.ts';
import { giveSite, track } from './support.ts';

test('without a provider for the engine a check says who would serve and how to set each', async () => {
  const app = await createTestApp();
  await giveSite(app, 'https://example.com/');
  await track(app, ['pool']);
  await expect(app.desk.call('rankings_check', {})).rejects.toMatchObject({
    code: 'integration_required',
    message: expect.stringContaining('serper or dataforseo'),
    hint: expect.stringMatching(/COPYDESK_SERPER_API_KEY.*COPYDESK_DATAFORSEO_USERNAME/),
  });
});

test('without a site, or with nothing tracked, it says what to do', async () => {
  const app = await createTestApp();
  const check = () => app.desk.call('rankings_check', {});
  await expect(check()).rejects.toMatchObject({ code: 'site_required', hint: expect.stringContaining('projects_update') });
  await giveSite(app, 'https://example.com/');
  await expect(check()).rejects.toMatchObject({ code: 'conflict', hint: expect.stringContaining('rankings_track') });
});

test('what is not tracked cannot be checked, and is named', async () => {
  const app = await createTestApp();
  await giveSite(app, 'https://example.com/');
  await track(app, ['pool']);
  const check = (input: Record<string, unknown>) => app.desk.call('rankings_check', input);
  await expect(check({ keywords: ['POOL', 'queue'] })).rejects.toMatchObject({
    code: 'not_found',
    message: expect.stringContaining('queue'),
  });
  await expect(check({ ids: ['trk_gone'] })).rejects.toMatchObject({ code: 'not_found', message: expect.stringContaining('trk_gone') });
});
