import { parseHTML } from 'linkedom';
import { describe, expect, test } from 'vitest';
import { checkLinks } from '../../src/writing/score/links.ts';
import { parseBody, readBody } from '../../src/markdown/body.ts';
import { renderHtml } from '../../src/markdown/render.ts';

/** Vectors as collected by OWASP's filter evasion sheet, DOMPurify's and CommonMark renderers' test suites, and from mutation XSS write-ups. */
const html = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<script\x00>alert(1)</script>',
  '</title><script>alert(1)</script>',
  '"><script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<img src=x onerror="alert(1)"//',
  '<IMG """><SCRIPT>alert(1)</SCRIPT>">',
  '<img src="javascript:alert(1)">',
  '<img srcset="x 1x, javascript:alert(1) 2x">',
  '<img src=x style="background:url(javascript:alert(1))">',
  '<img/src/onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<svg/onload=alert(1)//',
  '<svg><script>alert(1)</script></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<svg><use href="data:image/svg+xml,<svg id=x onload=alert(1)>#x">',
  '<svg><foreignObject><iframe onload=alert(1)></foreignObject></svg>',
  '<math><mi//xlink:href="data:x,<script>alert(1)</script>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<p id="<!--"><img src=x onerror=alert(1)>-->',
  '<!--><img src=x onerror=alert(1)>-->',
  '<!--[if gte IE 4]><script>alert(1)</script><![endif]-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?xml version="1.0"?><script>alert(1)</script>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="&lt;script&gt;alert(1)&lt;/script&gt;"></iframe>',
  '<object data="data:text/html,<script>alert(1)</script>"></object>',
  '<embed src="javascript:alert(1)">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="jav&#x09;ascript:alert(1)">x</a>',
  '<a href="&#106;&#97;&#118;&#97;script:alert(1)">x</a>',
  '<a href=" &#14; javascript:alert(1)">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="https://a.example" onmouseover="alert(1)">x</a>',
  '<a href="https://a.example" style="x:expression(alert(1))">x</a>',
  '<style>@import "javascript:alert(1)";</style>',
  '<style><img src="</style><img src=x onerror=alert(1)>"></style>',
  '<link rel=stylesheet href="javascript:alert(1)">',
  '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
  '<base href="javascript:alert(1)//">',
  '<form action="javascript:alert(1)"><input type=submit></form>',
  '<button formaction="javascript:alert(1)">x</button>',
  '<input autofocus onfocus=alert(1)>',
  '<details open ontoggle=alert(1)>',
  '<video><source onerror=alert(1)></video>',
  '<audio src=x onerror=alert(1)>',
  '<marquee onstart=alert(1)>',
  '<body onload=alert(1)>',
  '<table background="javascript:alert(1)"><td>x</td></table>',
  '<td style="text-align:left;background:url(javascript:alert(1))">x</td>',
  '<template><script>alert(1)</script></template>',
  '<xmp><p title="</xmp><svg/onload=alert(1)>"></xmp>',
  '<textarea><img title="</textarea><img src=x onerror=alert(1)>"></textarea>',
  '<select><template><style></select><img src=x onerror=alert(1)></style></template>',
  '<x onclick=alert(1)>x</x>',
  '<h1 id="x" name="getElementById">clobber</h1>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&amp;lt;script&amp;gt;alert(1)&amp;lt;/script&amp;gt;',
  '＜script＞alert(1)＜/script＞',
  '\u003cscript\u003ealert(1)\u003c/script\u003e',
];
const links = [
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](javascript&#58;alert(1))',
  '[x](javascript&colon;alert(1))',
  '[x](&#x6A;avascript:alert(1))',
  '[x](java&Tab;script:alert(1))',
  '[x](java&NewLine;script:alert(1))',
  '[x](<java\tscript:alert(1)>)',
  '[x](<\u200bjavascript:alert(1)>)',
  '[x](javascript://https://a.example/%0aalert(1))',
  '[x](vbscript:msgbox(1))',
  '[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '[x](file:///etc/passwd)',
  '[x](blob:https://a.example/1)',
  '[x](view-source:javascript:alert(1))',
  '[x](feed:javascript:alert(1))',
  '![x](javascript:alert(1))',
  '![x](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+)',
  '![x](vbscript:x)',
  '[![x](javascript:alert(1))](javascript:alert(2))',
  '[x][r]\n\n[r]: javascript:alert(1)',
  '[x][r]\n\n[r]: <javascript:alert(1)> "t"',
  '<javascript:alert(1)>',
  '<data:text/html,x>',
  '[x](//evil.example/x.js)',
];
/** No links by CommonMark's rules, or links that stay within the site. */
const inert = [
  '[x](\u0001javascript:alert(1))',
  '[x](<\u00a0javascript:alert(1)>)',
  '[x](data:image/svg+xml,<svg onload=alert(1)>)',
  '[x](\\\\evil.example\\x)',
];
const attributes = [
  '![x](https://a.example/x" onerror="alert(1))',
  '![x" onerror="alert(1)](https://a.example/x.png)',
  '[x](https://a.example "t" onmouseover="alert(1)")',
  '[x](https://a.example \'"onmouseover=alert(1) x="\')',
  '[x](https://a.example "&quot; onmouseover=&quot;alert(1)")',
  '[x](https://a.example/"><script>alert(1)</script>)',
  '[x](<https://a.example/" onclick="alert(1)>)',
  '<https://a.example/"onclick=alert(1)>',
  '[<img src=x onerror=alert(1)>](https://a.example)',
  '```html" onmouseover="alert(1)\nx\n```',
  '```<script>alert(1)</script>\nx\n```',
  '| a |\n|:-:|\n| <img src=x onerror=alert(1)> |',
  '# <svg/onload=alert(1)>',
  '> <script>alert(1)</script>',
  '- <script>alert(1)</script>\n\n  <img src=x onerror=alert(1)>',
  '`<script>`<script>alert(1)</script>``',
  '    <script>alert(1)</script>',
  '**<script>**alert(1)**</script>**',
  '<scr\nipt>alert(1)</scr\nipt>',
];
const corpus = [...html, ...links, ...inert, ...attributes];

const allowedTags = new Set(
  'H1 H2 H3 H4 H5 H6 P BR HR BLOCKQUOTE UL OL LI STRONG EM S CODE PRE A IMG TABLE THEAD TBODY TR TH TD'.split(' '),
);
const allowedAttributes = /^(?:href|title|rel|src|alt|width|height|loading|style|start|class)$/;

interface ParsedElement {
  tagName: string;
  attributes: Iterable<{ name: string; value: string }>;
}

/** Every element and attribute that a parser finds, and what of it could run, load or navigate to something it should not. */
function dangers(rendered: string): string[] {
  const { document } = parseHTML(`<!doctype html><html><body>${rendered}</body></html>`);
  const found: string[] = [];
  const body = document.querySelector('body')!;
  for (const element of body.querySelectorAll('*') as Iterable<ParsedElement>) {
    const tag = element.tagName.toUpperCase();
    if (!allowedTags.has(tag)) found.push(tag);
    for (const { name, value } of element.attributes) {
      if (!allowedAttributes.test(name)) found.push(`${tag} ${name}`);
      if (name === 'style' && !/^text-align:(?:left|right|center);?$/.test(value)) found.push(`${tag} style ${value}`);
      if (name === 'class' && !/^language-[\w+#-]{1,30}$/.test(value)) found.push(`${tag} class ${value}`);
      if ((name === 'href' || name === 'src') && !isSafe(value)) found.push(`${tag} ${name} ${value}`);
    }
  }
  for (const comment of rendered.match(/<[!?]/g) ?? []) found.push(comment);
  return found;
}

/** Reads a URL like a browser, without the characters that it ignores. */
function isSafe(address: string): boolean {
  // eslint-disable-next-line no-control-regex
  const read = address.replace(/[\u0000-\u0020]/g, '');
  if (/^[/\\]{2}/.test(read)) return false;
  return URL.canParse(read, 'https://site.example/') && /^(?:https?|mailto):$/.test(new URL(read, 'https://site.example/').protocol);
}

describe('renderHtml, under attack', () => {
  test('the measure itself sees what is dangerous', () => {
    expect(dangers('<img src=x onerror=alert(1)>')).toEqual(['IMG onerror']);
    expect(dangers('<a href="java&#9;script:alert(1)">x</a>')).toHaveLength(1);
    expect(dangers('<p>x</p><script>1</script><!-- -->')).toEqual(['SCRIPT', '<!']);
  });

  test.each(corpus)('makes nothing active of %j', async (vector) => {
    for (const markdown of [
      vector,
      `Before ${vector} after`,
      `- item\n\n  ${vector}`,
      `> ${vector}`,
      `| a |\n|---|\n| ${vector} |`,
      `**${vector}**`,
    ]) {
      expect(dangers(await renderHtml(markdown)), markdown).toEqual([]);
    }
  });

  test('makes nothing active when its own output is rendered again', async () => {
    for (const vector of corpus) expect(dangers(await renderHtml(await renderHtml(vector))), vector).toEqual([]);
  });

  test('makes nothing active of two vectors that meet', async () => {
    for (const [index, vector] of corpus.entries()) {
      const next = corpus[(index * 7 + 3) % corpus.length]!;
      expect(dangers(await renderHtml(`${vector}${next}\n\n${next} ${vector}`)), `${vector}${next}`).toEqual([]);
    }
  });
});

describe('checkLinks, under attack', () => {
  const reportOf = async (markdown: string) =>
    checkLinks({ body: await readBody(await parseBody(markdown)), sources: [], siteUrl: 'https://site.example', internal: [] });

  test.each(links)('calls %j unsafe', async (vector) => {
    expect((await reportOf(vector)).unsafe.length).toBeGreaterThan(0);
  });
});
