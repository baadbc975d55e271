import { describe, expect, test } from 'vitest';
import { createWordPress } from '../../../src/providers/publish/wordpress.ts';
import { articleOf, firstTime, pngOf } from './articles.ts';
import { credentials, openWordPress, savesPost } from './fake-wordpress.ts';
import { failureOf, openSystem, type Asked, type Said } from './support.ts';

const image = (colour: string, alt = 'A dredger') => ({ png: pngOf(colour), alt, filename: 'dredger.png' });

describe('the API is found', () => {
  test.each(['pretty', 'plain', 'unannounced'] as const)('with %s permalinks', async (permalinks) => {
    const { site, target } = await openWordPress();
    site.permalinks = permalinks;
    const { detail } = await target.check();
    expect(detail).toContain('“The Harbour Desk”, as Erin (editor): may publish posts');
    await target.publish(articleOf(), firstTime);
    expect(site.posts.size).toBe(1);
  });

  test('by a link in the page, if the header is lost', async () => {
    const { site, target } = await openWordPress();
    site.instead = ({ url }, answer) =>
      url.pathname === '/'
        ? { body: `<link rel='https://api.w.org/' href='${site.url}/api&#047;wp-json/' />` }
        : url.pathname.startsWith('/api')
          ? ((url.pathname = url.pathname.slice(4)), answer())
          : undefined;
    await target.check();
    expect(site.calls()).toContain('GET /wp-json/');
    expect(site.asked[1]!.url.pathname).toBe('/wp-json/');
  });

  test.each(['http://www.desk.test:{port}/', 'https://desk.test/'])('but a redirect to %s is named, not followed', async (elsewhere) => {
    const { site } = await openWordPress();
    const { port } = new URL(site.url);
    const home = elsewhere.replace('{port}', port);
    site.permalinks = 'unannounced';
    site.instead = () => ({ status: 301, headers: { location: home } });
    const system = openSystem({ resolve: async () => ['127.0.0.1'] });
    const target = createWordPress(system, { siteUrl: `http://desk.test:${port}/`, ...credentials });
    expect(await failureOf(target.check())).toMatchObject({ code: 'provider_refused', hint: expect.stringContaining(`configure ${home}`) });
    expect(new Set(site.asked.map(({ headers }) => headers.host))).toEqual(new Set([`desk.test:${port}`]));
  });

  test('but the password goes to no other site', async () => {
    const [{ site, target }, { site: other }] = [await openWordPress(), await openWordPress()];
    site.instead = ({ url }) =>
      url.pathname === '/' && url.search === ''
        ? { status: 302, headers: { location: `${other.url}/` } }
        : { status: 404, body: 'Nothing here' };
    const { code, hint } = await failureOf(target.check());
    expect([code, hint]).toEqual(['provider_refused', expect.stringContaining(new URL(other.url).host)]);
    site.instead = ({ url }) =>
      url.pathname === '/' && url.search === '' ? { headers: { link: `<${other.url}/wp-json/>; rel="https://api.w.org/"` } } : undefined;
    await target.check();
    expect(other.asked).toEqual([]);
  });
});

