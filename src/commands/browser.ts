import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Article } from '../../schema/articles.ts';
import { note } from './terminal.ts';

const openers: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
  darwin: ['open'],
  // To cmd's own start, the & of an address would end the command.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens a file or an address; false if no browser could be started. */
export async function openInBrowser(target: string): Promise<boolean> {
  const [command, ...before] = openers[process.platform] ?? ['xdg-open'];
  const child = spawn(command, [...before, target], { detached: true, stdio: 'ignore' });
  const opened = await once(child, 'spawn').then(
    () => true,
    () => false,
  );
  child.unref();
  return opened;
}

/** Writes the article to a web page and opens it in the browser; if that fails, says where the page is. */
export async function showInBrowser(article: Article, png: Buffer | null): Promise<void> {
  const page = join(mkdtempSync(join(tmpdir(), 'copydesk-')), `${article.slug}.html`);
  writeFileSync(page, pageOf(article, png), { mode: 0o600 });
  const opened = await openInBrowser(page);
  note(opened ? `shown in the browser: ${page}` : `no browser could be started; the page is ${page}`);
}

/** The body is already sanitised; besides, this page runs no scripts and fetches nothing. */
function pageOf({ title, language, contentHtml, faq, featuredImage, metaDescription }: Article, png: Buffer | null): string {
  const image = png ? `<img src="data:image/png;base64,${png.toString('base64')}" alt="${escaped(featuredImage?.alt ?? '')}">` : '';
  const questions = (faq ?? []).map(({ question, answer }) => `<h3>${escaped(question)}</h3><p>${escaped(answer)}</p>`).join('');
  return `<!doctype html>
<html lang="${escaped(language ?? 'en')}">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<title>${escaped(title ?? '')}</title>
<meta name="description" content="${escaped(metaDescription ?? '')}">
<style>
body { max-width: 44rem; margin: 3rem auto; padding: 0 1rem; font: 1.1rem/1.65 system-ui, sans-serif; color: #1b1f24 }
img { width: 100%; border-radius: 8px }
h1, h2, h3 { line-height: 1.25 }
</style>
<h1 dir="auto">${escaped(title ?? '')}</h1>
${image}
${contentHtml ?? ''}
${questions}
</html>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
