import type { Db } from '../../../../db/open.ts';
import { storedKey } from '../../../common/keyword-key.ts';
import { parsed } from '../../../common/wire.ts';

/** A page of a competitor, or a change at one, on a subject. */
export interface Mention {
  /** The change (chg_…); null for a page as it was found. */
  changeId: string | null;
  kind: 'new' | 'updated' | null;
  /** Whose: the competitor's name, else the host. */
  who: string;
  title: string | null;
  url: string;
  at: number | null;
  relevance: number | null;
  phrases: string[];
  keyword: string;
}

/** What some competitors write about, by keyword. */
export interface Subject {
  key: string;
  keyword: string;
  /** Whose pages are on it. */
  who: Set<string>;
  /** Changes first, the newest first. */
  mentions: Mention[];
}

/** A shorter page is no piece. */
const minWords = 60;
/** Pages that every site has, on nothing that somebody would write about. */
const noPiece =
  /\/(?:about(?:-us)?|agb|careers?|cart|checkout|contact(?:-us)?|cookies?(?:-policy)?|datenschutz(?:erklaerung)?|impressum|imprint|jobs|kontakt|legal|log-?in|newsletters?(?:-\d+)?|press|pricing|privacy(?:-policy|-notice)?|register|sign-?(?:in|up)|terms(?:-of-(?:service|use)|-and-conditions)?|ueber-uns)(?:[./]|$)/i;
const isPiece = ({ url }: { url: string }) => new URL(url).pathname !== '/' && !noPiece.test(new URL(url).pathname);

const periodMs = 90 * 24 * 3_600_000;
/** What is looked at of each, the newest. */
const maxChanges = 1_000;
const maxPages = 3_000;

/** What competitors have published lately and before. */
export async function mentionsOf(db: Db, projectId: string, now: number): Promise<{ changes: Mention[]; pages: Mention[] }> {
  const names = await namesOf(db, projectId);
  const changed = await db
    .selectFrom('radar_changes')
    .select(['id', 'kind', 'competitor_id', 'title', 'url', 'created_at', 'relevance', 'phrases', 'keyword'])
    .where('project_id', '=', projectId)
    .where('created_at', '>=', now - periodMs)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxChanges)
    .execute();
  const known = await db
    .selectFrom('radar_sources')
    .innerJoin('radar_pages', 'radar_pages.source_id', 'radar_sources.id')
    .select(['competitor_id', 'title', 'radar_pages.url', 'phrases', 'keyword'])
    .where('project_id', '=', projectId)
    .where('radar_pages.status', '=', 'read')
    .where('keyword', 'is not', null)
    .where('word_count', '>=', minWords)
    .limit(maxPages)
    .execute();
  const who = (row: { competitor_id: string | null; url: string }) => names.get(row.competitor_id ?? '') ?? new URL(row.url).host;
  const changes = changed.flatMap((row): Mention[] => {
    const { id, kind, title, url, created_at: at, relevance, keyword } = row;
    if (keyword === null || (kind !== 'new' && kind !== 'updated') || !isPiece(row)) return [];
    return [{ changeId: id, kind, who: who(row), title, url, at, relevance, phrases: parsed(row.phrases), keyword }];
  });
  const pages = known.filter(isPiece).map((row): Mention => {
    const phrases = parsed<string[]>(row.phrases ?? '[]');
    return {
      changeId: null,
      kind: null,
      who: who(row),
      title: row.title,
      url: row.url,
      at: null,
      relevance: null,
      phrases,
      keyword: row.keyword!,
    };
  });
  return { changes, pages };
}

async function namesOf(db: Db, projectId: string): Promise<Map<string, string>> {
  const rows = await db.selectFrom('competitors').select(['id', 'name']).where('project_id', '=', projectId).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Mentions by the keyword that they have in common. A page that changed counts once. */
export function subjectsOf(mentions: readonly Mention[], language: string): Subject[] {
  const subjects = new Map<string, Subject>();
  for (const mention of mentions) {
    const key = storedKey(mention.keyword, language);
    const subject = subjects.get(key) ?? { key, keyword: mention.keyword, who: new Set(), mentions: [] };
    subjects.set(key, subject);
    subject.who.add(mention.who);
    if (!subject.mentions.some(({ url }) => url === mention.url)) subject.mentions.push(mention);
  }
  return [...subjects.values()];
}
