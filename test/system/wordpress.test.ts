import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWordPress } from '../../src/providers/publish/wordpress.ts';
import { articleOf, firstTime, pngOf } from '../providers/publish/articles.ts';
import { failureOf, openSystem } from '../providers/publish/support.ts';
import { startWordPress, whatIsMissing, type WordPressSite } from './wordpress/site.ts';

const missing = await whatIsMissing();
if (missing !== null) process.stderr.write(`The tests with a real WordPress are skipped. ${missing}\n`);

describe.skipIf(missing !== null)('a real WordPress', () => {
  let site: WordPressSite;
  beforeAll(async () => void (site = await startWordPress()));
  afterAll(() => site?.stop());

  type User = keyof WordPressSite['passwords'];
  const as = (username: User, siteUrl = site.url) =>
    createWordPress(openSystem(), { siteUrl, username, applicationPassword: site.passwords[username] });
  /** The article that a reader sees. */
  const page = async (url: string) => {
    const html = await (await fetch(url)).text();
    return html.slice(html.indexOf('<article>'), html.indexOf('</article>'));
  };
  const valueOf = async (code: string) => JSON.parse(await site.php(`echo json_encode(${code});`)) as unknown;
  const count = (type: string) => valueOf(`(int) array_sum((array) wp_count_posts('${type}'))`);
  const image = (colour: string) => ({ png: pngOf(colour), alt: 'A "red" dredger', filename: 'Dredger at work.png' });

  test('says who may do what', async () => {
    const details = await Promise.all((['admin', 'erin', 'arto'] as const).map(async (user) => (await as(user).check()).detail));
    expect(details).toEqual([
      'WordPress “The Harbour Desk”, as admin (administrator): may publish posts, upload images, make categories, and include JSON-LD.',
      'WordPress “The Harbour Desk”, as erin (editor): may publish posts, upload images, make categories, and include JSON-LD.',
      'WordPress “The Harbour Desk”, as arto (author): may publish posts, upload images, use only categories that are there, and not include JSON-LD (it wants unfiltered_html).',
    ]);
  });

  test('shows an article with its image, categories, tags and structured data, and nothing that is not it', async () => {
    const article = articleOf({
      title: 'AT&T <script>alert(1)</script> 🚢 مرحبا بالعالم',
      html: '<p>A harbour\nsilts up: [gallery] it does.</p>\n<pre><code>one\n\nhttps://video.example/2\n</code></pre>\n<table><thead><tr><th>Depth</th></tr></thead></table>',
      categories: ['Harbours & Docks', "Captain's"],
      tags: ['R&D', 'Zoë', '港'],
      image: image('red'),
      faq: [{ question: 'How <deep>?', answer: '"Ten" metres.' }],
      jsonLd: { '@type': 'Article', headline: '</script>[gallery]' },
    });
    const remote = await as('erin').publish(article, firstTime);
    const html = await page(remote.url);
    expect(remote).toMatchObject({ url: `${site.url}/${article.slug}/`, status: 'publish' });
    expect(html).toContain('<h1>AT&amp;T &lt;script&gt;alert(1)&lt;/script&gt; 🚢 مرحبا بالعالم</h1>');
    expect(html).toContain(
      '<p>A harbour\nsilts up: &#91;gallery] it does.</p>\n<pre><code>one\n\nhttps&#58;//video.example/2\n</code></pre>\n<table>',
    );
    expect(html).toContain('<h3>How &lt;deep&gt;?</h3>\n<p>&#8220;Ten&#8221; metres.</p>');
    expect(html).toContain(
      `<script type="application/ld+json">${String.raw`{"@type":"Article","headline":"\u003c/script>\u005bgallery]"}`}</script>`,
    );
    for (const name of ['Harbours &amp; Docks', "Captain's", 'R&amp;D', 'Zoë', '港']) expect(html).toMatch(new RegExp(`>${name}</a>`));
    const source = /<img [^>]*src="([^"]+)"[^>]*alt="A &quot;red&quot; dredger"/.exec(html)?.[1];
    expect(source).toMatch(/\/dredger-at-work-[\da-f]{12}\.png$/);
    expect(Buffer.from(await (await fetch(source!)).arrayBuffer()).equals(article.image!.png)).toBe(true);
    expect(await valueOf(`get_post(${remote.id})->post_excerpt`)).toBe(article.metaDescription);
  });

  test('takes an article again as the same post, and its image only where it is another', async () => {
    const article = articleOf({ id: 'art_again', slug: 'again', tags: ['R&D'], categories: ['harbours & docks'], image: image('green') });
    const first = await as('erin').publish(article, firstTime);
    const [posts, images, terms] = [await count('post'), await count('attachment'), await valueOf('(int) wp_count_terms()')];
    const second = await as('erin').publish({ ...article, title: 'Once more' }, { ...firstTime, previous: first });
    expect(second).toEqual(first);
    expect(await page(second.url)).toContain('<h1>Once more</h1>');
    expect([await count('post'), await count('attachment'), await valueOf('(int) wp_count_terms()')]).toEqual([posts, images, terms]);
    const third = await as('erin').publish({ ...article, image: image('blue') }, { ...firstTime, previous: second });
    expect([third.id, await count('post'), await count('attachment')]).toEqual([first.id, posts, Number(images) + 1]);
    expect(third.imageId).not.toBe(first.imageId);
    await site.php(`wp_delete_attachment(${third.imageId}, true);`);
    const fourth = await as('erin').publish({ ...article, image: image('blue') }, { ...firstTime, previous: third });
    expect(await page(fourth.url)).toContain('alt="A &quot;red&quot; dredger"');
    await as('erin').publish({ ...article, image: null }, { ...firstTime, previous: fourth });
    expect(await page(fourth.url)).not.toContain('<img');
  });

  test('finds its own post again where nobody has noted it, whatever its slug has become', async () => {
    const article = articleOf({ id: 'art_lost', slug: 'lost', image: image('navy') });
    const first = await as('arto').publish(article, firstTime);
    await site.php(`wp_update_post(['ID' => ${first.id}, 'post_name' => 'found']);`);
    const [posts, images] = [await count('post'), await count('attachment')];
    expect(await as('arto').publish(article, firstTime)).toEqual(first);
    expect([await count('post'), await count('attachment')]).toEqual([posts, images]);
  });

  test('keeps a draft to itself until it is published', async () => {
    const article = articleOf({ id: 'art_draft', slug: 'draft' });
    const draft = await as('erin').publish(article, { ...firstTime, status: 'draft' });
    expect([draft.status, (await fetch(draft.url)).status]).toEqual(['draft', 404]);
    const published = await as('erin').publish(article, { ...firstTime, previous: draft });
    expect(published).toMatchObject({ id: draft.id, status: 'publish', url: `${site.url}/draft/` });
  });

  test.each(['wp_trash_post', 'wp_delete_post'])('has an article anew after %s', async (remove) => {
    const article = articleOf({ id: `art_${remove}`, slug: remove });
    const first = await as('erin').publish(article, firstTime);
    await site.php(`${remove}(${first.id}, true);`);
    const second = await as('erin').publish(article, { ...firstTime, previous: first });
    expect(second.id).not.toBe(first.id);
    expect((await fetch(second.url)).status).toBe(200);
  });

  test('keeps what belongs to another, unless that is meant', async () => {
    const article = articleOf({ id: 'art_hello', slug: 'hello-world' });
    for (const user of ['erin', 'arto'] as const) {
      const { code, message } = await failureOf(as(user).publish(article, firstTime));
      expect([code, message]).toEqual(['conflict', `The slug 'hello-world' belongs to another post there: 1, ${site.url}/hello-world/`]);
    }
    expect(await failureOf(as('arto').publish(article, { ...firstTime, overwrite: true }))).toMatchObject({ code: 'provider_refused' });
    expect(await page(`${site.url}/hello-world/`)).toContain('Welcome to WordPress');
    expect((await as('erin').publish(article, { ...firstTime, overwrite: true })).id).toBe('1');
    expect(await page(`${site.url}/hello-world/`)).toContain('A harbour silts up.');
  });

  test('shows an author’s article without structured data, and says what an author may not', async () => {
    const article = articleOf({ id: 'art_author', slug: 'author', html: '<p>Read [this] and https://example.com.</p>' });
    const html = await page((await as('arto').publish(article, firstTime)).url);
    expect(html).toContain('<p>Read &#091;this] and https://example.com.</p>');
    expect(html).toContain('<!-- copydesk:art_author -->');
    expect(html).not.toMatch(/schema\.org|ld\+json/);
    const refused = await failureOf(as('arto').publish({ ...article, categories: ['New'] }, firstTime));
    expect(refused).toMatchObject({
      code: 'provider_refused',
      message: expect.stringContaining('403: Sorry, you are not allowed to create terms'),
    });
  });

  test('forbids scripts by its configuration: then the structured data is taken out again', async () => {
    await site.php(`file_put_contents(WP_CONTENT_DIR . '/plugins/no-scripts.php', "<?php /* Plugin Name: No scripts */
      add_filter('map_meta_cap', fn(\\$caps, \\$cap) => \\$cap === 'unfiltered_html' ? ['do_not_allow'] : \\$caps, 10, 2);");
      update_option('active_plugins', ['no-scripts.php']);`);
    const remote = await as('admin').publish(articleOf({ id: 'art_strict', slug: 'strict' }), firstTime);
    expect(await page(remote.url)).not.toContain('schema.org');
    await site.php(`update_option('active_plugins', []);`);
  });

  test('is found under plain permalinks too, and by the address of its administration', async () => {
    await site.php(`update_option('permalink_structure', '');`);
    const article = articleOf({ id: 'art_plain', slug: 'plain' });
    const remote = await as('erin', `${site.url}/wp-admin/`).publish(article, firstTime);
    expect(remote.url).toBe(`${site.url}/?p=${remote.id}`);
    expect(await page(remote.url)).toContain('A harbour silts up.');
    await site.php(`update_option('permalink_structure', '/%postname%/');`);
  });

  test('refuses a wrong password', async () => {
    const target = createWordPress(openSystem(), {
      siteUrl: site.url,
      username: 'erin',
      applicationPassword: 'abcd efgh ijkl mnop qrst uvwx',
    });
    for (const attempt of [() => target.check(), () => target.publish(articleOf({ slug: 'never' }), firstTime)])
      expect(await failureOf(attempt())).toMatchObject({ code: 'provider_refused', message: expect.stringContaining('answered 401') });
  });
});
