import type { AuditedPage, PageCheck } from '../check.ts';
import { at, html, quote, when, whole } from './evidence.ts';

export const maxPageBytes = 1_000_000;
export const maxBlockingScripts = 5;
export const maxStylesheets = 10;
export const maxElements = 5000;
export const maxElementDepth = 60;
/** In characters. */
export const maxInlineStyle = 100_000;
export const maxInlineScript = 200_000;
/** A smaller answer gains next to nothing by compression. */
export const minBytesToCompress = 20_000;
export const maxAnswerMs = 3000;

/** What makes the page slow, as far as its source and its answer tell. */
export const performanceChecks: readonly PageCheck[] = [
  {
    code: 'page_heavy',
    severity: 'warning',
    category: 'performance',
    title: 'Very large HTML',
    why: 'Readers wait for it, and crawlers may leave its end unread.',
    howToFix: 'Cut the page into several, and move data, scripts and styles into files of their own.',
    find: ({ bytes, truncated, facts }: AuditedPage) =>
      when(facts !== null && (bytes > maxPageBytes || truncated), () =>
        whole(`${(bytes / 1_000_000).toFixed(1)} MB of HTML${truncated ? ', and more that was not read' : ''}`),
      ),
  },
  {
    code: 'answer_slow',
    severity: 'notice',
    category: 'performance',
    title: 'Slow answers',
    why: 'Readers leave before they see anything, and crawlers read fewer pages.',
    howToFix: 'Cache the page, and look what the server waits for.',
    find: ({ durationMs, facts }: AuditedPage) =>
      when(facts !== null && durationMs > maxAnswerMs, () => whole(`${(durationMs / 1000).toFixed(1)} s until the answer was there`)),
  },
  {
    code: 'answer_uncompressed',
    severity: 'warning',
    category: 'performance',
    title: 'Answers without compression',
    why: 'HTML shrinks to a fifth; without compression it takes that much longer.',
    howToFix: 'Turn on gzip, Brotli or Zstandard for text on the server.',
    find: ({ bytes, headers, facts }: AuditedPage) =>
      when(
        facts !== null && bytes >= minBytesToCompress && !/\b(?:gzip|br|zstd|deflate|compress)\b/i.test(headers['content-encoding'] ?? ''),
        () => whole(`${Math.round(bytes / 1000)} kB, sent as they are`),
      ),
  },
  {
    code: 'scripts_blocking',
    severity: 'notice',
    category: 'performance',
    title: 'Many scripts in the head that hold up the page',
    why: 'Nothing is shown until each of them has come and run.',
    howToFix: 'Write defer or async on them, or put them at the end.',
    find: html(({ scripts }) => {
      const blocking = scripts.filter(({ place, isBlocking }) => place === 'head' && isBlocking);
      return when(blocking.length > maxBlockingScripts, () =>
        at(blocking[0]!, `${blocking.length} of them, the first is ${quote(blocking[0]!.src)}`),
      );
    }),
  },
  {
    code: 'stylesheets_many',
    severity: 'notice',
    category: 'performance',
    title: 'Many style sheets',
    why: 'Nothing is shown until all of them are there.',
    howToFix: 'Join them, and load what only some pages need on those alone.',
    find: html(({ stylesheets }) => {
      const blocking = stylesheets.filter(({ isBlocking }) => isBlocking);
      return when(blocking.length > maxStylesheets, () => at(blocking[0]!, `${blocking.length} of them`));
    }),
  },
  {
    code: 'script_twice',
    severity: 'notice',
    category: 'performance',
    title: 'Scripts that run twice',
    why: 'What they count is counted twice, and what they do may go wrong.',
    howToFix: 'Keep one of the two.',
    find: html(({ scripts }) => {
      const known = new Set<string>();
      return scripts.flatMap((script) => {
        const isAgain = script.url !== null && known.has(script.url);
        if (script.url !== null) known.add(script.url);
        return isAgain ? [at(script, quote(script.src))] : [];
      });
    }),
  },
  {
    code: 'elements_many',
    severity: 'notice',
    category: 'performance',
    title: 'Very many elements',
    why: 'Each costs memory and time whenever the page is laid out; phones feel it first.',
    howToFix: 'Cut long lists and tables into pages.',
    find: html(({ size }) => when(size.elements > maxElements, () => whole(`${size.elements} elements`))),
  },
  {
    code: 'elements_deep',
    severity: 'notice',
    category: 'performance',
    title: 'Elements nested very deep',
    why: 'Layout takes longer; often a tag was never closed.',
    howToFix: 'Take away boxes that hold nothing but another box, and close what is open.',
    find: html(({ size }) => when(size.depth > maxElementDepth, () => whole(`${size.depth} elements within one another`))),
  },
  {
    code: 'styles_inline_large',
    severity: 'notice',
    category: 'performance',
    title: 'Much CSS within the page',
    why: 'It comes anew with every page, and no cache keeps it.',
    howToFix: 'Move what is not needed for the first screen into a file.',
    find: html(({ size }) => when(size.inlineStyle > maxInlineStyle, () => whole(`${Math.round(size.inlineStyle / 1000)} kB of CSS`))),
  },
  {
    code: 'scripts_inline_large',
    severity: 'notice',
    category: 'performance',
    title: 'Much JavaScript within the page',
    why: 'It comes anew with every page, and no cache keeps it.',
    howToFix: 'Move it into a file.',
    find: html(({ size }) =>
      when(size.inlineScript > maxInlineScript, () => whole(`${Math.round(size.inlineScript / 1000)} kB of JavaScript`)),
    ),
  },
  {
    code: 'style_imports',
    severity: 'notice',
    category: 'performance',
    title: 'Style sheets that fetch style sheets',
    why: 'Each @import is found only after what stands before it has come: one waits for the other.',
    howToFix: 'Name them in `<link rel="stylesheet">`.',
    find: html(({ size }) => when(size.styleImports > 0, () => whole(`${size.styleImports} @import in <style>`))),
  },
];
