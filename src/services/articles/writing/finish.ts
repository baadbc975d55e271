import type { Article, QualityFlag, Usage } from '../../../../schema/articles.ts';
import type { Project } from '../../../../schema/projects.ts';
import type { ArticleRow } from '../../../db/rows/articles.ts';
import type { WritingBrief } from '../../../../schema/drafts.ts';
import type { ArticleClaim, Judging } from '../../../../schema/claims.ts';
import type { Refused } from '../../../../schema/common.ts';
import type { Carried } from '../../../writing/claims/carried.ts';
import type { Evidence } from '../../../writing/claims/evidence.ts';
import { askJudge, type Judge } from '../../../writing/claims/judge.ts';
import type { KeptQuote, Quotation } from '../../../writing/claims/quotation.ts';
import type { Grounding } from '../../../writing/claims/support.ts';
import { renumbered, toldClaims } from '../../../writing/claims/told.ts';
import type { Objection } from '../../../writing/score/gates.ts';
import type { CarriedInput } from '../../../writing/tasks.ts';
import { metaDescriptionOf, metaTitleOf } from '../../../writing/compose/titles.ts';
import { articleJsonLd } from '../../../writing/score/article-json-ld.ts';
import { slugOf } from '../../../language/slug.ts';
import type { Given } from '../given.ts';
import type { Images, NewImage } from '../images.ts';
import { isoTime } from '../../common/wire.ts';
import { keptEvidence, toSource } from '../../../writing/claims/kept.ts';
import type { FinishedArticle } from '../content.ts';
import { publishedPages, sketchesOf } from '../others.ts';
import type { ArticleRequest } from '../request.ts';
import type { Written } from '../../../writing/claims/written.ts';

/** Checks and renders a writer's text: HTML, JSON-LD, score, quality flags and picture. */
export interface Finishing {
  check(work: Unfinished): Promise<Checked>;
  /** Renders a checked article. */
  complete(work: Unfinished, checked: Checked): Promise<Finished>;
  /** `check`, then `complete`. */
  finish(work: Unfinished): Promise<Finished>;
}

export interface Unfinished {
  article: ArticleRow;
  request: ArticleRequest;
  project: Project;
  written: Written;
  /** Null if it was written without one. */
  brief: WritingBrief | null;
  judge?: Judge;
  /** Claims whose verdict a model gave before. */
  known?: readonly ArticleClaim[];
  /** Quotations that settled claims of it before, and those brought now. */
  quoted?: { kept: readonly KeptQuote[]; brought: readonly Quotation[] };
  signal?: AbortSignal;
}

export interface Checked {
  fields: { title: string; metaTitle: string; metaDescription: string; slug: string };
  grounded: Carried;
  wordCount: number;
  score: number;
  breakdown: NonNullable<Article['breakdown']>;
  quality: QualityFlag[];
  objections: Objection[];
  sketch: string;
  /** All claims, numbered as in the text handed in. */
  claims: ArticleClaim[];
  grounding: Grounding;
  quotes: KeptQuote[];
  /** Quotations brought that settle nothing. */
  refusedEvidence: Refused[];
  judging: Judging | null;
}

export interface Finished {
  finished: FinishedArticle;
  image: NewImage | null;
  usage: Usage | null;
}

const wordsPerMinute = 200;

