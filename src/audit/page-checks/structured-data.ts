import type { JsonNode } from '../../pages/structured-data.ts';
import type { PageFacts } from '../../pages/page-facts.ts';
import type { PageCheck } from '../check.ts';
import { at, html, quote } from './evidence.ts';
import { isArticleType } from './kinds.ts';
import { meantType } from './schema-types.ts';
import { allNodes, isReference, lacks, leadingNodes, naming, typesOf } from './nodes.ts';

/** JSON-LD as search engines ask for it. Structured data that is not there is no fault. */
export const structuredDataChecks: readonly PageCheck[] = [
  {
    code: 'json_ld_invalid',
    severity: 'warning',
    category: 'structured_data',
    title: 'JSON-LD that cannot be read',
    why: 'A comma or a quotation mark is amiss, and all of the block is ignored.',
    howToFix: 'Correct the JSON; look whether text with quotation marks or line breaks was put in unescaped.',
    find: html(({ jsonLd }) => jsonLd.flatMap((one) => (one.error === null ? [] : [at(one, one.error)]))),
  },
  {
    code: 'json_ld_without_context',
    severity: 'warning',
    category: 'structured_data',
    title: 'JSON-LD without @context, or with a wrong one',
    why: 'Without https://schema.org as its vocabulary the words mean nothing.',
    howToFix: 'Begin the block with "@context": "https://schema.org".',
    find: html(({ jsonLd }) =>
      jsonLd.flatMap(({ line, value }) =>
        [value].flat().flatMap((one) => {
          const fault = isObject(one) ? contextFault(one['@context']) : null;
          return fault === null ? [] : [at({ line }, fault)];
        }),
      ),
    ),
  },
  {
    code: 'json_ld_without_type',
    severity: 'warning',
    category: 'structured_data',
    title: 'JSON-LD without @type',
    why: 'Nobody can tell what it describes.',
    howToFix: 'Add "@type", such as "Article" or "Product".',
    find: html((facts) =>
      leadingNodes(facts)
        .filter(({ node }) => node['@type'] === undefined && Object.keys(node).some((key) => !key.startsWith('@')))
        .map(({ line, node }) => at({ line }, `with ${quote(Object.keys(node).slice(0, 6).join(', '))} and no @type`)),
    ),
  },
  {
    code: 'type_misspelt',
    severity: 'warning',
    category: 'structured_data',
    title: 'Types that schema.org does not have',
    why: 'A misspelt type describes nothing that a search engine knows.',
    howToFix: 'Write the type as schema.org names it, capitals included.',
    find: html((facts) =>
      allNodes(facts).flatMap(({ line, node }) =>
        typesOf(node).flatMap((type) => {
          const meant = meantType(type);
          return meant === null ? [] : [at({ line }, `${quote(type)}, meant is ${meant}`)];
        }),
      ),
    ),
  },
  articleLacks(
    'headline',
    ['headline', 'name'],
    'article_without_headline',
    'Search engines show the article under another name, or not as an article.',
  ),
  articleLacks('author', ['author', 'creator'], 'article_without_author', 'Readers and answer engines weigh who says something.'),
  articleLacks(
    'datePublished',
    ['datePublished', 'dateCreated'],
    'article_without_date',
    'Without a date nobody can tell whether it still holds.',
  ),
  articleLacks('image', ['image', 'thumbnailUrl'], 'article_without_image', 'Results with large images and Discover leave it out.'),
  {
    code: 'date_invalid',
    severity: 'warning',
    category: 'structured_data',
    title: 'Dates that cannot be read',
    why: 'Dates in structured data are written as ISO 8601 has them; others are ignored.',
    howToFix: 'Write 2026-05-31, or 2026-05-31T09:00:00+02:00.',
    find: html((facts) =>
      dates(facts)
        .filter(({ value }) => !isIsoDate(value))
        .map(({ line, field, value }) => at({ line }, `${field}: ${quote(value)}`)),
    ),
  },
  {
    code: 'date_future',
    severity: 'notice',
    category: 'structured_data',
    title: 'Published in the future',
    why: 'The page is there already, so its date is wrong, or its time zone is.',
    howToFix: 'Write when it was published, with its time zone.',
    // The answer tells the time: what a page says is judged alike whenever it is looked at again.
    find: html((facts, page) => {
      const now = Date.parse(page.headers.date ?? '');
      return dates(facts)
        .filter(({ field, value }) => field.startsWith('date') && isIsoDate(value) && Date.parse(value) > now + dayMs)
        .map(({ line, field, value }) => at({ line }, `${field}: ${quote(value)}`));
    }),
  },
  {
    code: 'dates_reversed',
    severity: 'notice',
    category: 'structured_data',
    title: 'Changed before it was published',
    why: 'One of the two dates is wrong, and search engines trust neither.',
    howToFix: 'Correct dateModified or datePublished.',
    find: html((facts) =>
      leadingNodes(facts).flatMap(({ line, node: { datePublished: first, dateModified: last } }) =>
        typeof first === 'string' &&
        typeof last === 'string' &&
        isIsoDate(first) &&
        isIsoDate(last) &&
        Date.parse(last) < Date.parse(first) - dayMs
          ? [at({ line }, `dateModified ${quote(last)}, datePublished ${quote(first)}`)]
          : [],
      ),
    ),
  },
];

/** Other vocabularies are left alone. */
function contextFault(context: unknown): string | null {
  if (context === undefined) return 'a block without @context';
  if (typeof context !== 'string' || /^https?:\/\/(?:www\.)?schema\.org\/?(?:#|docs\/jsonldcontext\.jsonld?)?$/i.test(context.trim()))
    return null;
  const isOther = /^https?:\/\/[\w.-]+\.\w/.test(context) && !/sch?e?a?m+e?a/i.test(context.slice(0, 200));
  return isOther ? null : `@context is ${quote(context)}`;
}

const dayMs = 86_400_000;

function isObject(value: unknown): value is JsonNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0;
}

function articleLacks(field: string, oneOf: string[], code: string, why: string): PageCheck {
  return {
    code,
    severity: 'notice',
    category: 'structured_data',
    title: `Articles without ${field}`,
    why,
    howToFix: `Add "${field}" to the article.`,
    find: html((facts) =>
      leadingNodes(facts)
        .filter(({ node }) => typesOf(node).some(isArticleType) && !isReference(node) && lacks(node, ...oneOf))
        .map(({ line, node }) => at({ line }, naming(node))),
    ),
  };
}

const dateFields = ['datePublished', 'dateModified', 'dateCreated', 'uploadDate', 'startDate', 'endDate', 'datePosted', 'validThrough'];

function dates(facts: PageFacts): { line: number; field: string; value: string }[] {
  return allNodes(facts).flatMap(({ line, node }) =>
    dateFields.flatMap((field) => {
      const value = node[field];
      return typeof value === 'string' ? [{ line, field, value: value.trim() }] : [];
    }),
  );
}

const isoDate = /^\d{4}(?:-\d{2}(?:-\d{2}(?:[T ]\d{2}:?\d{2}(?::?\d{2}(?:[.,]\d{1,9})?)?\s?(?:Z|[+-]\d{2}(?::?\d{2})?)?)?)?)?$/i;

function isIsoDate(value: string): boolean {
  return isoDate.test(value) && !Number.isNaN(Date.parse(value.slice(0, 10)));
}
