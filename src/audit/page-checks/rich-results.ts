import type { PageFacts } from '../../pages/page-facts.ts';
import type { JsonNode } from '../../pages/structured-data.ts';
import type { Evidence, PageCheck } from '../check.ts';
import { at, html, quote } from './evidence.ts';
import { allNodes, isReference, lacks, leadingNodes, naming, nodesOf, typesOf, type Described } from './nodes.ts';

/** What search engines ask of the kinds of JSON-LD that they show in a form of their own, beyond fields that must be there. */
export const richResultChecks: readonly PageCheck[] = [
  {
    code: 'faq_without_answers',
    severity: 'warning',
    category: 'structured_data',
    title: 'Questions without answers',
    why: 'A question of an FAQPage that lacks its text or its answer makes the whole invalid.',
    howToFix: 'Give each Question a name and an acceptedAnswer with text.',
    find: html((facts) => ofType(facts, 'FAQPage').flatMap(unanswered)),
  },
  {
    code: 'breadcrumb_invalid',
    severity: 'warning',
    category: 'structured_data',
    title: 'Breadcrumbs that cannot be followed',
    why: 'Each needs a position, counted from 1, a name, and but for the last the address where it leads.',
    howToFix: 'Number the items 1, 2, 3 …, and give each a name and an item.',
    find: html((facts) => ofType(facts, 'BreadcrumbList').flatMap(brokenCrumbs)),
  },
  {
    code: 'offer_without_price',
    severity: 'warning',
    category: 'structured_data',
    title: 'Offers without a price or its currency',
    why: 'Search engines ask for a price and its currency.',
    howToFix: 'Add "price" and "priceCurrency", or "lowPrice" for a range.',
    find: html((facts) =>
      leading(facts, 'Product').flatMap(({ line, node }) =>
        nodesOf(node, 'offers').flatMap((offer) =>
          offerFault(offer).map((fault) => at({ line }, `${naming(node)}: ${naming(offer)} ${fault}`)),
        ),
      ),
    ),
  },
  {
    code: 'rating_invalid',
    severity: 'warning',
    category: 'structured_data',
    title: 'Ratings that cannot be',
    why: 'The value lies outside its scale, or nobody gave it; search engines drop it, and may take it for deceit.',
    howToFix: 'Give ratingValue within worstRating and bestRating (1 to 5 by default), and ratingCount or reviewCount above 0.',
    find: html((facts) =>
      ofType(facts, 'AggregateRating').flatMap(({ line, node }) => ratingFault(node).map((fault) => at({ line }, fault))),
    ),
  },
  {
    code: 'job_expired',
    severity: 'warning',
    category: 'structured_data',
    title: 'Jobs whose last day is past',
    why: 'Search engines drop the job, and ask that what can be applied for no more is taken down.',
    howToFix: 'Write the new day in validThrough, or take the job down.',
    find: html((facts, page) =>
      leading(facts, 'JobPosting').flatMap(({ line, node }) => {
        const { validThrough } = node;
        if (typeof validThrough !== 'string' || !(endOf(validThrough) < Date.parse(page.headers.date ?? ''))) return [];
        return [at({ line }, `${naming(node)}: validThrough ${quote(validThrough)}`)];
      }),
    ),
  },
  {
    code: 'opening_hours_invalid',
    severity: 'warning',
    category: 'structured_data',
    title: 'Opening hours that cannot be read',
    why: 'Nobody is told whether the business is open.',
    howToFix: 'Write openingHours as “Mo-Fr 09:00-17:00”, and opens and closes as 09:00.',
    find: html((facts) => allNodes(facts).flatMap(({ line, node }) => hoursFaults(node).map((fault) => at({ line }, fault)))),
  },
];

const dayMs = 86_400_000;

/** The moment that a date ends, or a time is; a day without a zone ends latest in the west. Not a number for what is no date. */
function endOf(date: string): number {
  const time = Date.parse(date);
  return /[Tt ]/.test(date.trim()) ? time : time + 1.5 * dayMs;
}

const days = /^(?:(?:Mo|Tu|We|Th|Fr|Sa|Su|PH)(?:\s*-\s*(?:Mo|Tu|We|Th|Fr|Sa|Su))?(?:\s*,\s*|\s+|$))+/;
const time = /^T?(?:[01]?\d|2[0-4]):[0-5]\d(?::[0-5]\d)?(?:Z|[+-]\d{2}:?\d{2})?$/;

