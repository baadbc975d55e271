import { expect, test } from 'vitest';
import { aiCrawlers, aiCrawlersAsOf } from '../../src/audit/ai-crawlers.ts';
import { checks } from '../../src/audit/catalogue.ts';
import { maxShareWithoutScripts, minBroughtWords } from '../../src/audit/rendered-checks.ts';
import { auditFormula, categoryWeights, severityWeights } from '../../src/audit/score.ts';
import * as thresholds from '../../src/audit/page-checks/thresholds.ts';
import { maxAddressLength, maxParameters } from '../../src/audit/site-checks/addresses.ts';
import { maxDistance, minAlikeWords, minWholeWords } from '../../src/audit/site-checks/alike.ts';
import { maxMedianMs } from '../../src/audit/site-checks/answers.ts';
import { maxCloseDepth } from '../../src/audit/site-checks/links.ts';
import { minPagesForSitemap } from '../../src/audit/site-checks/sitemaps.ts';
import { minWordsForLanguage } from '../../src/language/read-language.ts';
import { maxBytesOf, maxPerHost } from '../../src/services/audits/aside.ts';
import { maxPlaces } from '../../src/services/audits/findings.ts';
import { maxAside } from '../../src/services/audits/frontier.ts';
import { maxKept } from '../../src/services/audits/removal.ts';
import { maxPageMs } from '../../src/services/audits/rendered-page.ts';
import { maxFailuresInRow, maxRendered } from '../../src/services/audits/rendering.ts';
import { maxTexts, maxWaitingBytes, maxWaitMs } from '../../src/services/audits/texts.ts';
import { auditCategories, NewAudit, severities } from '../../schema/audit.ts';
import { read, tableOf } from './table-of.ts';

const number = (value: number) => value.toLocaleString('en');

test('the docs publish the formula of the score, and its weights add up to 100', () => {
  expect(tableOf('audit', 'part', 'rule')).toEqual(auditFormula.map(({ part, rule }) => [part, rule]));
  expect(tableOf('audit', 'severity', 'weight')).toEqual(severities.map((severity) => [severity, String(severityWeights[severity])]));
  const weights = Object.entries(categoryWeights).map(([category, weight]) => [`\`${category}\``, String(weight)]);
  expect(tableOf('audit', 'category', 'weight')).toEqual(weights);
  expect(Object.keys(categoryWeights).toSorted()).toEqual(auditCategories.toSorted());
  expect(Object.values(categoryWeights).reduce((sum, weight) => sum + weight, 0)).toBe(100);
});

test('the docs name every check, how much it matters and what it finds', () => {
  const rows = checks.map(({ code, severity, told, category, title }) => [
    `\`${code}\``,
    told ? 'told only' : severity,
    `\`${category}\``,
    title,
  ]);
  expect(tableOf('audit', 'code', 'severity', 'category', 'finds')).toEqual(rows);
  expect(checks.length).toBeGreaterThanOrEqual(90);
  expect(new Set(checks.map(({ code }) => code)).size).toBe(checks.length);
});

test('the docs name every crawler, and of which day the table is', () => {
  expect(tableOf('audit', 'crawler', 'operator', 'purpose')).toEqual(
    aiCrawlers.map(({ name, operator, purpose }) => [name, operator, purpose]),
  );
  expect(read('docs/audit.md')).toContain(`as of ${aiCrawlersAsOf}`);
});

