import type { Db } from '../../../../db/open.ts';
import { terms } from '../../../../language/tokens.ts';
import { storedKey } from '../../../common/keyword-key.ts';
import { parsed } from '../../../common/wire.ts';
import { isPiece } from '../../pieces.ts';
import type { Voices } from './score.ts';

/** A page of a competitor, or a change at one, on a subject. */
export interface Mention {
  /** The change (chg_…); null for a page as it was found. */
  changeId: string | null;
  kind: 'new' | 'updated' | null;
  /** Whether it says something that it did not say before: not where only words were corrected. */
  isNews: boolean;
  /** Whose: the competitor's name, else the host. */
  who: string;
  title: string | null;
  url: string;
  at: number | null;
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

/** Fewer words that an update adds are a correction: a price, a date. */
const minAddedWords = 50;
/** A shorter page is no piece. */
const minWords = 60;
const periodMs = 90 * 24 * 3_600_000;
/** What is looked at of each, the newest. */
const maxChanges = 1_000;
const maxPages = 3_000;

/** What competitors have published lately and before. */
export async function mentionsOf(db: Db, projectId: string, now: number): Promise<{ changes: Mention[]; pages: Mention[] }> {
  const names = await namesOf(db, projectId);
  const changed = await db
    .selectFrom('radar_changes')
    .select(['id', 'kind', 'competitor_id', 'title', 'url', 'created_at', 'phrases', 'keyword', 'words_added'])
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
    const { id, kind, title, url, created_at: at, keyword } = row;
    if (keyword === null || (kind !== 'new' && kind !== 'updated') || !isPiece(row)) return [];
    const isNews = kind === 'new' || (row.words_added ?? 0) >= minAddedWords;
    return [{ changeId: id, kind, isNews, who: who(row), title, url, at, phrases: parsed(row.phrases), keyword }];
  });
  const pages = known.filter(isPiece).map((row): Mention => {
    const { title, url, keyword } = row;
    return {
      changeId: null,
      kind: null,
      isNews: false,
      who: who(row),
      title,
      url,
      at: null,
      phrases: parsed(row.phrases ?? '[]'),
      keyword: keyword!,
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

/** Finds the pages that speak of a subject: those with all of its words in title, keyword or a phrase. */
export class Speaking {
  readonly #language: string;
  readonly #byTerm = new Map<string, Set<Mention>>();
  /** Those who are watched. */
  readonly who: ReadonlySet<string>;

  private constructor(language: string, mentions: readonly Mention[]) {
    this.#language = language;
    this.who = new Set(mentions.map(({ who }) => who));
  }

  static async among(mentions: readonly Mention[], language: string, turn: () => Promise<void>): Promise<Speaking> {
    const speaking = new Speaking(language, mentions);
    for (const mention of mentions) {
      speaking.#add(mention);
      await turn();
    }
    return speaking;
  }

  #add(mention: Mention): void {
    const { title, keyword, phrases } = mention;
    for (const term of terms([title ?? '', keyword, ...phrases].join(' '), this.#language)) {
      const known = this.#byTerm.get(term);
      if (known) known.add(mention);
      else this.#byTerm.set(term, new Set([mention]));
    }
  }

  /** Of a subject's own mentions, and of others' pages on it. */
  on({ keyword, mentions }: Pick<Subject, 'keyword' | 'mentions'>): Voices {
    const [first, ...others] = [...new Set(terms(keyword, this.#language))].map((term) => this.#byTerm.get(term) ?? new Set<Mention>());
    const speaking = [...(first ?? [])].filter((mention) => others.every((some) => some.has(mention)));
    const all = [...speaking, ...mentions];
    return { competitors: new Set(all.map(({ who }) => who)).size, pages: new Set(all.map(({ url }) => url)).size };
  }
}