describe('publishing', () => {
  test('creates a post with everything an article has', async () => {
    const { site, target, only } = await openWordPress({ categories: ['Guides'] });
    site.terms.tags.push({ id: 7, name: 'R&amp;D' });
    const article = articleOf({ categories: ['Harbours', 'guides'], tags: ['R&D', ' Sand '], image: image('red') });
    const remote = await target.publish(article, firstTime);
    const [media] = [...site.media.values()];
    expect(only()).toMatchObject({ title: article.title, slug: article.slug, status: 'publish', excerpt: article.metaDescription });
    expect(remote).toMatchObject({
      id: String(only().id),
      url: `${site.url}/${article.slug}/`,
      status: 'publish',
      imageId: String(media!.id),
    });
    expect(only().featured_media).toBe(media!.id);
    expect(media).toMatchObject({ alt_text: 'A dredger', slug: expect.stringMatching(/^dredger-[\da-f]{12}$/) });
    expect(media!.bytes.equals(article.image!.png)).toBe(true);
    const names = (kind: 'categories' | 'tags') => only()[kind].map((id) => site.terms[kind].find((term) => term.id === id)!.name);
    expect(names('categories')).toEqual(['Guides', 'Harbours']);
    expect(names('tags')).toEqual(['R&amp;D', 'Sand']);
    expect(site.calls().filter((call) => call === 'POST /wp-json/wp/v2/tags')).toHaveLength(1);
  });

  test('again updates the same post, and uploads the image only if its bytes changed', async () => {
    const { site, target, only } = await openWordPress();
    const first = await target.publish(articleOf({ image: image('red') }), firstTime);
    const second = await target.publish(articleOf({ title: 'Second', image: image('red', 'A red dredger') }), {
      ...firstTime,
      previous: first,
    });
    expect([second.id, second.imageId, site.media.size]).toEqual([first.id, first.imageId, 1]);
    expect([only().title, [...site.media.values()][0]!.alt_text]).toEqual(['Second', 'A red dredger']);
    const third = await target.publish(articleOf({ image: image('blue') }), { ...firstTime, previous: second });
    expect([third.id, site.media.size, only().featured_media]).toEqual([first.id, 2, Number(third.imageId)]);
    const fourth = await target.publish(articleOf(), { ...firstTime, previous: third });
    expect([only().featured_media, fourth.imageId]).toEqual([0, null]);
  });

  test('an image chosen by a person, and the terms, stay if the article has none', async () => {
    const { target, only } = await openWordPress();
    const previous = await target.publish(articleOf({ tags: ['Sand'] }), firstTime);
    only().featured_media = 4711;
    await target.publish(articleOf(), { ...firstTime, previous });
    expect([only().featured_media, only().tags.length]).toEqual([4711, 1]);
  });

  test('makes a draft', async () => {
    const { target } = await openWordPress();
    expect(await target.publish(articleOf(), { ...firstTime, status: 'draft' })).toMatchObject({ status: 'draft' });
  });

  test.each(['trash', 'gone', '410'])('a post that is gone (%s) is created anew', async (how) => {
    const { site, target } = await openWordPress();
    const previous = await target.publish(articleOf(), firstTime);
    if (how === 'trash') Object.assign(site.posts.get(Number(previous.id))!, { status: 'trash', slug: 'how-to__trashed' });
    else site.posts.delete(Number(previous.id));
    if (how === '410') site.instead = ({ url }) => (url.pathname.endsWith(`/${previous.id}`) ? { status: 410, body: 'Gone' } : undefined);
    const remote = await target.publish(articleOf(), { ...firstTime, previous });
    expect(remote.id).not.toBe(previous.id);
    expect(site.posts.get(Number(remote.id))!.slug).toBe(articleOf().slug);
  });

  test('a lost answer makes no second post, nor a second image', async () => {
    const { site, target, only } = await openWordPress();
    const lose = (asked: Asked, answer: () => Said) => (savesPost(asked) ? (answer(), null) : undefined);
    site.instead = lose;
    expect(await failureOf(target.publish(articleOf({ image: image('red') }), firstTime))).toMatchObject({ code: 'provider_failed' });
    site.instead = undefined;
    // The slug too was taken, so that WordPress chose another: the mark alone tells.
    only().slug = 'another-slug';
    const remote = await target.publish(articleOf({ image: image('red') }), firstTime);
    expect(remote.id).toBe(String(only().id));
    expect(site.media.size).toBe(1);
  });
});

