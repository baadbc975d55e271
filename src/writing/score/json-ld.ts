/** Search engines cut longer headlines. In characters. */
export const maxHeadline = 110;
const articleTypes = new Set(['Article', 'BlogPosting', 'NewsArticle', 'TechArticle']);
const isoDate = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2}))?$/;
const languageTag = /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/;

/**
 * The problems of an article's schema.org JSON-LD. Checks that it is JSON, that it has the properties Google's rich results and
 * schema.org require of an Article in the right types, and that nested nodes (people, organisations, citations, questions) are complete.
 */
export function jsonLdProblems(jsonLd: unknown): string[] {
  if (!isNode(jsonLd)) return ['It is not a JSON object.'];
  let plain: Record<string, unknown>;
  try {
    plain = JSON.parse(JSON.stringify(jsonLd)) as Record<string, unknown>;
  } catch {
    return ['It cannot be written as JSON.'];
  }
  const problems: string[] = [];
  if (!/^https?:\/\/schema\.org\/?$/.test(String(plain['@context']))) problems.push('“@context” must be https://schema.org.');
  if (!articleTypes.has(String(plain['@type']))) problems.push(`“@type” must be one of ${[...articleTypes].join(', ')}.`);
  if (!isText(plain['headline'])) problems.push('“headline” is missing.');
  else if (plain['headline'].length > maxHeadline)
    problems.push(`“headline” has ${plain['headline'].length} characters, at most ${maxHeadline} are allowed.`);
  if (!isText(plain['description'])) problems.push('“description” is missing.');
  problems.push(...dateProblems(plain), ...memberProblems(plain));
  for (const page of listOf(plain['hasPart'])) if (isNode(page) && page['@type'] === 'FAQPage') problems.push(...faqProblems(page));
  return problems;
}

function dateProblems(node: Record<string, unknown>): string[] {
  const problems = ['datePublished', 'dateModified'].flatMap((name) => {
    const value = node[name];
    if (value === undefined) return name === 'datePublished' ? ['“datePublished” is missing.'] : [];
    return typeof value === 'string' && isoDate.test(value) && !Number.isNaN(Date.parse(value)) ? [] : [`“${name}” is no ISO 8601 date.`];
  });
  const [published, modified] = [Date.parse(String(node['datePublished'])), Date.parse(String(node['dateModified']))];
  if (problems.length === 0 && modified < published) problems.push('“dateModified” is before “datePublished”.');
  return problems;
}

function memberProblems(node: Record<string, unknown>): string[] {
  const problems: string[] = [];
  const { inLanguage, wordCount, url, image, author, publisher, citation } = node;
  if (inLanguage !== undefined && !(isText(inLanguage) && languageTag.test(inLanguage))) problems.push('“inLanguage” is no language tag.');
  if (wordCount !== undefined && !(Number.isInteger(wordCount) && (wordCount as number) >= 0))
    problems.push('“wordCount” is no whole number.');
  for (const [name, value] of Object.entries({ url, image })) {
    for (const address of listOf(value))
      if (typeof address === 'string' && !isAddress(address)) problems.push(`“${name}” is no http(s) address.`);
  }
  for (const [name, value] of Object.entries({ author, publisher })) {
    for (const who of listOf(value))
      if (!isNode(who) || !isText(who['@type']) || !isText(who['name'])) problems.push(`“${name}” needs a type and a name.`);
  }
  for (const work of listOf(citation)) {
    if (!isNode(work) || !isText(work['@type']) || !isText(work['name'])) problems.push('A “citation” needs a type and a name.');
    else if (work['url'] !== undefined && !isAddress(work['url']))
      problems.push(`The “citation” “${work['name']}” has an address that is not http(s).`);
  }
  return problems;
}

function faqProblems(page: Record<string, unknown>): string[] {
  const questions = listOf(page['mainEntity']);
  if (questions.length === 0) return ['The FAQPage has no questions.'];
  return questions.flatMap((question) => {
    if (!isNode(question) || question['@type'] !== 'Question' || !isText(question['name']))
      return ['A question of the FAQPage has no name.'];
    const answer = question['acceptedAnswer'];
    const isAnswered = isNode(answer) && answer['@type'] === 'Answer' && isText(answer['text']);
    return isAnswered ? [] : [`The question “${question['name']}” has no answer.`];
  });
}

function listOf(value: unknown): unknown[] {
  return value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
}

function isNode(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function isAddress(value: unknown): boolean {
  return typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value);
}
