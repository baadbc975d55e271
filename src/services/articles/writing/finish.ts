import type { Article, QualityFlag, Usage } from '../../../../schema/articles.ts';
import type { Project } from '../../../../schema/projects.ts';
import type { ArticleRow } from '../../../db/rows/articles.ts';
import type { WritingBrief } from '../../../../schema/drafts.ts';
import type { Grounded } from '../../../writing/claims/citations.ts';
import { askJudge, type Judge } from '../../../writing/claims/judge.ts';
import type { Objection } from '../../../writing/score/gates.ts';
import type { CheckInput } from '../../../writing/score/shapes.ts';
import { metaDescriptionOf, metaTitleOf } from '../../../writing/compose/titles.ts';
import { articleJsonLd } from '../../../writing/score/article-json-ld.ts';
import { slugOf } from '../../../language/slug.ts';
import { countWords } from '../../../language/tokens.ts';
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
  /** A model that decides whether a source supports a claim in different words. */
  judge?: Judge;
  signal?: AbortSignal;
}

export interface Checked {
  fields: { title: string; metaTitle: string; metaDescription: string; slug: string };
  grounded: Grounded;
  wordCount: number;
  score: number;
  breakdown: NonNullable<Article['breakdown']>;
  quality: QualityFlag[];
  objections: Objection[];
  sketch: string;
}

export interface Finished {
  finished: FinishedArticle;
  image: NewImage | null;
  usage: Usage | null;
}

const wordsPerMinute = 200;

export function createFinishing({ store, system, images, thread }: Given & { images: Images }): Finishing {
  function jsonLdOf({ article, request, project, written }: Unfinished, fields: Checked['fields'], grounded: Grounded, imageUrl?: string) {
    const now = isoTime(system.now());
    return articleJsonLd({
      articleType: request.articleType,
      keyword: request.keyword,
      title: fields.title,
      description: fields.metaDescription,
      language: written.language,
      wordCount: wordsIn(grounded),
      faq: grounded.faq,
      citations: grounded.sources,
      datePublished: article.generated_at === null ? now : isoTime(article.generated_at),
      dateModified: now,
      publisherName: project.brandTerms[0],
      imageUrl,
    });
  }

  async function check(work: Unfinished): Promise<Checked> {
    const { article, request, project, written, brief, judge, signal } = work;
    const { draft, language, verbatim } = written;
    const evidence = new Map(written.evidence.map((one) => [one.number, one]));
    const { markdown, faq } = draft;
    const { grounded, support } = await thread.run('checkClaims', [{ markdown, faq, evidence, language }, verbatim], signal);
    const fields = fieldsOf(work, grounded);
    const published = await publishedPages(store.db, project.id, article.id);
    const input: CheckInput = {
      ...fields,
      keyword: request.keyword,
      language,
      targetWordCount: request.targetWordCount,
      grounded,
      evidence,
      support: await askJudge(support, judge),
      verbatim,
      unmetOutline: written.unmetOutline,
      // Quotations cannot be expected to use given terms.
      terms: verbatim ? [] : brief?.terms,
      internalLinks: published,
      siteUrl: project.siteUrl,
      others: await sketchesOf(store.db, project.id, article.id),
      jsonLd: jsonLdOf(work, fields, grounded, images.urlOf(article)),
    };
    const { flags: quality, wordCount, score, breakdown, objections, sketch } = await thread.run('checkArticle', [input], signal);
    return { fields, grounded, wordCount, score, breakdown, quality, objections, sketch };
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
      evidence: JSON.stringify(keptEvidence(grounded.sources, written.evidence)),
    };
    return { finished, image, usage: written.usage };
  }

  return { check, complete, finish: async (work) => complete(work, await check(work)) };
}

function fieldsOf({ request, written: { draft } }: Unfinished, grounded: Grounded): Checked['fields'] {
  const introduction = grounded.sentences.filter(({ kind }) => kind === 'paragraph').slice(0, 6);
  return {
    title: draft.title,
    metaTitle: draft.metaTitle ?? metaTitleOf(draft.title),
    metaDescription: draft.metaDescription ?? metaDescriptionOf(introduction.map(({ text }) => text)),
    slug: draft.slug ?? slugOf(request.keyword.trim() || draft.title),
  };
}

function wordsIn({ body }: Grounded): number {
  return body.blocks.reduce((sum, { kind, text }) => (kind === 'paragraph' || kind === 'item' ? sum + countWords(text) : sum), 0);
}
