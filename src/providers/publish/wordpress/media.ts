import { AppError } from '../../../errors.ts';
import { knownImage } from '../body.ts';
import { idText, list, record, text } from '../../json.ts';
import type { ArticleImage, Remote } from '../target.ts';
import type { WordPressApi } from './api.ts';

interface Media {
  id: string;
  alt: string;
}

const fields = { _fields: 'id,alt_text,slug' };

/** The featured image in the media library: the previous one, one whose upload's answer was lost, or a new one. Its alt text is updated. */
export async function settleImage(
  api: WordPressApi,
  image: ArticleImage,
  { previous, signal }: { previous: Remote | null; signal?: AbortSignal | undefined },
): Promise<{ imageId: string; imageHash: string }> {
  const { imageHash, stem, known } = knownImage(image, previous);
  const media =
    (known === null ? null : await readMedia(api, known, signal)) ??
    (await findMedia(api, stem, signal)) ??
    (await upload(api, image, stem, signal));
  const alt = image.alt.replace(/[<>\s]+/g, ' ').trim();
  if (media.alt !== alt) await api.ask(`/wp/v2/media/${media.id}`, { method: 'POST', query: fields, json: { alt_text: alt }, signal });
  return { imageId: media.id, imageHash };
}

async function readMedia(api: WordPressApi, id: string, signal?: AbortSignal): Promise<Media | null> {
  return toMedia(await api.ask(`/wp/v2/media/${id}`, { query: fields, mayBeGone: true, signal }));
}

/** The edit context lists only what this user may change. The slug is the file name, plus a number if that was taken. */
async function findMedia(api: WordPressApi, stem: string, signal?: AbortSignal): Promise<Media | null> {
  const found = list(await api.ask('/wp/v2/media', { query: { ...fields, context: 'edit', search: stem }, signal })).map(record);
  return toMedia(found.find(({ slug }) => text(slug).startsWith(stem)));
}

async function upload(api: WordPressApi, { png }: ArticleImage, stem: string, signal?: AbortSignal): Promise<Media> {
  const headers = { 'content-type': 'image/png', 'content-disposition': `attachment; filename="${stem}.png"` };
  const media = toMedia(await api.ask('/wp/v2/media', { method: 'POST', query: fields, upload: { bytes: png, headers }, signal }));
  if (media) return media;
  throw new AppError('provider_failed', `${api.site.name} did not say which image it has taken.`, { hint: 'Publish again.' });
}

function toMedia(answer: unknown): Media | null {
  const { id, alt_text: alt } = record(answer);
  const known = idText(id);
  return known === null ? null : { id: known, alt: text(alt) };
}
