/** Longer addresses lead nowhere: browsers and servers refuse them. */
const maxAddress = 8000;

/** Resolves what a page writes as addresses. */
export class Addresses {
  readonly #page: string;
  #base: string;
  readonly #known = new Map<string, URL | null>();

  constructor(page: string) {
    this.#page = withoutFragment(page);
    this.#base = page;
  }

  /** What `<base href>` says; the first that says an address counts. */
  rebase(href: string): void {
    const base = this.resolve(href);
    if (base && isWeb(base)) this.#base = base.href;
    this.#known.clear();
  }

  /** The address of any scheme, or null. */
  resolve(href: string): URL | null {
    let url = this.#known.get(href);
    if (url === undefined) {
      url = href.length > maxAddress ? null : URL.parse(href, this.#base);
      this.#known.set(href, url);
    }
    return url;
  }

  /** http and https alone, without a fragment. */
  web(href: string): string | null {
    // Many links of a page lead to places in the same few: each page is resolved once.
    const url = this.resolve(href.length > maxAddress ? href : withoutFragment(href));
    return url && isWeb(url) ? withoutFragment(url.href) : null;
  }

  /** The fragment of a link that leads to a place within the page itself. */
  fragmentWithin(href: string): string | null {
    if (!href.includes('#') || this.web(href) !== this.#page) return null;
    const written = href.slice(href.indexOf('#') + 1);
    if (plainFragment.test(written)) return written;
    const { hash = '' } = this.resolve(href) ?? {};
    return hash.length > 1 ? hash.slice(1) : null;
  }
}

/** Most: they stand in an address as they are written. */
const plainFragment = /^[\w.:-]+$/;

const mailAddress = /^[\w.+-]{1,64}@[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63})*\.[a-z]{2,24}(?:\?|$)/i;
/** Domains as no file or folder ends, as those of languages do. What ends as a page is one of a copy, which keeps each site in a folder of its name. */
const hostName =
  /^(?:[a-z\d-]{1,63}\.){1,9}(?:(?:com|net|edu|gov|io)(?:\/|$)|(?:org|dev|biz|co|uk|eu|de|fr|it|es|nl|ch|at|be|jp|cn|ru|br|pt|se|dk|fi|cz|pl|ca|nz|us|kr|tw)\/)(?!.*\.(?:html?|php)(?:[?#]|$))/i;

/** Whether what is written in a link is a mail address or the address of another site, its `mailto:` or `https://` forgotten. */
export function lacksScheme(href: string): boolean {
  if (href.startsWith('/') || href.startsWith('http')) return false;
  return (href.includes('@') && mailAddress.test(href)) || hostName.test(href);
}

function isWeb(url: URL): boolean {
  return url.protocol === 'http:' || url.protocol === 'https:';
}

function withoutFragment(href: string): string {
  const hash = href.indexOf('#');
  return hash < 0 ? href : href.slice(0, hash);
}