describe('what belongs to someone else', () => {
  test('is not replaced, unless that is meant', async () => {
    const { site, target, only } = await openWordPress();
    const other = await target.publish(articleOf({ id: 'art_other' }), firstTime);
    const { code, message, hint } = await failureOf(target.publish(articleOf({ image: image('red') }), firstTime));
    expect([code, message]).toEqual([
      'conflict',
      `The slug 'how-to-dredge-a-harbour' belongs to another post there: ${other.id}, ${other.url}`,
    ]);
    expect(hint).toContain('overwrite');
    expect(site.media.size).toBe(0);
    expect((await target.publish(articleOf(), { ...firstTime, overwrite: true })).id).toBe(other.id);
    expect(only().content).toContain('copydesk:art_0199aa');
    // The other article has lost its place: it finds the slug taken now.
    expect(await failureOf(target.publish(articleOf({ id: 'art_other' }), { ...firstTime, previous: other }))).toMatchObject({
      code: 'conflict',
    });
  });

  test('an editor may remove the mark; where the post has moved as well, it is asked for', async () => {
    const { site, target, only } = await openWordPress();
    const previous = await target.publish(articleOf(), firstTime);
    only().content = '<p>Edited</p>';
    expect((await target.publish(articleOf(), { ...firstTime, previous })).id).toBe(previous.id);
    Object.assign(only(), { content: 'Our opening hours', slug: 'opening-hours' });
    expect(await failureOf(target.publish(articleOf(), { ...firstTime, previous }))).toMatchObject({ code: 'conflict' });
    expect([site.posts.size, only().content]).toEqual([1, 'Our opening hours']);
    await target.publish(articleOf(), { ...firstTime, previous, overwrite: true });
    expect(only().content).toContain('A harbour silts up.');
  });

  test('a post of the same id on another site is not ours', async () => {
    const { site, target } = await openWordPress();
    const other = await target.publish(articleOf({ id: 'art_other', slug: 'other' }), firstTime);
    site.posts.get(Number(other.id))!.content = 'Our opening hours';
    const previous = { ...other, url: 'https://old.example/how-to-dredge-a-harbour/' };
    expect((await target.publish(articleOf(), { ...firstTime, previous, overwrite: true })).id).not.toBe(other.id);
    expect(site.posts.get(Number(other.id))!.content).toBe('Our opening hours');
  });
});

describe('what an article says is text', () => {
  test('titles, questions and structured data become neither markup nor shortcodes nor blocks', async () => {
    const { target, only } = await openWordPress();
    const article = articleOf({
      title: 'AT&T <script>alert(1)</script> 🚢 مرحبا',
      metaDescription: '<img src=x onerror=alert(1)>',
      html: '<p>[gallery] <!-- wp:latest-posts /--></p>\n<p>https://video.example/1</p>',
      faq: [{ question: 'Is </h3><script>?', answer: '<b>[audio]</b>' }],
      jsonLd: { '@type': 'Article', headline: '</script><script>alert(1)</script><!-- [gallery]', list: ['a'] },
    });
    await target.publish(article, firstTime);
    expect(only().title).toBe('AT&amp;T &lt;script&gt;alert(1)&lt;/script&gt; 🚢 مرحبا');
    expect(only().excerpt).toBe('&lt;img src=x onerror=alert(1)&gt;');
    const [body, json] = only().content.split('<script type="application/ld+json">') as [string, string];
    expect(body).not.toMatch(/<script|\[|<!-- wp:latest|>https:/);
    expect(body).toContain('<h3>Is &lt;/h3&gt;&lt;script&gt;?</h3>\n<p>&lt;b&gt;&#91;audio]&lt;/b&gt;</p>');
    const [text, rest] = json.split('</script>') as [string, string];
    expect(JSON.parse(text)).toEqual(article.jsonLd);
    expect(text).not.toMatch(/<|\[gallery/);
    expect(rest).toBe('\n<!-- copydesk:art_0199aa -->\n<!-- /wp:html -->');
  });

  test('a question that the body already answers is not repeated', async () => {
    const { target, only } = await openWordPress();
    const faq = [
      { question: 'Why it  silts', answer: 'Sand.' },
      { question: 'How deep?', answer: 'Ten metres.' },
    ];
    await target.publish(articleOf({ faq }), firstTime);
    expect(only().content.match(/<h3>.*<\/h3>/g)).toEqual(['<h3>How deep?</h3>']);
  });

  test.each([
    ['may write no scripts', { unfiltered_html: false }, undefined],
    ['only seems to', { unfiltered_html: true }, false],
  ])('structured data is left out where the user %s', async (_, capabilities, keepsScripts) => {
    const { site, target, only } = await openWordPress();
    Object.assign(site.capabilities, capabilities);
    site.keepsScripts = keepsScripts;
    await target.publish(articleOf(), firstTime);
    expect(only().content).not.toContain('schema.org');
    expect(only().content).toContain('<!-- copydesk:art_0199aa -->');
  });
});

describe('terms', () => {
  test('one that exists in another spelling is used', async () => {
    const { site, target, only } = await openWordPress();
    site.terms.tags.push({ id: 8, name: 'Zoë' });
    await target.publish(articleOf({ tags: ['Zoe', 'ZOË'] }), firstTime);
    expect(only().tags).toEqual([8]);
    expect(site.terms.tags.length).toBe(1);
  });
});
