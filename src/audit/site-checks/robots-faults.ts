/** Names that some crawler knows. */
const known = new Set(
  `user-agent allow disallow sitemap crawl-delay host clean-param request-rate visit-time content-signal content-usage
  cache-delay`.split(/\s+/),
);
const maxFaults = 20;

/** Lines of a robots.txt that no crawler understands, and rules that belong to none (RFC 9309, 2.2). */
export function robotsFaults(text: string): { line: number; text: string }[] {
  if (/^\s*(?:<!doctype|<html)/i.test(text)) return [{ line: 1, text: 'an HTML page in place of rules' }];
  const faults: { line: number; text: string }[] = [];
  let isNamed = false;
  for (const [at, whole] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n?|\n/)
    .entries()) {
    const said = whole.split('#', 1)[0]!.trim();
    if (said === '') continue;
    const name = /^([a-z-]+)\s*:/i.exec(said)?.[1]!.toLowerCase();
    isNamed ||= name === 'user-agent';
    const isLost = (name === 'allow' || name === 'disallow') && !isNamed;
    if (name === undefined || !known.has(name) || isLost)
      faults.push({ line: at + 1, text: isLost ? `${said}: no User-agent above it` : said });
    if (faults.length === maxFaults) break;
  }
  return faults;
}
