import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A manual as Debian installs it, and where its author put the main part. */
export interface Manual {
  package: string;
  folder: string;
  /** Which of the folder's files are its pages. */
  pages: RegExp;
  main: string;
  /** Within it, what is no text: tables of contents, links to the top, switches of language. */
  without: string;
}

const docbook = { main: 'body', without: '.navheader, .navfooter, .toc, .list-of-tables' };

export const manuals: readonly Manual[] = [
  { package: 'git-doc', folder: '/usr/share/doc/git-doc', pages: /^git[^/]*\.html$/, main: '#content', without: '#toc' },
  { package: 'debian-reference-en', folder: '/usr/share/debian-reference', pages: /^ch\d+\.en\.html$/, ...docbook },
  { package: 'debian-reference-de', folder: '/usr/share/debian-reference', pages: /^ch\d+\.de\.html$/, ...docbook },
  {
    package: 'python3-doc',
    folder: '/usr/share/doc/python3/html',
    pages: /^(?:tutorial|howto|library|reference)\/[^/]+\.html$/,
    main: '[role=main]',
    without: '.toctree-wrapper, .contents, nav, .headerlink',
  },
  {
    package: 'sqlite3-doc',
    folder: '/usr/share/doc/sqlite3',
    pages: /^[^/]+\.html$/,
    main: 'body',
    without: '.nosearch, .menu, .searchmenu, .fancy_toc, #toc_sub, svg, button, input',
  },
  {
    package: 'apache2-doc',
    folder: '/usr/share/doc/apache2-doc/manual',
    pages: /^(?:en|de|fr|ja)\/(?:howto\/|mod\/)?[^/]+\.html$/,
    main: '#page-content',
    without: '#quickview, .toplang, .bottomlang, .top, #comments_section',
  },
  { package: 'maint-guide-fr', folder: '/usr/share/doc/maint-guide-fr/html', pages: /^\w+\.fr\.html$/, ...docbook },
];

/**
 * By two further generators, Publican and Texinfo. Their first figures were measured before anybody looked at what is read of them; the handbook's
 * code, of which a fifth was lost then, has been mended since.
 */
export const unseen: readonly Manual[] = [
  {
    package: 'debian-handbook',
    folder: '/usr/share/doc/debian-handbook/html',
    pages: /^(?:en-US|de-DE|fr-FR)\/sect\.[^/]+\.html$/,
    main: 'body',
    without: '#banner, #title, .docnav, .toc',
  },
  {
    package: 'r-doc-html',
    folder: '/usr/share/R/doc/manual',
    pages: /^R-\w+\.html$/,
    main: 'body',
    without: '.header, .Contents_element, .contents, .contents-heading, .index-cp, .index-vr, .index-fn, .index-en',
  },
];

export interface ManualPage {
  path: string;
  html: string;
}

/** So many pages of an installed manual, evenly spread by name; undefined if the package is not installed. */
export function pagesOf({ folder, pages }: Manual, count: number): ManualPage[] | undefined {
  if (!existsSync(folder)) return undefined;
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => pages.test(path))
    .toSorted();
  const step = Math.max(1, paths.length / count);
  const chosen = Array.from({ length: Math.min(count, paths.length) }, (_, index) => paths[Math.floor(index * step)]!);
  return chosen.map((path) => ({ path, html: readFileSync(join(folder, path), 'utf8') }));
}
