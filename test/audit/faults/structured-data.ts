import { block, type Case } from './example.ts';

const context = 'https://schema.org';
const article = {
  '@context': context,
  '@type': 'Article',
  headline: 'How a kiln fires clay',
  author: { '@type': 'Person', name: 'Ada Clay' },
  datePublished: '2026-05-04',
  image: 'https://example.com/kiln.webp',
};
const without = (field: keyof typeof article) => ({ jsonLd: block({ ...article, [field]: undefined }) });
const saying = (value: object) => ({ more: block({ '@context': context, ...value }) });
const crumb = (position: unknown, name?: string) => ({ '@type': 'ListItem', position, name, item: 'https://example.com/kilns' });
const crumbs = (...items: object[]) => saying({ '@type': 'BreadcrumbList', itemListElement: items });
const question = (name: string, text?: string) => ({
  '@type': 'Question',
  name,
  acceptedAnswer: text === undefined ? undefined : { '@type': 'Answer', text },
});
const offer = { '@type': 'Offer', price: '9.50', priceCurrency: 'EUR' };
const product = { '@type': 'Product', name: 'Kiln', image: 'https://example.com/k.png' };
const event = { '@type': 'Event', name: 'Firing', startDate: '2026-12-01', location: 'The yard', image: 'https://example.com/f.png' };
const rated = (rating: object) => saying({ ...product, offers: offer, aggregateRating: { '@type': 'AggregateRating', ...rating } });

/** JSON-LD. */
const job = {
  '@type': 'JobPosting',
  title: 'Potter',
  description: 'Fires.',
  datePosted: '2026-05-04',
  hiringOrganization: 'Yard',
  jobLocation: 'Leeds',
};

