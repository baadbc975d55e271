import type { Case } from './example.ts';

const image = (attributes: string) => `<img width="9" height="9" ${attributes}>`;

/** Controls, tables, what plays, and slips of markup. */
export const controlCases: Case[] = [
  {
    code: 'link_without_name',
    faulty: { more: '<a href="/kilns"><i class="icon"></i></a>' },
    good: {
      more: `<a href="/kilns">${image('src="/k.webp" alt="Kilns"')}</a> <a href="/kilns"><svg><title>Kilns</title></svg></a> <a href="/k"><i aria-label="Kilns"></i></a>`,
    },
  },
  {
    code: 'button_without_name',
    faulty: { more: '<button><svg></svg></button>' },
    good: {
      more: '<button>Fire</button> <button aria-label="Fire"></button> <button><i title="Fire"></i></button> <button x-text="name"></button>',
    },
  },
  {
    code: 'button_without_name',
    faulty: { more: '<input type="image" src="/go.png">' },
    good: { more: '<input type="image" src="/go.png" alt="Go"> <input type="submit">' },
  },
  {
    code: 'area_without_name',
    faulty: { more: '<map><area href="/kilns"></map>' },
    good: { more: '<map><area href="/kilns" alt="Kilns"><area></map>' },
  },
  {
    code: 'drawing_without_name',
    faulty: { more: '<svg role="img"><path/></svg>' },
    good: { more: '<svg><path/></svg> <svg role="img"><title>Kiln</title></svg>' },
  },
  {
    code: 'field_without_label',
    faulty: { more: '<input name="q">' },
    good: {
      more: '<label for="q">Words</label><input id="q"> <label>More <select></select></label> <input type="hidden"> <textarea placeholder="Words"></textarea>',
    },
  },
  {
    code: 'field_without_label',
    faulty: { more: '<label for="q">Words</label><textarea id="r"></textarea>' },
    companions: ['reference_missing'],
  },
  {
    code: 'frame_without_title',
    faulty: { more: '<iframe src="https://example.org/"></iframe>' },
    good: { more: '<iframe src="https://example.org/" title="A firing"></iframe> <iframe src="/count" style="display:none"></iframe>' },
  },
  {
    code: 'ids_repeated',
    faulty: { more: '<p id="a">1</p><p id="a">2</p><a href="#a">a</a>' },
    good: { more: '<p id="a">1</p><a href="#a">a</a>' },
  },
  { code: 'ids_twice', faulty: { more: '<p id="a">1</p><p id="a">2</p>' }, good: { more: '<p id="a">1</p><p id="b">2</p>' } },
  { code: 'elements_obsolete', faulty: { more: '<center>Kiln</center>' }, good: { more: '<tt>Kiln</tt>' } },
  {
    code: 'link_without_address',
    faulty: { more: '<span onclick="location.href=\'/kilns\'">Kilns</span>' },
    good: { more: '<span onclick="show()">Kilns</span> <a href="/kilns"><span onclick="location.href=1">k</span></a>' },
  },
  {
    code: 'link_without_address',
    faulty: { more: '<span role="link">Kilns</span>' },
    good: { more: '<span role="link" tabindex="0">Kilns</span>' },
  },
  {
    code: 'list_child_invalid',
    faulty: { more: '<ul><li>Ash</li><div>Salt</div></ul>' },
    good: { more: '<ul><li>Ash<div>Salt</div></li><script></script></ul>' },
  },
  {
    code: 'role_unknown',
    faulty: { more: '<div role="kiln">Ash</div>' },
    good: { more: '<div role="kiln note">Ash</div><div role="doc-tip">Ash</div>' },
  },
  {
    code: 'hidden_focusable',
    faulty: { more: '<a href="/kilns" aria-hidden="true">Kilns</a>' },
    good: { more: '<a href="/kilns" aria-hidden="true" tabindex="-1">Kilns</a> <i aria-hidden="true">k</i>' },
  },
  {
    code: 'contrast_low',
    faulty: { more: '<p style="color:#bbb; background:#FFF">Kilns are hot.</p>' },
    good: {
      more:
        '<p style="color:#777;background-color:white">Kilns are hot.</p><p style="color:#bbb">Kilns</p>' +
        '<p style="color:#bbb;background:#fff url(k.png)">Kilns</p><p style="color:#bbb;background:#fff"><b>Kilns</b></p>' +
        '<p style="color:#bbb;background:rgba(0,0,0,.9)">Kilns</p><p style="color:#bbb;background:#fff;display:none">Kilns</p>',
    },
  },
  {
    code: 'contrast_low',
    faulty: { more: '<span style="font-size:12px;color:rgb(130, 130, 130);background-color:#ffffff">Kilns are hot.</span>' },
    good: { more: '<span style="font-size:24px;color:rgb(130, 130, 130);background-color:#ffffff">Kilns are hot.</span>' },
  },
  {
    code: 'text_hidden',
    faulty: { more: `<div style="display:none">${'kilns and cheap clay '.repeat(20)}</div>` },
    good: { more: `<div style="display:none" id="more">${'kilns and cheap clay '.repeat(20)}</div><div style="display:none">Saved.</div>` },
  },
  {
    code: 'reference_missing',
    faulty: { more: '<div aria-labelledby="gone">Kilns</div>' },
    good: { more: '<div aria-labelledby="kept">Kilns</div><p id="kept">Kilns</p>' },
  },
  {
    code: 'reference_missing',
    faulty: { more: '<svg role="img" aria-labelledby="gone"><title id="kept">A kiln</title></svg>' },
    good: {
      more: '<svg role="img" aria-labelledby="kept"><title id="kept">A kiln</title></svg> <svg role="img" aria-label="A pot"><title id="kept">A pot</title></svg><a href="#door">Door</a><svg><g id="door"></g></svg>',
    },
  },
  {
    code: 'table_without_headers',
    faulty: { more: `<table border="1">${'<tr><td>Ash</td><td>9</td><td>1,200</td></tr>'.repeat(3)}</table>` },
    good: {
      more: `<table border="1"><tr><th>Wood</th><th>Heat</th></tr>${'<tr><td>Ash</td><td>1,200</td></tr>'.repeat(3)}</table><table role="presentation">${'<tr><td>Ash</td><td>1</td></tr>'.repeat(5)}</table>`,
    },
  },
  {
    code: 'tabindex_positive',
    faulty: { more: '<p tabindex="3">Kiln</p>' },
    good: { more: '<p tabindex="0">Kiln</p><p tabindex="-1">Kiln</p>' },
  },
  {
    code: 'media_plays',
    faulty: { more: '<video autoplay src="/k.mp4"></video>' },
    good: { more: '<video autoplay muted src="/k.mp4"></video>' },
  },
  {
    code: 'main_missing',
    faulty: { top: '<body><header><a href="/">Home</a></header>', end: '</body></html>' },
    good: { top: '<body><a href="/">Home</a><div role="main">', end: '</div></body></html>' },
  },
];
