import { hostOf, isOwn } from '../../../crawl/url.ts';

/** A site that ours is compared with. */
export interface Rival {
  domain: string;
  /** What it is called, and its other names. */
  names: readonly string[];
}

export interface Sides {
  siteUrl: string;
  rivals: readonly Rival[];
}

/** Whose an address is: `own`, or the index of a competitor. Of two competitors of which one is a subdomain of the other, the nearer. */
export type SideOf = (url: string) => 'own' | number | undefined;

export function sidesOf({ siteUrl, rivals }: Sides): SideOf {
  const ownHost = hostOf(siteUrl);
  const byDomain = new Map(rivals.map(({ domain }, index) => [domain, index]));
  return (url) => {
    const host = hostOf(url);
    if ((host === ownHost || host.endsWith(`.${ownHost}`)) && isOwn(siteUrl, url)) return 'own';
    return nearest(host, (domain) => byDomain.get(domain));
  };
}

/** What is found of a host, or else of the nearest domain above it. */
export function nearest<Found>(host: string, find: (domain: string) => Found | undefined): Found | undefined {
  for (let domain = host; ; domain = domain.slice(domain.indexOf('.') + 1)) {
    const found = find(domain);
    if (found !== undefined || !domain.includes('.')) return found;
  }
}
