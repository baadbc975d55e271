import type { SkipReason } from './visit.ts';

/** Recognises address spaces without end, which a server makes up as it is asked. */
export interface Traps {
  /** Why a normalised address is not to be asked; null if it is. Counts those it lets pass. */
  judge(url: string): SkipReason | null;
}

/** Paths with more segments than this are made by relative links that go wrong. */
const maxSegments = 25;
/** The same run of segments so often in a row is no path that people made (as Heritrix has it). */
const repeats = /(?:^|\/)((?=[^/]*[a-z])[^/]+(?:\/[^/]+){0,4})(?:\/\1){2}(?=\/|$)/i;
/** Dated addresses this far ahead or back are a calendar that goes on for ever; some are real. */
const maxYearsAhead = 1;
const maxYearsBack = 30;
const maxFarDates = 50;
/** Pages below a path, by how many parameters their queries have: many articles have one, filters that combine have several. */
const maxVariants = [Infinity, 20_000, 2000];
const maxFiltered = 200;
/** Sets of parameter names below a path. */
const maxParameterSets = 20;
/** The same page below so many random segments is the same page in other sessions. */
const maxSessions = 500;
/** Patterns of paths that are counted; those that come later pass. */
const maxPatterns = 20_000;

const yearMs = 365.25 * 86_400_000;

/** For one crawl. `now` is in milliseconds. */
export function createTraps(now: number): Traps {
  const counts = new Map<string, number>();
  const year = 1970 + now / yearMs;

  /** Whether there have been too many of a kind; counts this one. */
  function exceeds(pattern: string, max: number): boolean {
    const count = counts.get(pattern) ?? 0;
    if (count >= max) return true;
    if (count > 0 || counts.size < maxPatterns) counts.set(pattern, count + 1);
    return false;
  }

  function isFar(dated: number): boolean {
    return dated > year + maxYearsAhead || dated < year - maxYearsBack;
  }

  /** Filters that combine: other names each time, the same ones in another order, or too many values. */
  function hasTooManyVariants(path: string, search: string): boolean {
    const parts = search.slice(1).split('&');
    const names = parts.map((part) => part.split('=', 1)[0]!).toSorted();
    const sorted = parts.toSorted().join('&');
    if (parts.length > 1 && sorted !== parts.join('&') && counts.has(`same ${path}?${sorted}`)) return true;
    const set = `set ${path}?${names.join('&')}`;
    if (!counts.has(set) && exceeds(`sets ${path}`, maxParameterSets)) return true;
    if (exceeds(set, maxVariants[parts.length] ?? maxFiltered)) return true;
    if (parts.length > 1) exceeds(`same ${path}?${sorted}`, Infinity);
    return false;
  }

  return {
    judge(url) {
      const query = url.includes('?') ? url.indexOf('?') : url.length;
      const pathname = url.slice(url.indexOf('/', 'https://'.length), query);
      const search = url.slice(query);
      const segments = pathname.split('/');
      if (segments.length > maxSegments) return 'deep_path';
      if (repeats.test(pathname)) return 'repeating_path';
      const date = datedIn(pathname, search);
      if (date !== null && isFar(date.year) && exceeds(`date ${date.pattern}`, maxFarDates)) return 'calendar';
      if (search !== '' && hasTooManyVariants(pathname, search)) return 'query_variants';
      const withoutTokens = segments.map((segment, index) => (index < segments.length - 1 && isRandom(segment) ? '{}' : segment)).join('/');
      if (withoutTokens !== pathname && exceeds(`session ${withoutTokens}`, maxSessions)) return 'session';
      return null;
    },
  };
}

const inPath = /\/((?:1[0-9]|2[0-9]|\d{2})\d{2})(?:[/-])(0?[1-9]|1[0-2])(?:[/-](?:0?[1-9]|[12]\d|3[01]))?(?=[/.]|$)/;
const inQuery =
  /[?&](?:date|day|month|week|year|yr|y|from|to|start|end|since|until|tribe-bar-date|ical|cal)=(\d{4})(?=[-/&]|%2F|\d{2,4}(?:&|$)|$)/i;

/** The year that an address is dated by, and the address without its date. */
function datedIn(path: string, search: string): { year: number; pattern: string } | null {
  const dated = inPath.exec(path);
  if (dated) return { year: Number(dated[1]), pattern: path.replace(inPath, '/{}').replaceAll(/\d+/g, '0') };
  const asked = inQuery.exec(search);
  return asked && { year: Number(asked[1]), pattern: `${path}?` };
}

/** A long run of digits and letters, as sessions have them; words and dates have no digits between their letters. */
function isRandom(segment: string): boolean {
  return segment.length >= 24 && /^[\w-]+$/.test(segment) && (segment.match(/\d[a-z]|[a-z]\d/gi)?.length ?? 0) >= 6;
}
