import { describe, expect, test } from 'vitest';
import { createGhost } from '../../../src/providers/publish/ghost.ts';
import { articleOf, firstTime, pngOf } from './articles.ts';
import { adminApiKey, problem, startFakeGhost } from './fake-ghost.ts';
import { failureOf, openSystem, type Asked, type Said } from './support.ts';

async function open() {
  const site = await startFakeGhost();
  const target = createGhost(openSystem(), { siteUrl: `${site.url}/ghost/#/settings`, adminApiKey });
  const only = () => {
    expect(site.posts.size).toBe(1);
    return [...site.posts.values()][0]!;
  };
  return { site, target, only };
}

const image = (colour: string) => ({ png: pngOf(colour), alt: 'A dredger', filename: 'dredger.png' });
const writes = ({ method, url }: Asked) => method !== 'GET' && url.pathname.includes('/posts');

test('a site and its key are checked', async () => {
  const { target } = await open();
  expect(await target.check()).toEqual({
    detail: 'Ghost 5.82 “The Harbour Desk”, as a custom integration: may publish posts and upload images.',
  });
});

test('a redirect elsewhere, to www. too, is not followed but named', async () => {
  const { site } = await open();
  const { port } = new URL(site.url);
  const target = createGhost(openSystem({ resolve: async () => ['127.0.0.1'] }), { siteUrl: `http://desk.test:${port}`, adminApiKey });
  for (const host of ['other.test', 'www.desk.test']) {
    site.instead = ({ url }) => ({ status: 301, headers: { location: `http://${host}:${port}${url.pathname}` } });
    expect(await failureOf(target.publish(articleOf(), firstTime))).toMatchObject({
      code: 'provider_refused',
      message: expect.stringContaining(`redirects to ${host}:${port}`),
      hint: `If that is yours, configure http://${host}:${port}/ as its address.`,
    });
  }
  expect(new Set(site.asked.map(({ headers }) => headers.host))).toEqual(new Set([`desk.test:${port}`]));
});