test('the docs name the limits as they are', () => {
  expect(tableOf('audit', 'limit', 'value', 'why').map(([limit, value]) => [limit, value])).toEqual([
    ['audits kept of a project', number(maxKept)],
    ['addresses of other sites asked', number(maxAside.external)],
    ['of one other host', number(maxPerHost)],
    ['images asked', number(maxAside.image)],
    ['stylesheets and scripts asked', number(maxAside.resource)],
    ['icons, previews, manifests and further sizes of images asked', number(maxAside.named)],
    ['feeds read', number(maxAside.feed)],
    ['texts of the own pages read', number(maxTexts)],
    ['bytes of pages whose text waits to be read', number(maxWaitingBytes)],
    ['milliseconds that an audit waits for texts', number(maxWaitMs)],
    ['places kept of a finding', number(maxPlaces)],
    ['links from the start before a page is deep', number(maxCloseDepth)],
    ['bits in which the sketches of near-duplicates differ', number(maxDistance)],
    ['words below which it is half as many bits', number(minWholeWords)],
    ['words below which texts are not compared', number(minAlikeWords)],
    ['pages of a site that should have a sitemap', number(minPagesForSitemap)],
    ['median time of a slow site, in milliseconds', number(maxMedianMs)],
    ['characters of a long address', number(maxAddressLength)],
    ['bytes of an image', number(maxBytesOf.image!)],
    ['bytes of a stylesheet or script', number(maxBytesOf.resource!)],
    ['parameters of an address', number(maxParameters)],
    ['pages rendered', number(maxRendered)],
    ['milliseconds until a page is to be rendered', number(maxPageMs)],
    ['pages in a row at which the browser fails', number(maxFailuresInRow)],
    ['words that scripts bring at least', number(minBroughtWords)],
    ['share of the main text without scripts, at most', number(maxShareWithoutScripts)],
  ]);
});

test('a caller is told how many pages are rendered', () => {
  expect(NewAudit.shape.render.description).toContain(` ${maxRendered} pages `);
});

test('the docs name what one page may have, as it is', () => {
  expect(tableOf('audit', 'of a page', 'value', 'why').map(([limit, value]) => [limit, value])).toEqual([
    ['width of a title, at most', number(thresholds.maxTitleWidth)],
    ['width of a title, at least', number(thresholds.minTitleWidth)],
    ['width of a description, at most', number(thresholds.maxDescriptionWidth)],
    ['width of a description, at least', number(thresholds.minDescriptionWidth)],
    ['characters of a heading', number(thresholds.maxHeadingLength)],
    ['characters of a main heading', number(thresholds.maxMainHeadingLength)],
    ['words of the main text, at least', number(thresholds.minMainWords)],
    ['words of a paragraph', number(thresholds.maxParagraphWords)],
    ['share of all words that one word may have', number(thresholds.maxWordShare)],
    ['words of a text that is asked for that share', number(thresholds.minWordsForShare)],
    ['words of a text whose language is judged', number(minWordsForLanguage)],
    ['share of visible text, at least', number(thresholds.minTextShare)],
    ['characters of a page that is asked for that share', number(thresholds.minSizeForTextShare)],
    ['different pages that a page links to', number(thresholds.maxLinks)],
    ['characters of an alternative text', number(thresholds.maxAltLength)],
    ['characters of an image within the page', number(thresholds.maxInlineImage)],
    ['images that load at once', number(thresholds.maxEagerImages)],
    ['bytes of a page', number(thresholds.maxPageBytes)],
    ['scripts that block', number(thresholds.maxBlockingScripts)],
    ['stylesheets', number(thresholds.maxStylesheets)],
    ['elements', number(thresholds.maxElements)],
    ['elements within one another', number(thresholds.maxElementDepth)],
    ['characters of styles within the page', number(thresholds.maxInlineStyle)],
    ['characters of scripts within the page', number(thresholds.maxInlineScript)],
    ['bytes from which an answer should be packed', number(thresholds.minBytesToCompress)],
    ['milliseconds until a page answers', number(thresholds.maxAnswerMs)],
    ['bytes before the encoding is named', number(thresholds.maxCharsetOffset)],
    ['words of a page that only sends on', number(thresholds.maxWordsOfForward)],
    ['times that a page can be enlarged, at least', number(thresholds.minZoom)],
    ['words of a text that should answer first', number(thresholds.minWordsForAnswer)],
    ['words before the answer', number(thresholds.maxWordsBeforeAnswer)],
    ['words of a text that should ask questions', number(thresholds.minWordsForQuestions)],
    ['words of a text that needs headings', number(thresholds.minWordsForHeadings)],
    ['words for each heading', number(thresholds.maxWordsPerHeading)],
    ['share of text that may not be quoted', number(thresholds.maxUnquotableShare)],
  ]);
});
