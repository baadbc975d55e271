/** Zones that feeds name and `Date.parse` does not know, in hours from UTC. */
const zones: Readonly<Record<string, string>> = {
  UT: '+0000',
  UTC: '+0000',
  WET: '+0000',
  BST: '+0100',
  CET: '+0100',
  MEZ: '+0100',
  CEST: '+0200',
  MESZ: '+0200',
  EET: '+0200',
  EEST: '+0300',
  MSK: '+0300',
  JST: '+0900',
  KST: '+0900',
  AEST: '+1000',
  AEDT: '+1100',
};
const maxLength = 60;
/** Feeds that know no date write their system's first one: year 1 or 1970. */
const minYear = 1971;
/** `Date.parse` takes 0001 for 2001. */
const firstYear = /(?<![+-])\b000\d\b/;
const maxYear = 2100;

/** ISO 8601 in UTC; null for what is no date. RFC 822 with or without weekday and seconds, ISO 8601, W3C; without a zone it is UTC. */
export function isoDate(written: string | undefined): string | null {
  const text = (written ?? '').trim().replaceAll(/\s+/g, ' ');
  if (text === '' || text.length > maxLength || firstYear.test(text)) return null;
  const zoned = text.replace(/\b([A-Z]{2,4})$/, (name) => zones[name] ?? name).replace(/ ?(?:GMT|UTC)(?=[+-]\d)/, ' ');
  const date = new Date(hasZone(zoned) ? zoned : `${zoned}${/^\d{4}-\d\d-\d\d[T ]/.test(zoned) ? 'Z' : ' GMT'}`);
  const year = date.getUTCFullYear();
  return year >= minYear && year <= maxYear ? date.toISOString() : null;
}

function hasZone(text: string): boolean {
  // A day alone is UTC already.
  return /(?:Z|[+-]\d\d:?\d\d|\d [A-Z]{1,4})$/i.test(text) || /^\d{4}(?:-\d\d){0,2}$/.test(text);
}