describe('publishing', () => {
  test('creates a post with everything an article has', async () => {
    const { site, target, only } = await open();
    const article = articleOf({
      title: 'AT&T <script> 🚢 مرحبا',
      metaDescription: 'What it takes. '.repeat(30).trim(),
      html: '<p>Deep.</p>\n<table>\n<tr><td>10 m</td></tr>\n</table>',
      categories: ['Harbours'],
      tags: ['#Sand', 'harbours', 'R&D'],
      image: { ...image('red'), alt: `A dredger ${'at work '.repeat(30)}` },
      faq: [{ question: 'Is <b> bold?', answer: 'No.' }],
      jsonLd: { '@type': 'Article', headline: '</script><script>alert(1)' },
    });
    const remote = await target.publish(article, firstTime);
    const post = only();
    expect(post).toMatchObject({
      title: article.title,
      slug: article.slug,
      status: 'published',
      meta_title: article.metaTitle,
    });
    expect(post.tags).toEqual([{ name: 'Harbours' }, { name: 'Sand' }, { name: 'R&D' }]);
    expect(post.html).toContain('<!--kg-card-begin: html-->\n<table>');
    expect(post.html).toContain('<h3>Is &lt;b&gt; bold?</h3>');
    expect((post['custom_excerpt'] as string).length).toBeLessThanOrEqual(300);
    expect((post['meta_description'] as string).length).toBeLessThanOrEqual(500);
    expect((post['feature_image_alt'] as string).length).toBeLessThanOrEqual(125);
    const json = /<script type="application\/ld\+json">(.*)<\/script>/.exec(post.codeinjection_head!)![1]!;
    expect(JSON.parse(json)).toEqual(article.jsonLd);
    expect(json).not.toContain('<');
    expect(site.images.get(post.feature_image!)!.equals(article.image!.png)).toBe(true);
    expect(remote).toMatchObject({ id: post.id, url: `${site.url}/${article.slug}/`, status: 'published', imageId: post.feature_image });
  });

  test('again updates the same post, and uploads the image only if its bytes changed', async () => {
    const { site, target, only } = await open();
    const first = await target.publish(articleOf({ image: image('red'), tags: ['Sand'] }), firstTime);
    only().codeinjection_head = `<style>p { color: navy }</style>\n${only().codeinjection_head}`;
    const second = await target.publish(articleOf({ title: 'Second', image: image('red') }), { ...firstTime, previous: first });
    expect([second.id, second.imageId, site.images.size, only().title]).toEqual([first.id, first.imageId, 1, 'Second']);
    expect(only().tags).toEqual([{ name: 'Sand' }]);
    expect(only().codeinjection_head!.match(/<style>|copydesk:art_0199aa|ld\+json/g)).toEqual([
      '<style>',
      'copydesk:art_0199aa',
      'ld+json',
    ]);
    const third = await target.publish(articleOf({ image: image('blue') }), { ...firstTime, previous: second });
    expect([third.id, site.images.size, only().feature_image]).toEqual([first.id, 2, third.imageId]);
    await target.publish(articleOf(), { ...firstTime, previous: third, status: 'draft' });
    expect([only().feature_image, only().status]).toEqual([null, 'draft']);
  });

  test('structured data that is too long for Ghost is left out, the mark is not', async () => {
    const { target, only } = await open();
    await target.publish(articleOf({ jsonLd: { text: '港'.repeat(22_000) } }), firstTime);
    expect(only().codeinjection_head).toBe('<!-- copydesk:art_0199aa -->\n<!-- /copydesk -->');
  });

  test('a post that is gone is created anew', async () => {
    const { site, target, only } = await open();
    const previous = await target.publish(articleOf(), firstTime);
    site.posts.clear();
    expect((await target.publish(articleOf(), { ...firstTime, previous })).id).toBe(only().id);
    expect(only().id).not.toBe(previous.id);
  });

  test('a lost answer makes no second post, nor a second image', async () => {
    const { site, target, only } = await open();
    site.instead = (asked, answer) => (writes(asked) ? (answer(), null) : undefined);
    expect(await failureOf(target.publish(articleOf({ image: image('red') }), firstTime))).toMatchObject({ code: 'provider_failed' });
    site.instead = undefined;
    const remote = await target.publish(articleOf({ image: image('red') }), firstTime);
    expect([remote.id, site.images.size]).toEqual([only().id, 1]);
  });

  test('a post that somebody saves meanwhile is read again', async () => {
    const { site, target, only } = await open();
    const previous = await target.publish(articleOf(), firstTime);
    let edits = 1;
    site.instead = (asked) => {
      if (writes(asked) && edits-- > 0) only().updated_at = new Date(edits).toISOString();
      return undefined;
    };
    await target.publish(articleOf({ title: 'Second' }), { ...firstTime, previous });
    expect(only().title).toBe('Second');
    edits = 2;
    const { code, message } = await failureOf(target.publish(articleOf(), { ...firstTime, previous }));
    expect([code, message]).toEqual(['conflict', expect.stringContaining('being changed')]);
  });

  test('a post that is deleted while it is written is created anew', async () => {
    const { site, target, only } = await open();
    const previous = await target.publish(articleOf(), firstTime);
    site.instead = (asked) => {
      if (asked.method === 'PUT') site.posts.clear();
      return undefined;
    };
    const remote = await target.publish(articleOf(), { ...firstTime, previous });
    expect(remote.id).toBe(only().id);
  });
});

