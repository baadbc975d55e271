import { pageOf, startSite, type Answering } from './site.ts';
import type { TestApp } from './test-app.ts';

/** Watches a site on which pages come, change, move and go. */
export async function watchSite({ desk, advance }: TestApp): Promise<void> {
  const page = (name: string, more = '') => pageOf(name, [`The page ${name} says what it says of ${name}, at some length. ${more}`]);
  const moved: Answering = (_, response) => void response.writeHead(301, { location: '/three' }).end();
  const site = await startSite({ '/': page('Home'), '/one': page('One'), '/two': page('Two'), '/gone': page('Gone') });
  const list = (...paths: string[]) => {
    site.pages['/sitemap.xml'] = `<urlset>${paths.map((path) => `<url><loc>${site.url}${path}</loc></url>`).join('')}</urlset>`;
  };
  list('/one', '/two', '/gone');
  const { id } = (await desk.call('content_radar_watch', { url: site.url, kind: 'site' })) as { id: string };
  await desk.runDue();
  site.pages['/one'] = page('One', 'It has grown by a sentence.');
  site.pages['/three'] = page('Two');
  site.pages['/two'] = moved;
  delete site.pages['/gone'];
  list('/one', '/three');
  await advance(24 * 3_600_000);
  const { data } = (await desk.call('content_radar_list', {})) as { data: { id: string }[] };
  await desk.call('content_radar_list', { id: data[0]!.id, include: ['diff', 'sources'] });
  await desk.call('content_radar_recommend', {});
  await desk.call('content_radar_unwatch', { id });
}
