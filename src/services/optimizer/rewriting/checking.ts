import type { Project } from '../../../../schema/projects.ts';
import type { OptimizationRow } from '../../../db/rows/optimizer.ts';
import type { PageScore } from '../../../writing/optimize/shapes.ts';
import type { KeptQuote, Quotation } from '../../../writing/claims/quotation.ts';
import { evidenceOf } from '../../../writing/claims/written.ts';
import type { Change, CheckedRewrite, LossReason, PageText, RewriteInput } from '../../../writing/rewrite/shapes.ts';
import { isoTime } from '../../common/wire.ts';
import type { Given } from '../given.ts';
import { askedOf, competitorsOf, pageOf, scoreOf } from '../rows.ts';
import { sourcesOf } from './passages.ts';
import type { Rewritten } from './rewritten.ts';

/** A text as it was handed in or written. */
export interface Handed {
  text: PageText;
  lossReasons: readonly LossReason[];
  quotes: readonly Quotation[];
  kept: readonly KeptQuote[];
  /** What it cites instead of the passages of the brief. */
  evidence?: RewriteInput['passages'];
}

export interface Checked {
  checked: CheckedRewrite;
  score: PageScore;
  changes: Change[];
}

/** Holds a rewritten text against its page, its sources and the competitors. */
export interface Checking {
  /** Claims, losses and gates alone. */
  look(row: OptimizationRow, project: Project, handed: Handed, signal?: AbortSignal): Promise<CheckedRewrite>;
  /** `looked`: what `look` found, where it is known. */
  check(row: OptimizationRow, project: Project, handed: Handed, signal?: AbortSignal, looked?: CheckedRewrite): Promise<Checked>;
  /** The text to keep. */
  complete(handed: Handed, checked: Checked, how?: { left?: Rewritten['left']; signal?: AbortSignal }): Promise<Rewritten>;
}

export function createChecking({ store, system, thread }: Given): Checking {
  const look: Checking['look'] = (row, project, { text, lossReasons, quotes, kept, evidence }, signal) => {
    const { passages } = sourcesOf(row);
    const input: RewriteInput = {
      page: pageOf(row)!,
      keyword: row.keyword!,
      draft: text,
      passages: evidence ?? evidenceOf(passages.map((one) => ({ ...one, kind: 'prose' as const }))),
      lossReasons,
      quotes,
      kept,
      siteUrl: project.siteUrl,
      years: [Number(isoTime(system.now()).slice(0, 4))],
    };
    return thread.run('checkRewrite', [input], signal);
  };

  return {
    look,

    async check(row, project, handed, signal, looked) {
      const { text } = handed;
      const page = pageOf(row)!;
      const checked = looked ?? (await look(row, project, handed, signal));
      const about = { keyword: row.keyword!, language: row.language!, siteUrl: project.siteUrl, asked: askedOf(row) };
      const after = { ...page, ...text, markdown: checked.markdown };
      const score = await thread.run('scorePage', [{ ...about, page: after, competitors: await competitorsOf(store.db, row.id) }], signal);
      const changes = await thread.run('changesOf', [page, after, scoreOf(row)!, score], signal);
      return { checked, score, changes };
    },

    async complete({ text }, { checked, changes }, { left = [], signal } = {}) {
      return {
        ...text,
        markdown: checked.markdown,
        html: await thread.run('renderHtml', [checked.markdown], signal),
        changes,
        claims: checked.claims,
        losses: checked.losses,
        quality: checked.flags,
        left,
      };
    },
  };
}
