import fc from 'fast-check';
import { parseHTML } from 'linkedom';
import MarkdownIt from 'markdown-it';
import { describe, expect, test } from 'vitest';
import { linkTarget } from '../../src/markdown/escape.ts';
import { escapeMarkdown, renderHtml, unescapeMarkdown } from '../../src/markdown/render.ts';

const attacks = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt&#58;alert(1))',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '[x](vbscript:msgbox(1))',
  '[x]( \u0001javascript:alert(1))',
  '![x](javascript:alert(1))',
  '![x](https://a.example/x" onerror="alert(1))',
  '[x](https://a.example "title" onmouseover="alert(1)")',
  '<a href="https://a.example" onclick="alert(1)">x</a>',
  '<iframe src="https://evil.example"></iframe>',
  '<style>body{display:none}</style>',
  '<math><mi//xlink:href="data:x,<script>alert(1)</script>">',
  '[ref]\n\n[ref]: javascript:alert(1)',
  '<javascript:alert(1)>',
  '```html\n<script>alert(1)</script>\n```',
  '`<script>alert(1)</script>`',
  '| <script>x</script> |\n|---|\n| [y](javascript:z) |',
  '<<script>script>alert(1)<</script>/script>',
];

describe('renderHtml', () => {
  test('renders headings, lists, tables, code and links', async () => {
    const html = await renderHtml(
      '# A\n\n- one\n- two\n\n| a | b |\n|---|---:|\n| 1 | 2 |\n\n```ts\nconst a = 1;\n```\n\n[out](https://example.com) [in](/about) [mail](mailto:a@example.com)',
    );
    expect(html).toContain('<h1>A</h1>');
    expect(html).toContain('<li>one</li>');
    expect(html).toContain('<td>1</td>');
    expect(html).toContain('<code class="language-ts">');
    expect(html).toContain('<a href="https://example.com" rel="noopener nofollow">out</a>');
    expect(html).toContain('<a href="/about">in</a>');
    expect(html).toContain('<a href="mailto:a@example.com">mail</a>');
  });

  test.each(attacks)('makes nothing active of %j', async (attack) => {
    const { document } = parseHTML(`<html><body>${await renderHtml(`Before ${attack} after\n\n${attack}`)}</body></html>`);
    for (const element of Array.from(
      document.querySelectorAll('*') as Iterable<{ tagName: string; attributes: Iterable<{ name: string; value: string }> }>,
    )) {
      expect(['SCRIPT', 'STYLE', 'IFRAME', 'SVG', 'MATH', 'OBJECT', 'FORM']).not.toContain(element.tagName.toUpperCase());
      for (const { name, value } of element.attributes) {
        expect(name).not.toMatch(/^on/i);
        if (name === 'href' || name === 'src') expect(value).toMatch(/^(?:https?:|mailto:|\/|#|[\w.-]*$)/i);
      }
    }
  });
});

describe('escapeMarkdown', () => {
  test.each([
    ...attacks,
    '# no heading',
    '1. no list',
    '- no item',
    '> no quote',
    '*a* _b_ ~~c~~ **d**',
    'a | b',
    '[1]: https://a.example',
    'see https://evil.example now',
    'www.evil.example',
    '&lt;script&gt; &copy;',
    'UND_ERR_SOCKET',
    '--- ===',
    '+ x',
    '![a](b)',
    '\\*',
  ])('shows %j as it stands, even in a renderer that lets HTML through and links bare addresses', async (text) => {
    const html = new MarkdownIt({ html: true, linkify: true }).render(escapeMarkdown(text));
    const { document } = parseHTML(`<html><body>${html}</body></html>`);
    const paragraph = document.querySelector('body')!;
    expect(paragraph.textContent!.trim()).toBe(text.replace(/\s+/g, ' ').trim());
    expect(paragraph.querySelectorAll('*:not(p)')).toHaveLength(0);
  });

  test('is undone by unescapeMarkdown', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('*', '_', '[', ']', '(', '<', '#', '-', '1', '.', ' ', 'a', '&', ';', '|', ':', '/', '`', '~', '!'),
        }),
        (text) => {
          expect(unescapeMarkdown(escapeMarkdown(text))).toBe(text.replace(/\s+/g, ' ').trim());
        },
      ),
    );
  });
});

describe('linkTarget', () => {
  test('takes http and https addresses only, and closes no link early', () => {
    expect(linkTarget('https://example.com/a(b)_c')).toBe('https://example.com/a%28b%29_c');
    for (const url of ['javascript:alert(1)', 'data:text/html,x', 'not a url', '//evil.example', '', null])
      expect(linkTarget(url)).toBeNull();
  });
});
