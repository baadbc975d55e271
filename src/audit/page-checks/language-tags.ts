/** The tags of late: the pages of a site have the same few. */
const known = new Map<string, boolean>();
const maxKnown = 1000;

let languages: Intl.DisplayNames | undefined;
let regions: Intl.DisplayNames | undefined;

/** Whether a language tag is well formed (BCP 47) and its language exists. */
export function isLanguageTag(tag: string): boolean {
  if (tag.length > 60) return false;
  let isTag = known.get(tag);
  if (isTag === undefined) {
    isTag = judge(tag);
    if (known.size >= maxKnown) known.clear();
    known.set(tag, isTag);
  }
  return isTag;
}

function judge(tag: string): boolean {
  if (/^(?:i|x)-/i.test(tag)) return true;
  try {
    if (Intl.getCanonicalLocales(tag).length !== 1) return false;
  } catch {
    return false;
  }
  const language = languageOf(tag);
  languages ??= new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
  return /^(?:und|mul|zxx|mis)$/.test(language) || languages.of(language) !== undefined;
}

/** What is wrong with a tag's region, for people; null if there is none, or it exists. */
export function regionFault(tag: string): string | null {
  const region = tag
    .split('-')
    .slice(1)
    .find((part) => /^[a-z]{2}$/i.test(part))
    ?.toUpperCase();
  if (region === undefined) return null;
  if (region === 'UK') return ': the United Kingdom is GB';
  if (region === 'EU') return ': the European Union is no region';
  regions ??= new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  return regions.of(region) === undefined ? `: there is no region ${region}` : null;
}

/** Of `pt-BR`, `pt`. */
export function languageOf(tag: string): string {
  return tag.trim().toLowerCase().split(/[-_]/, 1)[0]!;
}