export const structuredDataCases: Case[] = [
  {
    code: 'json_ld_invalid',
    faulty: { more: block('{"@context":"https://schema.org",}') },
    good: { more: block('<!-- {"@context":"https://schema.org","@type":"Person"} -->') },
  },
  { code: 'json_ld_invalid', faulty: { more: block(`${'['.repeat(60)}${']'.repeat(60)}`) } },
  {
    code: 'json_ld_without_context',
    faulty: { more: block({ '@context': 'https://schema.com', '@type': 'Person' }) },
    good: { more: block({ '@context': 'http://www.schema.org/', '@type': 'Person' }) },
  },
  {
    code: 'json_ld_without_context',
    faulty: { more: block({ '@context': 'schema.org', '@type': 'Person' }) },
    good: { more: block({ '@context': 'https://www.w3.org/ns/activitystreams', '@type': 'Note' }) },
  },
  {
    code: 'type_misspelt',
    faulty: saying({ '@type': 'Organisation', name: 'Yard' }),
    good: saying({ '@type': ['Organization', 'Potter'], name: 'Yard' }),
  },
  { code: 'type_misspelt', faulty: saying({ '@type': 'localBusiness', name: 'Yard' }), good: saying({ '@type': 'Motel', name: 'Yard' }) },
  {
    code: 'json_ld_without_context',
    faulty: { more: block({ '@type': 'Person', name: 'Ada' }) },
    good: saying({ '@graph': [{ '@type': 'Person', name: 'Ada' }] }),
  },
  { code: 'json_ld_without_type', faulty: saying({ name: 'Ada' }), good: saying({ '@type': ['Person', 'Potter'], name: 'Ada' }) },
  { code: 'article_without_headline', faulty: without('headline') },
  { code: 'article_without_author', faulty: without('author') },
  { code: 'article_without_date', faulty: without('datePublished') },
  {
    code: 'article_without_image',
    faulty: without('image'),
    good: {
      more: block({ '@context': context, '@type': 'Blog', name: 'Yard', blogPost: [{ '@type': 'BlogPosting', headline: 'Glazes' }] }),
    },
  },
  { code: 'article_without_image', faulty: { jsonLd: block({ '@context': context, '@graph': [{ ...article, image: [] }] }) } },
  {
    code: 'faq_without_answers',
    faulty: saying({ '@type': 'FAQPage', mainEntity: [question('Why?', 'Because.'), question('How?')] }),
    good: saying({ '@type': 'FAQPage', mainEntity: [question('Why?', 'Because.')] }),
  },
  { code: 'faq_without_answers', faulty: saying({ '@type': 'FAQPage', name: 'Questions' }) },
  { code: 'breadcrumb_invalid', faulty: crumbs(crumb(1, 'Home'), crumb(3, 'Kilns')), good: crumbs(crumb('2', 'Kilns'), crumb(1, 'Home')) },
  {
    code: 'breadcrumb_invalid',
    faulty: crumbs(crumb(1, 'Home'), crumb(2)),
    good: crumbs({ '@type': 'ListItem', position: 1, item: { '@id': '/', name: 'Home' } }),
  },
  {
    code: 'product_without_name',
    faulty: saying({ ...product, name: undefined, offers: offer }),
    good: saying({ ...product, offers: offer }),
  },
  {
    code: 'product_without_image',
    faulty: saying({ '@type': 'WebPage', mainEntity: { ...product, image: '', offers: offer } }),
    good: saying({ '@type': 'ItemList', itemListElement: [{ ...product, image: undefined }] }),
  },
  {
    code: 'product_without_offer',
    faulty: saying({ ...product }),
    good: saying({ ...product, offers: offer }),
  },
  {
    code: 'offer_without_price',
    faulty: saying({ ...product, offers: { '@type': 'Offer' } }),
    good: saying({ ...product, offers: { '@type': 'AggregateOffer', lowPrice: 9, priceCurrency: 'EUR' } }),
  },
  {
    code: 'offer_without_price',
    faulty: saying({ ...product, offers: { '@type': 'Offer', price: 9 } }),
    good: saying({
      ...product,
      offers: { '@type': 'Offer', priceSpecification: { price: 9, priceCurrency: 'EUR' } },
    }),
  },
  {
    code: 'product_without_offer',
    faulty: saying({ ...product, award: 'Best kiln' }),
    good: saying({ ...product, aggregateRating: { '@type': 'AggregateRating', ratingValue: 4, ratingCount: 2 } }),
  },
  {
    code: 'business_incomplete',
    faulty: saying({ '@type': 'LocalBusiness', name: 'Yard' }),
    good: saying({ '@type': 'Bakery', name: 'Yard', address: 'Kiln Lane 1' }),
  },
  {
    code: 'opening_hours_invalid',
    faulty: saying({ '@type': 'Place', openingHours: ['Mo-Fr 9am to 5pm'] }),
    good: saying({ '@type': 'Place', openingHours: ['Mo-Fr 09:00-17:00', 'Sa,Su 10:00-12:00, 14:00-16:00', 'Mo-Su'] }),
  },
  {
    code: 'opening_hours_invalid',
    faulty: saying({ '@type': 'Place', openingHoursSpecification: { opens: '9 o’clock', closes: '17:00' } }),
    good: saying({ '@type': 'Place', openingHoursSpecification: { opens: '09:00:00', closes: '17:00' } }),
  },
  {
    code: 'course_incomplete',
    faulty: saying({ '@type': 'Course', name: 'Firing' }),
    good: saying({ '@type': 'Course', name: 'Firing', description: 'How to fire.', provider: 'The yard' }),
  },
  { code: 'rating_invalid', faulty: rated({ ratingValue: 7, ratingCount: 3 }), good: rated({ ratingValue: '4,5', reviewCount: '12' }) },
  {
    code: 'rating_invalid',
    faulty: rated({ ratingValue: 4, ratingCount: 0 }),
    good: rated({ ratingValue: 88, bestRating: 100, ratingCount: 1 }),
  },
  {
    code: 'date_invalid',
    faulty: saying({ '@type': 'Person', dateModified: '4 May 2026' }),
    good: saying({ '@type': 'Person', dateModified: '2026-05-04T09:00:00.123+0200' }),
  },
  {
    code: 'date_invalid',
    faulty: saying({ '@type': 'Person', dateModified: '2026-13-04' }),
    good: saying({ '@type': 'Person', dateModified: '2026-05' }),
  },
  {
    code: 'date_future',
    faulty: saying({ '@type': 'Person', datePublished: '2026-12-24' }),
    good: saying({ '@type': 'Person', datePublished: '2026-11-25T00:30:00+14:00' }),
  },
  {
    code: 'dates_reversed',
    faulty: { jsonLd: block({ ...article, datePublished: '2026-05-04', dateModified: '2026-05-01' }) },
    good: { jsonLd: block({ ...article, datePublished: '2026-05-04T22:00:00', dateModified: '2026-05-04' }) },
  },
  {
    code: 'event_incomplete',
    faulty: saying({ ...event, '@type': 'BusinessEvent', location: undefined }),
    good: saying(event),
  },
  {
    code: 'video_incomplete',
    faulty: saying({ '@type': 'VideoObject', name: 'Firing' }),
    good: saying({ '@type': 'VideoObject', name: 'Firing', thumbnailUrl: ['https://example.com/f.png'], uploadDate: '2026-05-04' }),
  },
  {
    code: 'recipe_incomplete',
    faulty: saying({ '@type': 'Recipe', name: 'Glaze' }),
    good: saying({
      '@type': 'Recipe',
      name: 'Glaze',
      image: 'https://example.com/g.png',
      recipeIngredient: ['Ash'],
      recipeInstructions: 'Stir.',
    }),
  },
  {
    code: 'job_incomplete',
    faulty: saying({ '@type': 'JobPosting', title: 'Potter' }),
    good: saying({
      '@type': 'JobPosting',
      title: 'Potter',
      description: 'Fires.',
      datePosted: '2026-05-04',
      hiringOrganization: 'Yard',
      jobLocation: 'Leeds',
    }),
  },
  {
    code: 'job_incomplete',
    faulty: saying({ '@type': 'JobPosting', title: 'Potter', description: 'Fires.', datePosted: '2026-05-04', hiringOrganization: 'Yard' }),
    good: saying({
      '@type': 'JobPosting',
      title: 'Potter',
      description: 'Fires.',
      datePosted: '2026-05-04',
      hiringOrganization: 'Yard',
      jobLocationType: 'TELECOMMUTE',
    }),
  },
  ...['2026-11-01', '2026-11-24T08:00:00Z'].map((validThrough): Case => ({
    code: 'job_expired',
    faulty: saying({ ...job, validThrough }),
    good: saying({ ...job, validThrough: '2026-11-24' }),
  })),
  { code: 'event_without_image', faulty: saying({ ...event, image: undefined }), good: saying(event) },
  {
    code: 'review_incomplete',
    faulty: saying({ ...product, review: { '@type': 'Review', author: 'Ada' } }),
    good: saying({ ...product, review: { '@type': 'Review', author: 'Ada', reviewRating: { ratingValue: 4 } } }),
  },
  {
    code: 'dataset_incomplete',
    faulty: saying({ '@type': 'Dataset', name: 'Firings' }),
    good: saying({ '@type': 'Dataset', name: 'Firings', description: 'All firings since 1990.' }),
  },
  {
    code: 'app_incomplete',
    faulty: saying({ '@type': 'MobileApplication', name: 'Kiln clock', offers: { price: 0 } }),
    good: saying({ '@type': 'MobileApplication', name: 'Kiln clock', offers: { price: 0 }, review: { name: 'Good' } }),
  },
  {
    code: 'profile_incomplete',
    faulty: saying({ '@type': 'ProfilePage', dateCreated: '2026-05-04' }),
    good: saying({ '@type': 'ProfilePage', mainEntity: { '@type': 'Person', name: 'Ada' } }),
  },
  {
    code: 'post_incomplete',
    faulty: saying({ '@type': 'DiscussionForumPosting', author: 'Ada', text: 'Why?' }),
    good: saying({ '@type': 'DiscussionForumPosting', author: 'Ada', text: 'Why?', datePublished: '2026-05-04' }),
  },
  {
    code: 'breadcrumb_invalid',
    faulty: crumbs({ ...crumb(1, 'Home'), item: undefined }, crumb(2, 'Kilns')),
    good: crumbs(crumb(1, 'Home'), { ...crumb(2, 'Kilns'), item: undefined }),
  },
  {
    code: 'offer_without_price',
    faulty: saying({ ...product, offers: { '@type': 'AggregateOffer', highPrice: 9, priceCurrency: 'EUR' } }),
  },
  { code: 'rating_invalid', faulty: rated({ ratingCount: 3 }) },
];
