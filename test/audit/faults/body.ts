import type { Case } from './example.ts';

const image = (attributes: string) => `<img width="9" height="9" ${attributes}>`;
const big = (tag: string, count: number) => `<${tag}>${'/* kiln */'.repeat(count)}</${tag}>`;

/** Links, images, controls, what is loaded, and how heavy it is. */
export const bodyCases: Case[] = [
  {
    code: 'link_empty_href',
    faulty: { more: '<a href="">Kilns</a>' },
    good: { more: '<a href="" onclick="open()">Kilns</a> <nav><a href="">This page</a></nav>' },
  },
  {
    code: 'link_javascript',
    faulty: { more: '<a href="javascript:open()">Kilns</a>' },
    good: { more: '<a href="javascript:;" role="button">Kilns</a>' },
  },
  ...[
    'http:/example.org',
    'http//example.org',
    'htp://example.org',
    'https://https://example.org',
    'www.example.org',
    'https://',
    'http://exa mple.org',
  ].map((href): Case => ({ code: 'link_malformed', faulty: { more: `<a href="${href}">Kilns</a>` } })),
  {
    code: 'link_malformed',
    faulty: { more: '<a href="https:example.org">Kilns</a>' },
    good: { more: '<a href="//example.org">a</a> <a href="https/kilns">b</a> <a href="tel:+49301234">c</a>' },
  },
  {
    code: 'link_empty_href',
    faulty: { more: '<a href="#">Kilns</a>' },
    good: { more: '<a href="#">Back to top</a> <a href="#" data-toggle="x">Menu</a>' },
  },
  { code: 'link_route', faulty: { more: '<a href="#/kilns">Kilns</a>' }, good: { more: '<a href="#a/b" id="a/b">Kilns</a>' } },
  {
    code: 'link_bare_address',
    faulty: { more: '<a href="https://example.org/kilns/and/glazes">https://example.org/kilns/and/glazes</a>' },
    good: { more: '<a href="https://example.org/">https://example.org/</a>' },
  },
  {
    code: 'link_tel_invalid',
    faulty: { more: '<a href="tel:call-us">Call</a>' },
    good: { more: '<a href="tel:+49 (30) 123-45">Call</a> <a href="tel:112">112</a>' },
  },
  { code: 'link_tel_invalid', faulty: { more: '<a href="tel:">Call</a>' }, good: { more: '<a href="tel:+1-201-555-0123;ext=4">Call</a>' } },
  {
    code: 'link_session',
    faulty: { more: '<a href="/k?sessionid=0123456789ABCDEF">k</a>' },
    good: { more: '<a href="#a" id="a">k</a>' },
    answer: { url: 'https://example.com/kilns/firing?sessionid=0123456789ABCDEF' },
  },
  {
    code: 'link_local',
    faulty: { more: '<a href="http://localhost:3000/kilns">Kilns</a>' },
    good: { more: '<a href="http://localhost:631/">http://localhost:631/</a>' },
  },
  { code: 'link_local', faulty: { more: '<a href="file:///C:/kilns.html">Kilns</a>' } },
  {
    code: 'link_local',
    faulty: { more: '<a href="http://192.168.1.4/">Kilns</a>' },
    good: { more: '<a href="http://192.0.2.4/">Kilns</a>' },
  },
  {
    code: 'link_session',
    faulty: { more: '<a href="/kilns;jsessionid=0123456789ABCDEF">Kilns</a>' },
    good: { more: '<a href="/kilns?sid=4">Kilns</a>' },
  },
  {
    code: 'link_tracking',
    faulty: { more: '<a href="/kilns?utm_source=home">Kilns</a>' },
    good: { more: '<a href="https://example.org/?utm_source=yard">Kilns</a>' },
  },
  {
    code: 'link_password',
    faulty: { more: '<a href="https://ada:clay@example.org/">Kilns</a>' },
    good: { more: '<a href="https://example.org/@ada:clay">Kilns</a>' },
  },
  {
    code: 'link_generic_text',
    faulty: { more: '<a href="/kilns">Click here</a>' },
    good: { more: '<a href="/kilns" aria-label="More about kilns">more</a> <a href="#a" id="a">here</a>' },
  },
  {
    code: 'link_generic_text',
    faulty: { root: '<html lang="en-GB">', more: '<a href="/kilns">Start</a>' },
    good: { top: '<body><nav><a href="/kilns">More</a></nav><main>', more: '<a href="/">Start</a> <a href="/kilns">Weiterlesen</a>' },
  },
  {
    code: 'link_generic_text',
    faulty: { root: '<html lang="de">', more: '<a href="/kilns">Weiterlesen …</a>' },
    good: { more: '<a href="/here">Here be kilns</a>' },
  },
  {
    code: 'link_nofollow_internal',
    faulty: { more: '<a rel="nofollow" href="/glazes">Glazes</a>' },
    good: { more: '<a rel="nofollow" href="/login">Log in</a> <a rel="nofollow" href="https://example.org">x</a>' },
  },
  {
    code: 'links_too_many',
    faulty: { more: `<nav>${Array.from({ length: 1001 }, (_, nth) => `<a href="/kilns/${nth}">Kilns</a> `).join('')}</nav>` },
    good: { more: `<nav>${'<a href="/kilns#gas">Kilns</a> '.repeat(1001)}</nav>` },
  },
  {
    code: 'link_anchor_missing',
    faulty: { more: '<a href="#glazes">Glazes</a>' },
    good: { more: '<a href="#glazes">Glazes</a> <a href="#">up</a> <a href="#top">up</a> <a name="glazes"></a>' },
  },
  {
    code: 'link_anchor_missing',
    faulty: { more: '<a href="/kilns/firing#salt%20glazes">Glazes</a>' },
    good: { more: '<a href="#salt%20glazes">Glazes</a> <p id="salt glazes">Salt</p> <a href="/kilns#salt">Salt</a>' },
  },
  {
    code: 'link_mailto_invalid',
    faulty: { more: '<a href="mailto:ada">Ada</a>' },
    good: { more: '<a href="mailto:?subject=Kilns">Share</a> <a href="mailto:ada@example.org">Ada</a>' },
  },
  { code: 'dead_end', faulty: { top: '<body><main><article>', end: '</article></main></body></html>' } },

  {
    code: 'image_alt_missing',
    faulty: { more: image('src="/kiln.webp"') },
    good: {
      more: image('src="/kiln.webp" alt=""') + image('src="/k.webp" role="presentation"') + '<img src="/count.gif" width="1" height="1">',
    },
  },
  {
    code: 'image_alt_missing',
    faulty: { more: `<a href="/kilns">${image('src="/kiln.webp"')}</a>` },
    good: { more: `<noscript>${image('src="/kiln.webp"')}</noscript>` },
  },
  { code: 'image_alt_too_long', faulty: { more: image(`src="/kiln.webp" alt="${'kiln '.repeat(51)}"`) } },
  {
    code: 'image_alt_filename',
    faulty: { more: image('src="/kiln.webp" alt="IMG_2034"') },
    good: { more: image('src="/kiln.webp" alt="How kiln.jpg is made"') },
  },
  { code: 'image_alt_filename', faulty: { more: image('src="/kiln.webp" alt="kiln-small.png"') } },
  {
    code: 'image_alt_generic',
    faulty: { more: image('src="/kiln.webp" alt="Image"') },
    good: { more: image('src="/kiln.webp" alt="Image of a kiln"') },
  },
  {
    code: 'image_size_missing',
    faulty: { more: '<img src="/kiln.webp" alt="A kiln" width="9">' },
    good: { more: '<img src="/kiln.webp" alt="A kiln" style="width:9px;height:4px">' },
  },
  {
    code: 'image_source_missing',
    faulty: { more: image('alt="A kiln"') },
    good: { more: `<picture><source srcset="/k.avif">${image('alt="A kiln"')}</picture>` },
  },
  {
    code: 'image_needs_script',
    faulty: { more: image('alt="A kiln" data-src="/kiln.webp"') },
    good: { more: `${image('alt="A kiln" data-src="/kiln.webp"')}<noscript>${image('src="/kiln.webp" alt="A kiln"')}</noscript>` },
  },
  {
    code: 'image_first_lazy',
    faulty: { more: image('src="/a.webp" alt="A kiln" loading="lazy"') },
    good: { more: image('src="/a.webp" alt="A kiln"') + image('src="/b.webp" alt="A pot" loading="lazy"') },
  },
  {
    code: 'image_source_invalid',
    faulty: { more: image('src="file:///kiln.webp" alt="A kiln"') },
    good: { more: image('src="data:image/gif;base64,R0lGOD" alt="A kiln"') },
  },
  { code: 'image_inline_large', faulty: { more: image(`src="data:image/png;base64,${'A'.repeat(50_000)}" alt="A kiln"`) } },
  {
    code: 'images_not_lazy',
    faulty: { more: Array.from({ length: 26 }, (_, number) => image(`src="/${number}.webp" alt="Kiln ${number}"`)).join('') },
    good: {
      more: Array.from({ length: 26 }, (_, number) =>
        image(`src="/${number}.webp" alt="Kiln ${number}" ${number > 0 ? 'loading="lazy"' : ''}`),
      ).join(''),
    },
  },
  {
    code: 'image_format_unsuited',
    faulty: { more: image('src="/kiln.tiff" alt="A kiln"') },
    good: { more: image('src="/kiln.jpg?from=kiln.tiff" alt="A kiln"') },
  },

  {
    code: 'mixed_content_active',
    faulty: { more: '<script src="http://example.org/a.js"></script>' },
    good: { more: '<script src="//example.org/a.js"></script> <a href="http://example.org/">x</a>' },
  },
  { code: 'mixed_content_passive', faulty: { more: image('src="http://example.org/k.webp" alt="A kiln"') } },
  {
    code: 'form_insecure',
    faulty: { more: '<form action="http://example.org/send"></form>' },
    good: { more: '<form action="/send"></form>' },
  },
  {
    code: 'password_insecure',
    faulty: {
      canonical: '',
      social: '',
      jsonLd: '',
      more: '<form method="post" action="/in"><input type="password" aria-label="Password"></form>',
    },
    answer: { url: 'http://example.com/in' },
    good: { canonical: '', social: '', jsonLd: '' },
  },
  {
    code: 'password_in_address',
    faulty: { more: '<form action="/in"><input type="password" aria-label="Password"></form>' },
    good: { more: '<form><input type="password" aria-label="Password"></form>' },
  },
  {
    code: 'opener_given',
    faulty: { more: '<a target="_blank" rel="opener" href="https://example.org/">Kilns</a>' },
    good: { more: '<a target="_blank" href="https://example.org/">Kilns</a>' },
  },
  {
    code: 'content_outdated',
    faulty: { more: '<marquee>Kilns</marquee>' },
    good: { more: '<object type="image/svg+xml" data="/kiln.svg"></object>' },
  },

  { code: 'page_heavy', faulty: {}, faultyAnswer: { bytes: 1_000_001 } },
  { code: 'page_heavy', faulty: { end: '' }, faultyAnswer: { truncated: true } },
  { code: 'answer_slow', faulty: {}, faultyAnswer: { durationMs: 3001 } },
  {
    code: 'answer_uncompressed',
    faulty: {},
    faultyAnswer: { bytes: 5000, headers: { 'content-encoding': '' } },
    answer: { headers: { 'content-encoding': '' } },
  },
  {
    code: 'scripts_blocking',
    faulty: { head: [1, 2, 3].map((number) => `<script src="/${number}.js"></script>`).join('') },
    good: { head: [1, 2, 3, 4, 5, 6].map((number) => `<script src="/${number}.js" defer></script>`).join('') },
  },
  {
    code: 'stylesheets_many',
    faulty: { head: '<link rel="stylesheet" href="/a.css">'.repeat(11) },
    good: { head: '<link rel="stylesheet" href="/a.css" media="print">'.repeat(11) },
  },
  {
    code: 'script_twice',
    faulty: { more: '<script src="/a.js"></script>'.repeat(2) },
    good: { more: '<script src="/a.js"></script><script src="/b.js"></script>' },
  },
  { code: 'elements_many', faulty: { more: '<i>k</i>'.repeat(2000) }, good: { more: '<i>k</i>'.repeat(1900) } },
  {
    code: 'elements_deep',
    faulty: { more: `${'<div>'.repeat(60)}kiln${'</div>'.repeat(60)}` },
    good: { more: `${'<div>'.repeat(50)}kiln${'</div>'.repeat(50)}` },
  },
  { code: 'styles_inline_large', faulty: { head: big('style', 10_001) }, good: { head: big('style', 9000) } },
  { code: 'scripts_inline_large', faulty: { more: big('script', 20_001) }, good: { more: big('script', 19_000) } },
  { code: 'style_imports', faulty: { head: '<style>@import url(a.css);</style>' }, good: { head: '<style>p { color: red }</style>' } },
];
