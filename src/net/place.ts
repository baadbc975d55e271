import { urlProblem, type Policy, type Target, type UrlProblem } from './guard.ts';

/** A URL as it is dialled. */
export interface Place {
  url: URL;
  href: string;
  origin: string;
  /** With its query. */
  path: string;
  /** Everything about it that needs no name lookup, judged once for each kind of target. */
  problem(target: Required<Target>): UrlProblem | null;
}

export interface Places {
  /** Null if it is no URL. */
  find(text: string): Place | null;
  of(url: URL): Place;
}

/** Most requests go where others went. So many of these URLs are remembered, none longer than this. */
const maxKnown = 1_000;
const maxLength = 2_000;

/** Parses and judges a URL once, under a policy that stays the same. What depends on name servers is judged at each connection. */
export function createPlaces(policy: Policy): Places {
  const known = new Map<string, Place>();
  return {
    find(text) {
      const found = known.get(text);
      if (found) return found;
      const url = URL.parse(text);
      if (!url) return null;
      const place = placeOf(url, policy);
      if (known.size === maxKnown) known.clear();
      if (text.length <= maxLength) known.set(text, place);
      return place;
    },
    of: (url) => placeOf(url, policy),
  };
}

function placeOf(url: URL, policy: Policy): Place {
  const verdicts: (UrlProblem | null)[] = [];
  return {
    url,
    href: url.href,
    origin: url.origin,
    path: url.pathname + url.search,
    problem(target) {
      const kind = Number(target.httpsOnly) + 2 * Number(target.trusted);
      const verdict = verdicts[kind];
      return verdict === undefined ? (verdicts[kind] = urlProblem(url, policy, target)) : verdict;
    },
  };
}
