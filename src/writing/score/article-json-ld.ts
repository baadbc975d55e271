export interface JsonLdInput {
  articleType: string;
  title: string;
  description: string;
  url?: string;
  language: string;
  /** ISO 8601. */
  datePublished: string;
  dateModified: string;
  wordCount: number;
  keyword: string;
  publisherName?: string;
  imageUrl?: string;
  faq: readonly { question: string; answer: string }[];
  citations: readonly { title: string; url: string | null }[];
}

/** Search engines cut longer headlines. In characters. */
const maxHeadline = 110;
const types: Record<string, string> = { opinion: 'BlogPosting', review: 'BlogPosting', listicle: 'BlogPosting' };

/**
 * schema.org markup of an article: one root node with the `@type` `Article` or `BlogPosting`. Questions become an
 * `FAQPage` in `hasPart`. Unknown properties (publisher, URL) are left out.
 */
export function articleJsonLd(input: JsonLdInput): Record<string, unknown> {
  const { url, language, publisherName, imageUrl, faq } = input;
  const publisher = publisherName ? { '@type': 'Organization', name: publisherName } : undefined;
  const citation = input.citations.map(({ title, url: source }) => ({
    '@type': 'CreativeWork',
    name: title,
    ...(source && { url: source }),
  }));
  return {
    '@context': 'https://schema.org',
    '@type': types[input.articleType] ?? 'Article',
    ...(url && { '@id': `${url}#article`, url, mainEntityOfPage: { '@type': 'WebPage', '@id': url } }),
    headline:
      input.title.length <= maxHeadline
        ? input.title
        : `${input.title
            .slice(0, maxHeadline - 1)
            .toWellFormed()
            .trimEnd()}…`,
    description: input.description,
    ...(language !== 'und' && { inLanguage: language }),
    datePublished: input.datePublished,
    dateModified: input.dateModified,
    wordCount: input.wordCount,
    keywords: input.keyword,
    ...(imageUrl && { image: imageUrl }),
    ...(publisher && { author: publisher, publisher }),
    ...(citation.length > 0 && { citation }),
    ...(faq.length > 0 && { hasPart: faqPage(faq, url) }),
  };
}

function faqPage(faq: readonly { question: string; answer: string }[], url: string | undefined): Record<string, unknown> {
  return {
    '@type': 'FAQPage',
    ...(url && { '@id': `${url}#faq` }),
    mainEntity: faq.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}
