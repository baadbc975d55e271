/** A site of generated pages to be crawled, in a process of its own: `crawl-site.ts <pages> <kilobytes>`. Tells its address, and when asked how many pages it has answered, over IPC. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { generator } from './random.ts';

// Whoever started it may have been ended from outside.
process.on('disconnect', () => process.exit());
process.on('message', () => process.send!({ answered }));

const [pages, kilobytes] = process.argv.slice(2).map((text) => JSON.parse(text) as number) as [number, number];
const children = 10;
const words = Array.from({ length: 4000 }, (_, at) => wordOf(generator(at + 1)));
let answered = 0;

const server = createServer((request, response) => {
  const at = /^\/(?:p\/(\d+)\.html)?$/.exec(request.url ?? '');
  const number = at ? Number(at[1] ?? 0) : pages;
  if (number >= pages) return void response.writeHead(404).end();
  answered++;
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pageOf(number));
});
server.keepAliveTimeout = 65_000;
server.listen(0, '127.0.0.1', () => process.send!({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }));

/** Each page leads to ten further ones, so that a hundred thousand are five links deep, and to some that are known already. */
function pageOf(number: number): string {
  const random = generator(number + 1);
  const draw = (count: number) => Array.from({ length: count }, () => words[Math.floor(random() * words.length)]!).join(' ');
  const link = (to: number) => `<li><a href="/p/${to}.html">${draw(3)}</a></li>`;
  const ahead = Array.from({ length: children }, (_, index) => number * children + index + 1).filter((to) => to < pages);
  const known = Array.from({ length: children }, () => 1 + Math.floor(random() * (pages - 1)));
  const own = number === 0 ? '/' : `/p/${number}.html`;
  const head = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${draw(5)} ${number}</title><meta name="description" content="${draw(16)}"><link rel="canonical" href="${own}"></head>`;
  let body = `<body><header><nav><ul>${known.map(link).join('')}</ul></nav></header><main><h1>${draw(4)}</h1>`;
  while (body.length < kilobytes * 1024)
    body += `<h2>${draw(4)}</h2><p>${draw(60)}</p><p>${draw(40)} <em>${draw(2)}</em>, ${draw(20)}.</p>`;
  return `${head}${body}<ul>${ahead.map(link).join('')}</ul></main><footer><p>${draw(8)}</p></footer></body></html>`;
}

function wordOf(random: () => number): string {
  const syllables = ['ba', 'ke', 'lo', 'mi', 'nu', 'ra', 'se', 'ti', 'vo', 'wen', 'dar', 'pol'];
  return Array.from({ length: 2 + Math.floor(random() * 3) }, () => syllables[Math.floor(random() * syllables.length)]).join('');
}