export function createFinishing({ store, system, images, thread }: Given & { images: Images }): Finishing {
  function jsonLdOf({ article, request, project, written }: Unfinished, fields: Checked['fields'], grounded: Carried, imageUrl?: string) {
    const now = isoTime(system.now());
    return articleJsonLd({
      articleType: request.articleType,
      keyword: request.keyword,
      title: fields.title,
      description: fields.metaDescription,
      language: written.language,
      wordCount: grounded.wordCount,
      faq: grounded.faq,
      citations: grounded.sources,
      datePublished: article.generated_at === null ? now : isoTime(article.generated_at),
      dateModified: now,
      publisherName: project.brandTerms[0],
      imageUrl,
    });
  }

  /** The claims with the verdicts of the rules, of quotations and of a judge, in this order. */
  async function checkClaims({ written, quoted, judge, known, signal }: Unfinished, evidence: Evidence) {
    const { draft, language, verbatim } = written;
    const { markdown, faq } = draft;
    const { grounded, support } = await thread.run('checkClaims', [{ markdown, faq, evidence, language }, verbatim], signal);
    const asked = { claims: support.claims, grounded, evidence, language };
    const given = quoted ?? { kept: [], brought: [] };
    const settled =
      given.kept.length + given.brought.length === 0
        ? { claims: support.claims, quotes: [], refused: [] }
        : await thread.run('settleByQuotation', [asked, given], signal);
    const judged = await askJudge({ ...support, claims: settled.claims }, evidence, language, {
      judge: verbatim ? undefined : judge,
      known,
    });
    return { ...settled, ...judged, grounded };
  }

  async function check(work: Unfinished): Promise<Checked> {
    const { article, request, project, written, brief, signal } = work;
    const { language, verbatim } = written;
    const evidence = new Map(written.evidence.map((one) => [one.number, one]));
    const { grounded, quotes, refused, judging, ...support } = await checkClaims(work, evidence);
    const fields = fieldsOf(work, grounded);
    const published = await publishedPages(store.db, project.id, article.id);
    const input: CarriedInput = {
      ...fields,
      keyword: request.keyword,
      language,
      targetWordCount: request.targetWordCount,
      grounded,
      evidence,
      support,
      verbatim,
      unmetOutline: written.unmetOutline,
      // Quotations cannot be expected to use given terms.
      terms: verbatim ? [] : brief?.terms,
      internalLinks: published,
      siteUrl: project.siteUrl,
      others: await sketchesOf(store.db, project.id, article.id),
      years: [article.generated_at ?? system.now(), system.now()].map((at) => Number(isoTime(at).slice(0, 4))),
    };
    const { flags: quality, sources: _, claims, ...verdict } = await thread.run('checkArticle', [input], signal);
    const refusedEvidence = refused.map(({ index, field, ...why }) => ({
      index,
      errors: [{ pointer: `/evidence/${index}/${field}`, ...why }],
    }));
    return { ...verdict, fields, grounded, quality, claims: toldClaims(claims), quotes, refusedEvidence, judging };
  }

  async function complete(work: Unfinished, { fields, grounded, ...checked }: Checked): Promise<Finished> {
    const { article, request, project, written, signal } = work;
    const { language } = written;
    const subject = { title: fields.title, keyword: request.keyword, language };
    const image = request.includeImage ? await images.make(project, subject, signal) : null;
    const finished: FinishedArticle = {
      title: fields.title,
      slug: fields.slug,
      language,
      meta_title: fields.metaTitle,
      meta_description: fields.metaDescription,
      word_count: checked.wordCount,
      content_markdown: grounded.markdown,
      content_html: await thread.run('renderHtml', [grounded.markdown], signal),
      outline: JSON.stringify(written.outline),
      faq: JSON.stringify(grounded.faq),
      json_ld: JSON.stringify(jsonLdOf(work, fields, grounded, image?.url ?? images.urlOf(article))),
      sources: JSON.stringify(grounded.sources.map(toSource)),
      score: checked.score,
      breakdown: JSON.stringify(checked.breakdown),
      quality: JSON.stringify(checked.quality),
      gated: checked.quality.some(({ gate }) => gate) ? 1 : 0,
      reading_time: Math.max(1, Math.round(checked.wordCount / wordsPerMinute)),
      sketch: checked.sketch,
      evidence: JSON.stringify(keptEvidence(grounded.sources, written.evidence, checked.quotes)),
      claims: JSON.stringify(renumbered(checked.claims, written.evidence, grounded.sources)),
      grounding: JSON.stringify(checked.grounding),
    };
    return { finished, image, usage: written.usage };
  }

  return { check, complete, finish: async (work) => complete(work, await check(work)) };
}

function fieldsOf({ request, written: { draft } }: Unfinished, { opening }: Carried): Checked['fields'] {
  return {
    title: draft.title,
    metaTitle: draft.metaTitle ?? metaTitleOf(draft.title),
    metaDescription: draft.metaDescription ?? metaDescriptionOf(opening),
    slug: draft.slug ?? slugOf(request.keyword.trim() || draft.title),
  };
}
