import type { Case } from './example.ts';

const wordsOfKilns = 'clay kiln fire heat wood pots wire sand lime salt bone iron glow dust slip coil'.split(' ');
const words = (count: number) => Array.from({ length: count }, (_, nth) => `${wordsOfKilns[nth % wordsOfKilns.length]} `).join('');
const paragraphs = (count: number) => `<p>${words(99)}burns.</p>`.repeat(count);

const paragraphsInEnglish =
  '<p>When the kiln has been at its heat for an hour or so, it is closed and left to cool for as long as it was fired. Nobody should open it before, because the pots that are still hot will crack when the cold air gets to them, and all of the work that went into them is lost. This is what most of us learn by doing it once.</p>';

/** Titles, descriptions, headings, text, and how the page looks where it is shared. */
export const contentCases: Case[] = [
  { code: 'title_missing', faulty: { title: '' }, good: { head: '<svg><title>Kiln</title></svg>' } },
  { code: 'title_missing', faulty: { title: '<title> </title>' }, good: { title: '<title>Kilns &amp; clay in the yard</title>' } },
  {
    code: 'titles_several',
    faulty: { head: '<title>Another</title>' },
    good: { more: '<svg role="img"><title>A kiln</title></svg>' },
  },
  {
    code: 'title_too_long',
    faulty: { title: `<title>${'Kiln '.repeat(15)}</title>` },
    good: { title: `<title>${'Kiln '.repeat(13)}</title>` },
  },
  { code: 'title_too_long', faulty: { title: `<title>${'陶'.repeat(36)}</title>` }, good: { title: `<title>${'陶'.repeat(34)}</title>` } },
  { code: 'title_too_short', faulty: { title: '<title>FAQ</title>' }, good: { title: '<title>陶芸窯の焼き方入門</title>' } },
  {
    code: 'title_placeholder',
    faulty: { title: '<title>Loading…</title>' },
    good: { title: '<title>Loading a kiln well</title>' },
  },
  {
    code: 'title_placeholder',
    faulty: { title: '<title>Untitled Document</title>' },
    good: { title: '<title>The untitled document, a novel</title>' },
  },
  {
    code: 'title_placeholder',
    faulty: { title: '<title>{{ page.title }}</title>' },
    good: { title: '<title>What {{ page.title }} means</title>' },
  },
  { code: 'description_missing', faulty: { description: '' } },
  { code: 'description_missing', faulty: { description: '<meta name="description" content="">' } },
  { code: 'descriptions_several', faulty: { head: '<meta name="description" content="Another description of the same page.">' } },
  {
    code: 'description_too_long',
    faulty: { description: `<meta name="description" content="${words(50)}">` },
    good: { description: `<meta name="description" content="${words(38)}">` },
  },
  { code: 'description_too_short', faulty: { description: '<meta name="description" content="About kilns.">' } },
  {
    code: 'description_repeats_title',
    faulty: { description: '<meta name="description" content="How a kiln fires clay – Potters’ Yard">' },
  },

  {
    code: 'h1_missing',
    faulty: { h1: '<h2>How does a kiln fire clay?</h2>' },
    good: { h1: '<h1><img src="/kiln.webp" width="9" height="9" alt="Kilns"></h1>' },
  },
  { code: 'h1_several', faulty: { more: '<h1>Glazes</h1>' }, good: { more: '<h1 hidden>Glazes</h1>' } },
  { code: 'heading_empty', faulty: { more: '<h2> </h2>' }, good: { more: '<h2><span aria-label="Glazes"></span></h2>' } },
  {
    code: 'heading_level_skipped',
    faulty: { more: '<h2>Glazes</h2><h4>Salt</h4>' },
    good: { more: '<h2>Glazes</h2><h3>Salt</h3><h2>Ash</h2><nav><h4>More</h4></nav>' },
  },
  { code: 'heading_too_long', faulty: { more: `<h2>${words(45)}</h2>` }, good: { more: `<h2>${words(35)}</h2>` } },
  { code: 'heading_too_long', faulty: { h1: `<h1>${words(25)}</h1>` }, good: { h1: `<h1>${words(15)}</h1>` } },

  { code: 'page_blank', faulty: '<!doctype html><html lang="en"><head><title>x</title></head><body></body></html>', good: {} },
  {
    code: 'says_not_found',
    faulty: { title: '<title>Page not found – Potters’ Yard</title>' },
    good: { title: '<title>Page not found: what a 404 means</title>', more: paragraphs(2) },
  },
  {
    code: 'says_not_found',
    faulty: { h1: '<h1>Sorry, the page was not found</h1>' },
    good: { h1: '<h1>Clay is not found everywhere</h1>' },
  },
  {
    code: 'directory_listing',
    faulty: { title: '<title>Index of /kilns</title>', h1: '<h1>Index of /kilns</h1>' },
    good: { title: '<title>Index of /kilns</title>' },
  },
  {
    code: 'feed_as_html',
    faulty: '<?xml version="1.0"?>\n<rss version="2.0"><channel><title>Kilns</title><link>https://example.com/</link></channel></rss>',
    good: { more: '<pre><code>&lt;rss version="2.0"&gt;</code></pre>' },
  },
  { code: 'thin_content', faulty: { text: '' }, good: { text: `<p>${words(60)}</p>` } },
  {
    code: 'thin_content',
    faulty: { text: '<p>Soon more.</p>' },
    good: { text: '<form action="/search"><input name="q" aria-label="Words"><input name="r" aria-label="Kiln"></form>' },
  },
  {
    code: 'thin_content',
    faulty: {
      text: `<aside>${words(50)}</aside><ul class="related-posts">${'<li><a href="/kilns">More on kilns and clay</a></li>'.repeat(4)}</ul>`,
    },
    good: { text: `<ul>${'<li><a href="/kilns">More on kilns and clay</a></li>'.repeat(12)}</ul>` },
  },
  {
    code: 'text_share_low',
    faulty: { more: `<svg><path d="${'M0 0 '.repeat(22_000)}"/></svg>` },
    good: { more: `<svg><path d="${'M0 0 '.repeat(5000)}"/></svg>` },
  },
  { code: 'paragraph_too_long', faulty: { more: `<p>${words(301)}</p>` }, good: { more: `<pre>${words(400)}</pre><p>${words(299)}</p>` } },
  {
    code: 'filler_text',
    faulty: { more: '<p>Lorem ipsum dolor sit amet, consectetur.</p>' },
    good: { more: '<p>It begins with <code>Lorem ipsum dolor sit amet</code>.</p>' },
  },
  {
    code: 'characters_broken',
    faulty: { more: '<p>The caf\uFFFD is open.</p>' },
    good: { more: '<p>Browsers show \uFFFD for what they cannot read, and <code>caf\uFFFD</code>.</p>' },
  },

  {
    code: 'characters_broken',
    faulty: { more: '<p>The cafÃ© isnâ€™t open.</p>' },
    good: { more: '<p>Â, Ã and â are letters: À LA CARTE, NÃO, Âge, ÑANDÚ, « Â ».</p>' },
  },

  {
    code: 'server_message',
    faulty: { more: '<p><b>Warning</b>:  Undefined variable $kiln in <b>/srv/www/kilns.php</b> on line <b>12</b></p>' },
    good: {
      more: '<p>Such a <code>Warning: Undefined variable in /srv/kilns.php on line 12</code> says where.</p><p>Warning: kilns are hot.</p>',
    },
  },
  { code: 'server_message', faulty: { more: '<p>You have an error in your SQL syntax; check the manual.</p>' } },
  {
    code: 'template_unfilled',
    faulty: { more: '<p>Dear {{ customer.name }}, welcome.</p>' },
    good: { more: '<p>Write <code>{{ customer.name }}</code> there.</p>' },
  },
  {
    code: 'template_unfilled',
    faulty: { description: '<meta name="description" content="All that %CITY% has to say on kilns and clay.">' },
    good: { description: '<meta name="description" content="What 20% more heat and 5% less ash do to a kiln.">' },
  },
  {
    code: 'word_repeated',
    faulty: { more: `<p>${words(160)}${'Terracotta '.repeat(24)}.</p>` },
    good: { more: `<p>${words(160)}${'Terracotta '.repeat(12)}.</p>` },
  },
  {
    code: 'lang_mismatch',
    faulty: { root: '<html lang="de">', more: paragraphsInEnglish },
    good: { more: paragraphsInEnglish },
  },

  { code: 'open_graph_missing', faulty: { social: '' }, good: { social: '', jsonLd: '' } },
  {
    code: 'open_graph_incomplete',
    faulty: { social: '<meta property="og:title" content="Kilns">' },
    good: { social: '<meta property="og:title" content="Kilns"><meta property="og:image:url" content="https://example.com/k.png">' },
  },
  {
    code: 'open_graph_url_differs',
    faulty: {
      social:
        '<meta property="og:title" content="Kilns"><meta property="og:image" content="https://example.com/k.png"><meta property="og:url" content="https://example.com/glazes">',
    },
    good: {
      social:
        '<meta property="og:title" content="Kilns"><meta property="og:image" content="https://example.com/k.png"><meta property="og:url" content="https://www.example.com/kilns/firing/">',
    },
  },
  {
    code: 'open_graph_url_differs',
    faulty: {
      canonical: '<link rel="canonical" href="https://example.com/kilns">',
      social:
        '<meta property="og:title" content="Kilns"><meta property="og:image" content="https://example.com/k.png"><meta property="og:url" content="https://example.com/glazes">',
    },
    good: {
      canonical: '<link rel="canonical" href="https://example.com/kilns">',
      social:
        '<meta property="og:title" content="Kilns"><meta property="og:image" content="https://example.com/k.png"><meta property="og:url" content="https://example.com/kilns/firing">',
    },
  },
  {
    code: 'social_image_relative',
    faulty: { social: '<meta property="og:title" content="Kilns"><meta property="og:image" content="/kiln.png">' },
    good: { social: '<meta property="og:title" content="Kilns"><meta property="og:image" content="//cdn.example.com/kiln.png">' },
  },
  {
    code: 'twitter_card_invalid',
    faulty: { head: '<meta name="twitter:card" content="large">' },
    good: { head: '<meta name="twitter:card" content="summary_large_image">' },
  },
  {
    code: 'twitter_card_incomplete',
    faulty: { social: '', jsonLd: '', head: '<meta name="twitter:card" content="summary">' },
    good: { social: '', jsonLd: '', head: '<meta name="twitter:card" content="summary"><meta name="twitter:title" content="Kilns">' },
  },

  {
    code: 'content_needs_scripts',
    faulty: {
      top: '<body><div id="root"></div><script src="/app.js"></script><noscript>You need to enable JavaScript to run this app.</noscript></body></html>',
      h1: '',
      lead: '',
      text: '',
      end: '',
    },
    good: { more: '<div id="root"></div><script src="/app.js"></script>' },
  },
  {
    code: 'content_needs_scripts',
    faulty: {
      top: `<body><header>${words(60)}</header><main><article>`,
      lead: '<div class="products-grid"></div>',
      text: '',
      end: '</article></main><footer><a href="/about">About</a></footer><script src="/app.js" defer></script></body></html>',
    },
    good: {
      lead: '<form action="/search"><input name="q" aria-label="Words"><input name="r" aria-label="Kiln"></form><div class="search-items"></div>',
      text: '',
      end: '</article></main><footer><a href="/about">About</a></footer><script src="/app.js" defer></script></body></html>',
    },
  },
  {
    code: 'content_in_frame',
    faulty: { lead: '<iframe src="/text" title="Kilns"></iframe>', text: '' },
    good: { lead: '<iframe src="https://www.youtube.com/embed/x" title="A firing"></iframe>', text: '' },
  },
  {
    code: 'snippets_forbidden',
    faulty: { head: '<meta name="robots" content="max-snippet:0">' },
    good: { head: '<meta name="robots" content="max-snippet:-1">' },
  },
  { code: 'snippets_forbidden', faulty: {}, good: {}, faultyAnswer: { headers: { 'x-robots-tag': 'googlebot: nosnippet' } } },
  {
    code: 'content_unquotable',
    faulty: { top: '<body><a href="/">Home</a><main data-nosnippet>' },
    good: { more: '<p data-nosnippet>Opened at noon.</p>' },
  },
  {
    code: 'answer_late',
    faulty: { lead: `<ul>${`<li>${words(16)}</li>`.repeat(14)}</ul>`, more: paragraphs(6) },
    good: { more: `<ul>${`<li>${words(16)}</li>`.repeat(14)}</ul>${paragraphs(6)}` },
  },
  {
    code: 'questions_missing',
    faulty: {
      h1: '<h1>Kilns</h1>',
      text: ['Wood', 'Gas', 'Oil', 'Pits', 'Ash'].map((name) => `<h2>${name}</h2>${paragraphs(3)}`).join(''),
    },
    good: {
      h1: '<h1>Kilns</h1>',
      text: ['Wood', 'Gas', 'Oil', 'Pits', 'Why ash'].map((name) => `<h2>${name}?</h2>${paragraphs(3)}`).join(''),
    },
  },
  {
    code: 'questions_missing',
    faulty: {
      h1: '<h1>Firing a kiln</h1>',
      text: ['Wood', 'Gas', 'Oil', 'Pits', 'Ash'].map((name) => `<h2>${name}</h2>${paragraphs(3)}`).join(''),
    },
    good: {
      h1: '<h1>How to fire a kiln</h1>',
      text: ['Wood', 'Gas', 'Oil', 'Pits', 'Ash'].map((name) => `<h2>${name}</h2>${paragraphs(3)}`).join(''),
    },
  },
  { code: 'headings_sparse', faulty: { text: `<h2>Why?</h2>${paragraphs(16)}` }, good: { text: `<h2>Why?</h2>${paragraphs(12)}` } },
  {
    code: 'date_missing',
    faulty: { jsonLd: block('TechArticle'), more: '<a rel="author" href="/ada">Ada Clay</a>' },
    good: { jsonLd: block('TechArticle'), more: '<time>2026-05-04</time><a rel="author" href="/ada">Ada Clay</a>' },
  },
  {
    code: 'author_missing',
    faulty: { jsonLd: block('TechArticle'), more: '<time datetime="2026-05-04">4 May</time>', head: '' },
    good: { jsonLd: block('TechArticle'), more: '<time datetime="2026-05-04">4 May</time><a rel="author" href="/ada">Ada Clay</a>' },
  },
  {
    code: 'article_unmarked',
    faulty: { jsonLd: '', more: '<time datetime="2026-05-04">4 May</time><a rel="author" href="/ada">Ada Clay</a>' },
    good: { jsonLd: '', social: '' },
  },
];

/** Structured data of another kind than an article. */
function block(type: string): string {
  return `<script type="application/ld+json">{"@context":"https://schema.org","@type":"${type}","name":"Kilns"}</script>`;
}
