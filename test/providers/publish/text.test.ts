import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { siteAddress } from '../../../src/providers/publish/address.ts';
import { bodyOf, imageStem, jsonLdScript, markIn, markOf } from '../../../src/providers/publish/body.ts';
import { decodeEntities, escapeHtml, plainText } from '../../../src/providers/html.ts';
import { contentOf, inert } from '../../../src/providers/publish/wordpress/content.ts';
import { articleOf } from './articles.ts';

const words = fc.string({ unit: 'grapheme' });
const nasty = fc
  .array(
    fc.oneof(
      words,
      fc.constantFrom('<', '>', '&', '&amp;', '"', '[', ']', '<!--', '-->', '</script>', '<p>', 'https://a.example', '\n', '&#91;', '\\'),
    ),
  )
  .map((parts) => parts.join(''));

describe('text', () => {
  test('survives being turned into HTML and back', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        expect(decodeEntities(escapeHtml(text))).toBe(text);
        expect(plainText(`<p>${escapeHtml(text)}</p>`)).toBe(plainText(escapeHtml(text)));
      }),
    );
  });

  test('reads as before after escaping', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        const html = `<p>${escapeHtml(text)}</p>`;
        expect(inert(html)).not.toMatch(/\[|<!--/);
        expect(plainText(inert(html))).toBe(plainText(html));
        expect(inert(inert(html))).toBe(inert(html));
      }),
    );
  });
});

describe('structured data', () => {
  test('survives embedding, and never ends its element early', () => {
    const json = fc.dictionary(nasty, fc.oneof(nasty, fc.integer(), fc.array(nasty), fc.dictionary(nasty, fc.array(fc.integer()))));
    fc.assert(
      fc.property(json, (value) => {
        const inner = /^<script type="application\/ld\+json">([^<]*)<\/script>$/.exec(jsonLdScript(value))?.[1];
        expect(JSON.stringify(JSON.parse(inner!))).toBe(JSON.stringify(value));
        // What is left are arrays: no shortcode begins so.
        expect(inner).not.toMatch(/\[(?![[\]{"\d-])/);
      }),
    );
  });
});

describe('the mark', () => {
  test('is found in any surrounding text, and is no other article’s', () => {
    fc.assert(
      fc.property(nasty, nasty, fc.stringMatching(/^art_[\da-f]{1,40}$/), (html, answer, id) => {
        const article = articleOf({ id, html: `<p>${escapeHtml(html)}</p>`, faq: [{ question: 'Why?', answer }] });
        expect(markIn(contentOf(article, true))).toBe(markOf(id));
        expect(markIn(contentOf(article, false))).toBe(markOf(id));
      }),
    );
    expect(markIn(contentOf(articleOf({ html: '<p>&lt;!-- copydesk:art_1 --></p><!-- copydesk:art_2 -->', id: 'art_3' }), true))).toBe(
      'copydesk:art_3',
    );
  });
});

test('all questions stand in the body once', () => {
  const faq = [
    { question: 'Is  10 < 11 & so on?', answer: 'Yes.' },
    { question: 'How deep?', answer: '**Ten** metres.' },
  ];
  const html = '<p>A.</p>\n<h3>Is 10 &lt; 11 &amp; so <em>on?</em></h3>\n<p>It is.</p>';
  expect(bodyOf({ html, faq })).toBe(`${html}\n<h2>FAQ</h2>\n<h3>How deep?</h3>\n<p>**Ten** metres.</p>`);
  expect(bodyOf({ html: bodyOf({ html, faq }), faq })).toBe(bodyOf({ html, faq }));
});

test('an image is named for what it shows and what it is', () => {
  const hash = '0123456789abcdef';
  expect(imageStem({ png: new Uint8Array(), alt: '', filename: '../"Häfen & Docks".PNG' }, hash)).toBe('haefen-and-docks-0123456789ab');
});

describe('addresses', () => {
  test.each([
    ['https://example.com', 'https://example.com/'],
    [' https://example.com/blog/wp-admin/options.php?x=1#y ', 'https://example.com/blog/'],
    ['https://example.com/ghost/#/settings', 'https://example.com/'],
    ['https://example.com/wp-json', 'https://example.com/'],
    ['https://example.com/ghosts/', 'https://example.com/ghosts/'],
  ])('%s is the site %s', (written, site) => {
    expect(siteAddress(written).href).toBe(site);
  });
});
