import type { Project } from '../../../schema/projects.ts';
import { pageKey } from '../../crawl/url.ts';
import type { Db } from '../../db/open.ts';
import { addressWords } from '../../language/address-words.ts';
import type { SearchConsoleServices, SitePage } from '../search-console/index.ts';
import { ownPieces, type Piece } from './queries.ts';

export interface PieceNeeds {
  db: Db;
  sitePages: SearchConsoleServices['sitePages'];
}

type Asked = Pick<Project, 'id' | 'searchConsoleProperty'>;

/** A page that is no post, known by what Google shows of the site. */
export interface ShownPage extends SitePage {
  /** The words of its address. */
  keyword: string;
}

/** What a project has: posts, articles, and pages that Google shows and that are none of those posts. */
export async function allPieces({ db, sitePages }: PieceNeeds, project: Asked): Promise<Piece[]> {
  const pieces = await ownPieces(db, project.id);
  const posts = pieces.flatMap(({ kind, url }) => (kind === 'post' && url !== null ? [url] : []));
  const pages = pagesBeside(await sitePages(project), posts);
  return [...pieces, ...pages.map(({ url, keyword }) => ({ kind: 'page' as const, title: null, id: null, url, keyword }))];
}

/** Of pages that Google shows, those at none of these addresses, each once: those whose addresses say what they are about. */
export function pagesBeside(shown: readonly SitePage[], urls: readonly string[]): ShownPage[] {
  const known = new Set(urls.map(pageKey));
  return shown.flatMap((page) => {
    const key = pageKey(page.url);
    const keyword = known.has(key) ? null : pageKeyword(page.url);
    known.add(key);
    return keyword === null ? [] : [{ ...page, keyword }];
  });
}

/** What a page is about, by its address; null for one that nobody would write. */
export const pageKeyword = (url: string): string | null => (isPiece({ url }) ? addressWords(url) : null);

/** Pages that every site has, on nothing that somebody would write about. */
const noPiece =
  /\/(?:about(?:-us)?|agb|careers?|cart|checkout|contact(?:-us)?|cookies?(?:-policy)?|datenschutz(?:erklaerung)?|impressum|imprint|jobs|kontakt|legal|log-?in|newsletters?(?:-\d+)?|press|pricing|privacy(?:-policy|-notice)?|register|sign-?(?:in|up)|terms(?:-of-(?:service|use)|-and-conditions)?|ueber-uns)(?:[./]|$)/i;
/** Whether somebody would write about what a page is on. */
export function isPiece({ url }: { url: string }): boolean {
  const { pathname } = new URL(url);
  return pathname !== '/' && !noPiece.test(pathname);
}
