import { AppError } from '../../../errors.ts';
import type { System } from '../../../system.ts';
import { knownImage } from '../body.ts';
import { list, record, webAddress } from '../../json.ts';
import type { Ask } from '../site.ts';
import type { ArticleImage, Remote } from '../target.ts';
import type { GhostApi } from './api.ts';

interface Wanted {
  previous: Remote | null;
  /** The post's current image. */
  current: string | null;
  signal?: AbortSignal | undefined;
}

/** The featured image's URL on the site: the previous one, one uploaded just before a crash and set on the post, or a new one. */
export async function settleImage(
  { system, api }: { system: System; api: GhostApi },
  image: ArticleImage,
  { previous, current, signal }: Wanted,
): Promise<{ imageId: string; imageHash: string }> {
  const { imageHash, stem, known } = knownImage(image, previous);
  const adopted = current?.includes(`/${stem}`) ? current : null;
  return { imageId: known ?? adopted ?? (await send(api, formOf(system, image, stem), signal)), imageHash };
}

async function send(api: GhostApi, upload: Ask['upload'], signal?: AbortSignal): Promise<string> {
  const answer = await api.ask('images/upload/', { method: 'POST', upload, signal });
  const url = webAddress(record(list(answer?.['images'])[0])['url']);
  if (url !== null) return url;
  throw new AppError('provider_failed', `${api.site.name} did not say where it has put the image.`, { hint: 'Publish again.' });
}

/** multipart/form-data (RFC 7578) with one file. */
function formOf(system: System, { png }: ArticleImage, stem: string): Ask['upload'] {
  const boundary = `copydesk-${system.random(18).toString('hex')}`;
  const head =
    `--${boundary}\r\nContent-Disposition: form-data; name="purpose"\r\n\r\nimage\r\n` +
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${stem}.png"\r\nContent-Type: image/png\r\n\r\n`;
  return {
    bytes: Buffer.concat([Buffer.from(head), png, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}