describe('what belongs to someone else', () => {
  test('is not replaced, unless that is meant', async () => {
    const { target, only } = await open();
    const other = await target.publish(articleOf({ id: 'art_other' }), firstTime);
    expect(await failureOf(target.publish(articleOf(), firstTime))).toMatchObject({
      code: 'conflict',
      message: `The slug 'how-to-dredge-a-harbour' belongs to another post there: ${other.id}, ${other.url}`,
    });
    expect((await target.publish(articleOf(), { ...firstTime, overwrite: true })).id).toBe(other.id);
    expect(only().codeinjection_head!.match(/copydesk:\w+/g)).toEqual(['copydesk:art_0199aa']);
  });

  test('an editor may remove the mark; where the post has moved as well, it is asked for', async () => {
    const { site, target, only } = await open();
    const previous = await target.publish(articleOf(), firstTime);
    only().codeinjection_head = null;
    expect((await target.publish(articleOf(), { ...firstTime, previous })).id).toBe(previous.id);
    Object.assign(only(), { codeinjection_head: '', slug: 'opening-hours' });
    expect(await failureOf(target.publish(articleOf(), { ...firstTime, previous }))).toMatchObject({ code: 'conflict' });
    expect([site.posts.size, only().slug]).toEqual([1, 'opening-hours']);
  });

  test('a page may have the slug too', async () => {
    const { site, target } = await open();
    const slug = articleOf().slug;
    site.pages.set('aa', {
      id: 'aa',
      slug,
      status: 'published',
      title: '',
      html: '',
      updated_at: '',
      feature_image: null,
      codeinjection_head: null,
      tags: [],
    });
    expect((await failureOf(target.publish(articleOf(), firstTime))).message).toContain('belongs to another page');
    expect((await target.publish(articleOf(), { ...firstTime, overwrite: true })).url).toBe(`${site.url}/${slug}-2/`);
  });
});

describe('failures say what to do', () => {
  test.each<[string, Said, string]>([
    [
      'a plan without integrations',
      problem(403, 'HostLimitError', 'Custom integrations are <b>not</b> available on your plan.'),
      'provider_refused',
    ],
    ['a rule that is broken', problem(422, 'ValidationError', 'Validation error, cannot save post.'), 'provider_refused'],
    ['a fault', problem(500, 'InternalServerError', 'An unexpected error occurred.'), 'provider_failed'],
    ['a page instead of JSON', { status: 200, body: '<html>Log in</html>' }, 'provider_refused'],
    ['a redirect', { status: 302, headers: { location: '/ghost/' } }, 'provider_refused'],
    ['an answer without a post', { body: { posts: [] } }, 'provider_failed'],
    ['no answer', null, 'provider_failed'],
    ['too many requests', { status: 429, headers: { 'retry-after': '9' } }, 'rate_limited'],
    ['a proxy’s 404', { status: 404, body: 'nginx' }, 'provider_refused'],
  ])('%s', async (_, said, code) => {
    const { site, target } = await open();
    site.instead = (asked) => (writes(asked) ? said : undefined);
    const error = await failureOf(target.publish(articleOf(), firstTime));
    expect(error.code).toBe(code);
    expect(error.message).not.toMatch(/[<>]|undefined/);
  });

  test('another key, without showing it', async () => {
    const { site } = await open();
    const wrong = adminApiKey.replace(/.$/, '0');
    const target = createGhost(openSystem(), { siteUrl: site.url, adminApiKey: wrong });
    const error = await failureOf(target.check());
    expect([error.code, error.message]).toEqual(['provider_refused', expect.stringContaining('401: Invalid token: invalid signature')]);
  });

  test('a site without Ghost', async () => {
    const { site, target } = await open();
    site.instead = () => ({ status: 404, body: 'Nothing here' });
    expect((await failureOf(target.check())).message).toMatch(/^No Ghost Admin API/);
  });

  test.each(['', 'abc', `${adminApiKey}0`, '65f0c0ffee65f0c0ffee65f0'])('a key that cannot be right: %s', async (key) => {
    const make = async () => createGhost(openSystem(), { siteUrl: 'https://example.com', adminApiKey: key });
    expect(await failureOf(make())).toMatchObject({ code: 'invalid_input' });
  });
});
