/** A text that is fit to be shown: no markup, nothing that turns or hides words, no line of its own. */
const unfit =
  /<[^<>]*>|\p{Cc}|(?![\u200C\u200D])\p{Cf}|\p{Co}|[\u{E0100}-\u{E01EF}]|[\uD800-\uDFFF](?![\uDC00-\uDFFF])(?<![\uD800-\uDBFF][\uDC00-\uDFFF])/u;

/** What in an adapter's answer no caller should be given: numbers that are none, odd texts, addresses of no web page. */
export function oddIn(value: unknown, path = ''): string[] {
  if (typeof value === 'number') return Number.isFinite(value) && value >= 0 ? [] : [`${path}: ${value}`];
  if (typeof value === 'string') return oddText(value, path);
  if (value instanceof Float32Array) return value.every(Number.isFinite) ? [] : [path];
  if (typeof value !== 'object' || value === null) return value === undefined ? [`${path}: undefined`] : [];
  return Object.entries(value).flatMap(([name, part]) => oddIn(part, `${path}.${name}`));
}

/** What an engine wrote is Markdown, in several lines: that is cleaned of what nobody sees, and made HTML by who shows it. */
function oddMarkdown(value: string, path: string): string[] {
  const unseen = unfit.test(value.replaceAll(/[\n\t]|<[^<>]*>/g, ''));
  return value.length > 100_000 || unseen ? [`${path}: ${JSON.stringify(value.slice(0, 60))}`] : [];
}

function oddText(value: string, path: string): string[] {
  if (path === '.text') return oddMarkdown(value, path);
  const isAddress = path.endsWith('.url');
  const found = [
    value.length > 2100 && 'too long',
    unfit.test(value) && 'unfit',
    isAddress && !/^https?:\/\/[^/@]+\//.test(value) && 'no address',
    path.endsWith('.position') && 'no position',
  ];
  return found.flatMap((what) => (what ? [`${path}: ${what}: ${JSON.stringify(value.slice(0, 60))}`] : []));
}

const odd: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1e308,
  0.5,
  '',
  'x',
  'javascript:alert(1)',
  '\u202Eevil\u0000<b>',
  'y'.repeat(100_000),
  [],
  [null],
  [['']],
  {},
  { toString: 1, length: -1, __proto__: null },
];

/** The answer with each of its parts, one at a time, in the place of which something else stands, or twice as much, or nothing. */
export function* distorted(value: unknown): Generator<unknown> {
  yield* odd;
  if (Array.isArray(value)) {
    yield [...value, ...value];
    for (const [at, part] of value.entries()) for (const other of distorted(part)) yield value.with(at, other);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, part] of Object.entries(value)) {
      const { [name]: _left, ...rest } = value as Record<string, unknown>;
      yield rest;
      for (const other of distorted(part)) yield { ...value, [name]: other };
    }
  }
}
