import { describe, expect, test } from 'vitest';
import { createWordPress } from '../../../src/providers/publish/wordpress.ts';
import { articleOf, firstTime, pngOf } from './articles.ts';
import { openWordPress, problem, savesPost } from './fake-wordpress.ts';
import { failureOf, openSystem, type Asked, type Said } from './support.ts';

describe('failures say what to do', () => {
  const failing = async (said: Said, at: (asked: Asked) => boolean = savesPost) => {
    const { site, target } = await openWordPress();
    site.instead = (asked) => (at(asked) ? said : undefined);
    return failureOf(target.publish(articleOf(), firstTime));
  };
  const maintenance = { status: 503, body: '<h1>Briefly unavailable for scheduled maintenance.</h1>' };

  test.each<[string, Said, string]>([
    [
      'a capability that is missing',
      problem(403, 'rest_cannot_publish', 'Sorry, you are not allowed to publish posts in this post type.'),
      'provider_refused',
    ],
    [
      'a fault',
      { status: 500, body: { code: 'internal_server_error', message: '<p>There has been a critical error.</p>' } },
      'provider_failed',
    ],
    ['a page instead of JSON', { status: 200, body: '<html>Please log in</html>' }, 'provider_refused'],
    ['a redirect', { status: 307, headers: { location: 'https://www.example.com/wp-json/' } }, 'provider_refused'],
    ['an answer without a post', { status: 201, body: { done: true } }, 'provider_failed'],
    ['a list', { status: 200, body: [] }, 'provider_failed'],
    ['no answer', null, 'provider_failed'],
  ])('%s', async (_, said, code) => {
    const error = await failing(said);
    expect(error.code).toBe(code);
    expect(error.hint).toMatch(/\w/);
    expect(error.message).not.toMatch(/<|undefined/);
  });

  test('maintenance, wherever it begins', async () => {
    for (const at of [() => true, ({ url }: Asked) => url.pathname.startsWith('/wp-json')])
      expect(await failing(maintenance, at)).toMatchObject({ code: 'provider_failed', message: expect.stringContaining('answered 503') });
  });

  test('a site without WordPress', async () => {
    expect(await failing({ status: 200, body: 'Hello' }, () => true)).toMatchObject({
      code: 'provider_refused',
      message: expect.stringMatching(/^No WordPress API/),
    });
  });

  test.each([
    ['120', 120],
    [new Date(Date.UTC(2026, 4, 3, 9, 31)).toUTCString(), 60],
    ['soon', undefined],
  ])('too many requests: %s', async (after, seconds) => {
    const error = await failing({ status: 429, headers: { 'retry-after': after }, body: 'Slow down' });
    expect([error.code, error.retryAfterSeconds]).toEqual(['rate_limited', seconds]);
  });

  test('wrong credentials, without showing them', async () => {
    const { site } = await openWordPress();
    const applicationPassword = 'wrong WRONG word';
    const target = createWordPress(openSystem(), { siteUrl: site.url, username: 'erin', applicationPassword });
    const error = await failureOf(target.check());
    expect(error).toMatchObject({
      code: 'provider_refused',
      message: expect.stringContaining('401: Error: The provided password is an invalid'),
    });
    site.instead = ({ headers }) =>
      headers.authorization ? problem(401, 'x', `${headers.authorization} is not ${applicationPassword}`) : undefined;
    expect((await failureOf(target.check())).message).toMatch(/401: Basic \[not shown\] is not \[not shown\]/);
  });

  test('a user who may not write', async () => {
    const { site, target } = await openWordPress();
    site.capabilities['edit_posts'] = false;
    expect(await failureOf(target.check())).toMatchObject({
      code: 'provider_refused',
      message: expect.stringContaining('may not write posts'),
    });
  });

  test('a refused file is not a temporary failure', async () => {
    const { site, target } = await openWordPress();
    site.instead = ({ method, url }) =>
      method === 'POST' && url.pathname.endsWith('/media')
        ? problem(500, 'rest_upload_sideload_error', 'Sorry, you are not allowed to upload this file type.')
        : undefined;
    expect(
      await failureOf(target.publish(articleOf({ image: { png: pngOf('red'), alt: '', filename: 'dredger.png' } }), firstTime)),
    ).toMatchObject({ code: 'provider_refused' });
    expect(site.posts.size).toBe(0);
  });

  test('a picture that its web server finds too large, and an address that nobody may dial', async () => {
    const { hint } = await failing({ status: 413, body: '<h1>413 Request Entity Too Large</h1>' });
    expect(hint).toContain('larger uploads');
    const target = createWordPress(openSystem(), { siteUrl: 'http://169.254.169.254/', username: 'erin', applicationPassword: 'x' });
    expect(await failureOf(target.check())).toMatchObject({
      code: 'provider_refused',
      hint: 'Correct the address of WordPress at 169.254.169.254.',
    });
  });

  test('a caller that aborts gets its own reason', async () => {
    const { site, target } = await openWordPress();
    const given = new AbortController();
    site.instead = (asked) => (savesPost(asked) ? (given.abort(new Error('Canceled')), null) : undefined);
    await expect(target.publish(articleOf(), { ...firstTime, signal: given.signal })).rejects.toThrow('Canceled');
  });

  test.each([
    ['ftp://example.com', 'erin', 'x'],
    ['https://erin:x@example.com', 'erin', 'x'],
    ['not an address', 'erin', 'x'],
    ['https://example.com', 'a:b', 'x'],
    ['https://example.com', 'erin', '  '],
  ])('settings that cannot be right: %s, %s, %s', async (siteUrl, username, applicationPassword) => {
    const make = async () => createWordPress(openSystem(), { siteUrl, username, applicationPassword });
    expect(await failureOf(make())).toMatchObject({ code: 'invalid_input' });
  });
});
