import { readFileSync } from 'node:fs';

/** A page of a site that could link, as somebody judged it. */
export interface LabelledPage {
  host: string;
  url: string;
  /** How worthwhile it is to write to the site for the project, 0 to 3. */
  label: number;
  /** Answers that cite it beside a competitor. */
  cites: number;
  /** Where search engines show it. */
  rank: number;
  title: string;
  /** What stands in its text. */
  words: string;
  /** Whom one could rightly write to; empty where nobody is named. */
  right: string[];
}

export interface LabelledProject {
  name: string;
  language: string;
  siteUrl: string;
  competitors: { name: string; domain: string }[];
  keywords: string[];
  pages: LabelledPage[];
  /** HTML by host and path: `www.a.example/page`. */
  web: Map<string, string>;
}

interface Part {
  host: string;
  path: string;
  isMore: boolean;
  fields: Record<string, string>;
  html: string;
}

/** The pages of an invented project: `test/bench/prospects/<name>.txt` has them one after the other, each with its label and why. */
export function readProject(name: string): LabelledProject {
  const [head, ...blocks] = readFileSync(new URL(`prospects/${name}.txt`, import.meta.url), 'utf8').split(/^@/m);
  const fields = fieldsOf(head!.split('\n'));
  const ownHost = fields['site']!;
  const parts: Part[] = [];
  for (const block of blocks) parts.push(partOf(block, parts.at(-1)?.host ?? '', ownHost));
  const web = new Map<string, string>();
  for (const part of parts) {
    const site = parts.filter(({ host }) => host === part.host);
    const theme = site[0]!.fields['theme'] ?? 'wp';
    web.set(part.host + part.path, htmlOf(part, site, theme));
    if (!site.some(({ path }) => path === '/')) web.set(`${part.host}/`, htmlOf(homeOf(part.host, site), site, theme));
  }
  return {
    name: fields['project']!,
    language: fields['language'] ?? 'en',
    siteUrl: `https://${ownHost}/`,
    competitors: fields['competitors']!.split(', ').map((one) => ({
      name: one.slice(0, one.lastIndexOf(' ')),
      domain: one.slice(one.lastIndexOf(' ') + 1).replace('www.', ''),
    })),
    keywords: fields['keywords']!.split(', '),
    pages: parts.filter(({ host, isMore }) => host !== ownHost && !isMore).map((part) => labelledOf(part, parts)),
    web,
  };
}

/** `@@ host/path`, `@@ + /path` for one more page of that site, `@own /path` for one of the project's; fields; HTML. */
function partOf(block: string, hostBefore: string, ownHost: string): Part {
  const [first, ...lines] = block.trimEnd().split('\n');
  const [kind, ...names] = first!.split(' ');
  const html = lines.findIndex((line) => line.startsWith('<'));
  const given = { fields: fieldsOf(lines.slice(0, html)), html: lines.slice(html).join('\n') };
  if (kind === 'own') return { host: ownHost, path: names[0]!, isMore: true, ...given };
  if (names[0] === '+') return { host: hostBefore, path: names[1]!, isMore: true, ...given };
  const slash = names[0]!.indexOf('/');
  return { host: names[0]!.slice(0, slash), path: names[0]!.slice(slash), isMore: false, ...given };
}

function fieldsOf(lines: readonly string[]): Record<string, string> {
  return Object.fromEntries(lines.filter((line) => line !== '').map((line) => [line.split(' ', 1)[0]!, line.slice(line.indexOf(' ') + 1)]));
}

function labelledOf({ host, path, fields, html }: Part, parts: readonly Part[]): LabelledPage {
  const right = parts.flatMap((part) => (part.host === host ? (part.fields['right'] ?? '').split(' ') : []));
  return {
    host: host.replace(/^www\./, ''),
    url: `https://${host}${path}`,
    label: Number(fields['label']),
    cites: Number(fields['cites']),
    rank: Number(fields['rank']),
    title: fields['title']!,
    words: html.replaceAll(/<[^>]+>/g, ' '),
    right: right.filter((one) => one.includes('@')),
  };
}

function homeOf(host: string, site: readonly Part[]): Part {
  const links = site.map(({ path, fields }) => `<li><a href="${path}">${fields['title']}</a></li>`).join('');
  return { host, path: '/', isMore: true, fields: { title: host }, html: `<p>Welcome to ${host}.</p><ul>${links}</ul>` };
}

/** A page in the clothes of its site, which link to all else that the site has. */
function htmlOf({ host, fields, html }: Part, site: readonly Part[], theme: string): string {
  const { title = '', date } = fields;
  const others = site.filter(({ isMore }) => isMore).map((one) => `<a href="${one.path}">${one.fields['title']}</a>`);
  const written = date === undefined ? '' : `<meta property="article:published_time" content="${date}T08:00:00Z">`;
  const head = `<!doctype html>\n<html><head><meta charset="utf-8"><title>${title}</title>${written}</head>`;
  const day = date === undefined ? '' : `<p class="byline"><time datetime="${date}">${date}</time></p>`;
  const menu = `<nav><ul><li><a href="/">Home</a></li>${others.map((one) => `<li>${one}</li>`).join('')}</ul></nav>`;
  const bodies: Record<string, string> = {
    none: `${html}`,
    plain: `<h1>${title}</h1>\n${html}\n<hr><p><small><a href="/">${host}</a> ${others.join(' | ')}</small></p>`,
    forum: `<div id="top"><a href="/">Boards</a> <a href="/register">Register</a></div><h1>${title}</h1><div class="thread">${html}</div><div id="foot">Powered by a board. ${others.join(' ')}</div>`,
    shop: `<header><a href="/">${host}</a>${menu}</header><main><h1>${title}</h1>${html}</main><footer>© 2026 ${host} ${others.join(' ')}</footer>`,
    wp: `<header><p class="site-title"><a href="/">${host}</a></p>${menu}</header><main><article><h1 class="entry-title">${title}</h1>${day}<div class="entry-content">${html}</div></article></main><aside><h2>Recent posts</h2><ul><li><a href="/">${host}</a></li></ul></aside><footer><p>© 2026 ${host}. ${others.join(' ')}</p></footer>`,
  };
  return `${head}<body>${bodies[theme]}</body></html>`;
}
