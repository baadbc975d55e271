// Renders for a test, without the rights of root, for whom Chromium has no sandbox. It loads all it needs before it gives them up: nobody
// else may be able to enter the folder of the checkout. Each line that it reads is a page to render, each that it prints what came of one.
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { randomBytes } from 'node:crypto';
import { RenderError } from '../../../src/crawl/chromium/render-error.ts';
import { openRenderer, type Renderer, type RendererOptions } from '../../../src/crawl/render.ts';

/** What the test asks; `forbidden`: how the addresses begin that the page may not ask for. */
export interface Asked {
  url: string;
  deadlineMs: number;
  forbidden?: string[];
}

const { names = {}, ...given } = JSON.parse(process.argv[2]!) as Partial<RendererOptions> & { names?: Record<string, string[]> };
if (process.getuid?.() === 0 && process.argv[3] !== 'as root') {
  process.setgroups!([]);
  process.setgid!(65_534);
  process.setuid!(65_534);
  process.chdir('/');
}
const say = (words: unknown) => process.stdout.write(`${JSON.stringify(words)}\n`);
const said = (error: unknown) => (error instanceof RenderError ? { code: error.code, message: error.message } : { code: String(error) });

const options: RendererOptions = {
  system: { pause: (ms, signal) => pause(ms, undefined, { signal }), random: randomBytes, closing: new AbortController().signal },
  userAgent: 'Copydesk/1.0 (+https://desk.test)',
  ...given,
  dialing: { production: true, allowedNetworks: ['127.0.0.1'], resolve: async (name) => names[name] ?? [], ...given.dialing },
};
const opened = await openRenderer(options).catch((error: unknown) => void say(said(error)));
if (opened) await serve(opened);

async function serve(renderer: Renderer): Promise<void> {
  say({ pid: process.pid });
  const underWay: Promise<unknown>[] = [];
  for await (const line of createInterface({ input: process.stdin })) {
    const { url, deadlineMs, forbidden = [] } = JSON.parse(line) as Asked;
    const mayAsk = (address: string) => !forbidden.some((start) => address.startsWith(start));
    underWay.push(renderer.render(url, { deadlineMs, mayAsk }).then(say, (error: unknown) => say(said(error))));
  }
  await renderer.close();
  await Promise.all(underWay);
}
