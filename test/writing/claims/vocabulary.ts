/**
 * What schema.org 30.0 says of the types that articles use: parents and properties, as far as an article's markup could use them.
 * In the form of its JSON-LD release, so that the validator runs without the network.
 */
const types: Record<string, { parent?: string; properties: string }> = {
  Thing: {
    properties: 'additionalType alternateName description identifier image mainEntityOfPage name potentialAction sameAs subjectOf url',
  },
  CreativeWork: {
    parent: 'Thing',
    properties:
      'about abstract alternativeHeadline author citation contributor copyrightHolder copyrightYear creator dateCreated dateModified datePublished editor ' +
      'genre hasPart headline inLanguage isAccessibleForFree isBasedOn isPartOf keywords license mainEntity mentions publisher text thumbnailUrl version',
  },
  Article: { parent: 'CreativeWork', properties: 'articleBody articleSection backstory pageEnd pageStart pagination speakable wordCount' },
  SocialMediaPosting: { parent: 'Article', properties: 'sharedContent' },
  BlogPosting: { parent: 'SocialMediaPosting', properties: '' },
  WebPage: {
    parent: 'CreativeWork',
    properties: 'breadcrumb lastReviewed mainContentOfPage primaryImageOfPage relatedLink reviewedBy significantLink speakable specialty',
  },
  FAQPage: { parent: 'WebPage', properties: '' },
  Comment: { parent: 'CreativeWork', properties: 'downvoteCount parentItem sharedContent upvoteCount' },
  Question: { parent: 'Comment', properties: 'acceptedAnswer answerCount eduQuestionType suggestedAnswer' },
  Answer: { parent: 'Comment', properties: 'answerExplanation' },
  Organization: { parent: 'Thing', properties: 'address brand contactPoint email legalName logo' },
  Person: { parent: 'Thing', properties: 'affiliation email familyName givenName jobTitle worksFor' },
};

const idOf = (name: string) => ({ '@id': `schema:${name}` });
const holders = new Map<string, string[]>();
for (const [type, { properties }] of Object.entries(types)) {
  for (const property of properties.split(' ').filter(Boolean)) holders.set(property, [...(holders.get(property) ?? []), type]);
}

export const vocabulary = {
  '@graph': [
    ...Object.entries(types).map(([name, { parent }]) => ({
      ...idOf(name),
      '@type': 'rdfs:Class',
      ...(parent && { 'rdfs:subClassOf': idOf(parent) }),
    })),
    ...[...holders].map(([name, domains]) => ({ ...idOf(name), '@type': 'rdf:Property', 'schema:domainIncludes': domains.map(idOf) })),
  ],
};
