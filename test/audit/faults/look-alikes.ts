import { block, type Case } from './example.ts';

const wordsOfKilns = 'clay kiln fire heat wood pots wire sand lime salt bone iron glow dust slip coil'.split(' ');
const words = (count: number) => Array.from({ length: count }, (_, nth) => `${wordsOfKilns[nth % 16]} `).join('');
const image = (attributes: string) => `<img width="9" height="9" alt="A kiln" ${attributes}>`;
const ofType = (type: string) => block({ '@context': 'https://schema.org', '@type': type, name: 'Kilns' });
const paragraphs = (count: number) => `<p>${words(99)}burns.</p>`.repeat(count);
const index = Array.from({ length: 1001 }, (_, nth) => `<a href="/kilns/${nth}">Kilns</a> `).join('');

/** Pages beside which real ones were told for a fault that they do not have. */
export const lookAlikeCases: Case[] = [
  {
    code: 'link_nofollow_internal',
    faulty: { more: '<a rel="nofollow" href="/glazes.html?from=a.txt">Glazes</a>' },
    good: {
      more: ['/_sources/glazes.rst.txt', '/glazes.PDF?page=2', '/kiln.tar.gz', '/kiln.svg', '/all.xml']
        .map((path) => `<a rel="nofollow" href="${path}">Glazes</a>`)
        .join(' '),
    },
  },
  {
    code: 'image_alt_too_long',
    faulty: { more: `<img src="/kiln.webp" alt="${'kiln '.repeat(51)}" width="9" height="9">` },
    good: {
      more: `<img src="/kiln.webp" alt="A kiln${'\n' + ' '.repeat(150)}that fires${'\n' + ' '.repeat(150)}clay" width="9" height="9">`,
    },
  },
  {
    code: 'table_without_headers',
    faulty: { more: `<table><caption>Heat</caption>${'<tr><td>9</td><td>1,200</td></tr>'.repeat(3)}</table>` },
    good: { more: `<table border="1">${'<tr><td>9</td><td></td><td>4</td></tr>'.repeat(9)}</table>` },
  },
  {
    code: 'table_without_headers',
    faulty: { more: `<table>${'<tr><td>Ash</td><td>Salt</td><td>Lime</td></tr>'.repeat(4)}</table>` },
    good: { more: `<table border="1">${'<tr><td>Ash</td><td>What wood leaves</td></tr>'.repeat(9)}</table>` },
  },
  {
    code: 'heading_empty',
    faulty: { more: '<h2 id="pot"></h2><script>show("pots", document.getElementById("potter"))</script>' },
    good: { more: '<h2 id="pot"></h2><h2><i id="kiln"></i></h2><script>document.getElementById("pot").append($("#kiln").text())</script>' },
  },
  {
    code: 'image_source_missing',
    faulty: { more: image('src="" id="pot"') },
    good: { more: `${image('src="" id="pot"')}<script>document.querySelector('#pot').src = pots[0];</script>` },
  },
  {
    code: 'link_empty_href',
    faulty: { more: '<a href="#" id="film">Watch</a><script>show("films")</script>' },
    good: { more: '<a href="#" id="film">Watch</a><script>document.querySelector("#film").href = films[0];</script>' },
  },
  {
    code: 'image_first_lazy',
    faulty: { more: `<section><h2>Pots</h2>${image('src="/a.webp" loading="lazy"')}</section>` },
    good: { more: `<section><h2>Pots</h2></section><section>${image('src="/a.webp" loading="lazy"')}</section>` },
  },
  {
    code: 'image_first_lazy',
    faulty: { more: `<section><p>Pots</p></section>${image('src="/a.webp" loading="lazy"')}` },
    good: { more: `<section><video muted autoplay src="/fire.mp4"></video></section>${image('src="/a.webp" loading="lazy"')}` },
  },
  {
    code: 'image_first_lazy',
    faulty: { more: `<p>${words(5)}</p>${image('src="/a.webp" loading="lazy"')}` },
    good: { more: `<p>${words(50)}</p>${image('src="/a.webp" loading="lazy"')}` },
  },
  {
    code: 'links_too_many',
    faulty: { more: `${index}<pre>${words(1500)}</pre>` },
    good: { more: index },
  },
  {
    code: 'link_nofollow_internal',
    faulty: { more: '<a rel="nofollow" href="/glazes#reply">Glazes</a>' },
    good: {
      more: '<a rel="nofollow" href="#reply">Cancel</a> <a rel="nofollow" href="/kilns/firing#reply">Reply</a> <p id="reply">Reply</p>',
    },
  },
  {
    code: 'thin_content',
    faulty: { h1: '', lead: '', text: '' },
    companions: ['h1_missing'],
    good: { h1: '', lead: '', text: '', top: `<body><header><h1>Kilns</h1><p>${words(301)}</p></header><main><article>` },
  },
  {
    code: 'title_placeholder',
    faulty: { title: '<title>https://example.com/</title>' },
    good: { title: '<title>https://example.com/ and what stands there</title>' },
  },
  { code: 'title_placeholder', faulty: { title: '<title>example.com</title>' } },
  {
    code: 'filler_text',
    faulty: { more: '<ul><li>YYYYMMDD New kilns</li><li>YYYYMMDD Open on Sundays</li></ul>' },
    good: {
      more: '<p>YYYYMMDD is how the yard writes dates.</p><p>Write <b>all</b> YYYY-MM-DD days, <i>not</i> YYYY-MM-DD and more.</p><ul><li>YYYY-MM-DD</li><li>YYYY-MM-DD</li></ul>',
    },
  },
  {
    code: 'legal_link_empty',
    faulty: { end: '</article></main><footer><a href="#">Privacy Policy</a> <a href="/about">About</a></footer></body></html>' },
    good: { more: '<a href="#" role="button">Cookies</a> <a href="/privacy">Privacy</a>' },
  },
  ...['Datenschutzerklärung', 'Politique des Cookies', 'Our Privacy & Cookie Policy', 'Terms', 'プライバシーポリシー'].map(
    (name): Case => ({
      code: 'legal_link_empty',
      faulty: { more: `<a href="#">${name}</a>` },
      good: { more: `<a href="">${name}</a>` },
    }),
  ),
  {
    code: 'link_empty_href',
    faulty: { more: '<a href="#">Privacy settings</a> <a href="#">Cookies we bake in the yard</a> <a href="#">In terms of clay</a>' },
  },
  ...['ada@example.org', 'ada.clay+kiln@yard.example.com?subject=Pots', 'kilns.github.io/pots', 'example.com', 'kilns.example.de/'].map(
    (href): Case => ({
      code: 'link_malformed',
      faulty: { more: `<a href="${href}">Kilns</a>` },
      good: {
        more: [
          'index.de',
          'notes.org',
          'kilns.org/pots.html',
          'v1.io.md',
          '@ada',
          'pots/ada@example.org',
          'jquery.min.js',
          'kilns.v2/',
          './example.com',
        ]
          .map((one) => `<a href="${one}">Kilns</a>`)
          .join(' '),
      },
    }),
  ),
  {
    code: 'document_nested',
    faulty: { more: '<!doctype html><html lang="en"><head><title>A film</title></head><body><p>Fire.</p></body></html>' },
    good: { doctype: '<!doctype html><html class="no-js">', more: '<template><html lang="en"></html></template>' },
  },
  {
    code: 'filler_text',
    faulty: { more: '<p>Nemo enim ipsam voluptatem quia voluptas sit aspernatur.</p>' },
    good: { more: '<p>Nemo says that Cicero wrote of pleasure and pain.</p>' },
  },
  // What site builders write on every page does not make an imprint an article.
  {
    code: 'article_unmarked',
    faulty: {
      jsonLd: '',
      head: '<meta property="article:published_time" content="2026-05-04">',
      more: '<a rel="author" href="/ada">Ada</a>',
    },
    good: { jsonLd: '', head: '<meta name="author" content="Potters’ Yard">' },
  },
  {
    code: 'author_missing',
    faulty: { jsonLd: ofType('TechArticle'), more: '<time datetime="2026-05-04">4 May</time>' },
    good: { jsonLd: ofType('WebPage'), more: '<time datetime="2026-05-04">4 May</time>' },
  },
  {
    code: 'word_repeated',
    faulty: { more: `<p>${words(160)}${'Terracotta '.repeat(24)}.</p>` },
    good: { more: `<ul>${`<li>${words(6)}</li><li>Terracotta</li>`.repeat(30)}</ul>` },
  },
  {
    code: 'answer_late',
    faulty: { lead: `<ul>${`<li>${words(16)}</li>`.repeat(14)}</ul>`, more: paragraphs(6) },
    good: { lead: `<ul>${`<li>${words(16)}</li>`.repeat(60)}</ul>`, more: paragraphs(1) },
  },
];