function hoursFaults(node: JsonNode): string[] {
  const hours = [node.openingHours].flat().filter((one) => typeof one === 'string');
  const times = ['opens', 'closes'].flatMap((field) => {
    const value = node[field];
    return typeof value === 'string' && value.trim() !== '' && !time.test(value.trim()) ? [`${field}: ${value.slice(0, 80)}`] : [];
  });
  return [...times, ...hours.filter((one) => !isHours(one.slice(0, 300).trim())).map((one) => `openingHours: ${one.slice(0, 80)}`)];
}

/** Days, and from when to when; days alone are open all day. */
function isHours(said: string): boolean {
  const rest = said.replace(days, '').trim();
  const spans = rest.split(/\s*,\s*|\s+/).filter(Boolean);
  return (
    said !== '' &&
    (rest !== said || spans.length > 0) &&
    spans.every((span) => /^[\d:]+-[\d:]+$/.test(span) && span.split('-').every((one) => time.test(one)))
  );
}

function leading(facts: PageFacts, type: string): Described[] {
  return leadingNodes(facts).filter(({ node }) => typesOf(node).includes(type) && !isReference(node));
}

function ofType(facts: PageFacts, type: string): Described[] {
  return allNodes(facts).filter(({ node }) => typesOf(node).includes(type) && !isReference(node));
}

function unanswered({ line, node }: Described): Evidence[] {
  const questions = nodesOf(node, 'mainEntity');
  if (questions.length === 0) return [at({ line }, 'an FAQPage without questions')];
  return questions.flatMap((question) => {
    if (isReference(question)) return [];
    const answers = [...nodesOf(question, 'acceptedAnswer'), ...nodesOf(question, 'suggestedAnswer')];
    const isAnswered = answers.some((answer) => !lacks(answer, 'text') || isReference(answer));
    if (!lacks(question, 'name', 'text') && isAnswered) return [];
    return [at({ line }, isAnswered ? 'a Question without name' : `${naming(question)} has no answer`)];
  });
}

function brokenCrumbs({ line, node }: Described): Evidence[] {
  const items = nodesOf(node, 'itemListElement').filter((item) => !isReference(item));
  const positions = items.map(({ position }) => Number(position)).toSorted((a, b) => a - b);
  const isCounted = positions.every((position, index) => position === index + (positions[0] === 0 ? 0 : 1));
  if (!isCounted) return [at({ line }, `positions: ${positions.map((one) => (Number.isNaN(one) ? 'none' : one)).join(', ')}`)];
  const unnamed = items.find(
    (item) => lacks(item, 'name') && nodesOf(item, 'item').every((inner) => lacks(inner, 'name') && !isReference(inner)),
  );
  if (unnamed) return [at({ line }, `the item at position ${String(unnamed.position)} has no name`)];
  // The last is the page itself.
  const aimless = items.find((item) => Number(item.position) !== positions.at(-1) && lacks(item, 'item', 'url', '@id'));
  return aimless ? [at({ line }, `the item at position ${String(aimless.position)} leads nowhere`)] : [];
}

function offerFault(offer: JsonNode): string[] {
  if (isReference(offer) || !typesOf(offer).some((type) => /^(?:Aggregate)?Offer$/.test(type))) return [];
  if (lacks(offer, 'price', 'lowPrice', 'highPrice', 'priceSpecification', 'offers')) return ['without a price'];
  if (typesOf(offer).includes('AggregateOffer') && lacks(offer, 'lowPrice', 'offers')) return ['without lowPrice'];
  return lacks(offer, 'priceCurrency', 'priceSpecification', 'offers') ? ['without priceCurrency'] : [];
}

function ratingFault(node: JsonNode): string[] {
  const number = (field: string) => (lacks(node, field) ? null : Number(String(node[field]).replace(',', '.')));
  const value = number('ratingValue');
  const [best, worst] = [number('bestRating') ?? 5, number('worstRating') ?? 0];
  const isCounted = ['ratingCount', 'reviewCount'].some((field) => (number(field) ?? 0) > 0);
  if (value === null) return ['an AggregateRating without ratingValue'];
  if (value > best || value < worst) return [`ratingValue ${value}, of ${worst} to ${best}`];
  return isCounted ? [] : ['an AggregateRating that nobody gave: neither ratingCount nor reviewCount'];
}
