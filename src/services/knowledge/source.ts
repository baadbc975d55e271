import { mediaTypes, type LocalNewKnowledge, type NewKnowledge } from '../../../schema/knowledge.ts';
import { AppError } from '../../errors.ts';
import { parseUrl } from '../../net/parse-url.ts';
import type { System } from '../../system.ts';
import type { DocumentSource } from '../../documents/reading.ts';
import { bytesOfBase64 } from '../common/base64.ts';
import { fetchPage, maxFileBytes } from './fetch.ts';
import { kindOf, parsedMediaType } from './media-types.ts';

/** A document to read, and its origin. */
export interface Source {
  document: DocumentSource;
  address: string | null;
  sourceUrl: string | null;
  etag: string | null;
  lastModified: string | null;
}

const fields = ['text', 'markdown', 'html', 'url', 'sitemapUrl', 'base64'] as const;
/** `path` only reaches a caller who may name files. */
export type SourceField = (typeof fields)[number] | 'path';

/** The field that holds the source. Throws `invalid_input` unless there is exactly one, and for fields that belong to another. */
export function sourceField(input: LocalNewKnowledge): SourceField {
  const given = ([...fields, 'path'] as const).filter((name) => input[name] !== undefined);
  const [field, second] = given;
  if (field === undefined || second !== undefined) {
    const found = given.length === 0 ? 'none was given' : `${given.join(' and ')} were given`;
    throw refusal(second ?? 'text', `Give exactly one of ${fields.join(', ')}; ${found}.`, 'exactly_one');
  }
  for (const [name, owner] of Object.entries(owners)) {
    if (input[name as keyof typeof owners] !== undefined && owner !== field) {
      throw refusal(name, `${name} belongs to ${owner}; ${field} was given.`, 'not_of_this_source');
    }
  }
  if (field === 'base64' && input.mediaType === undefined) {
    throw refusal('mediaType', 'mediaType is required with base64.', 'required', `One of ${mediaTypes.join(', ')}.`);
  }
  return field;
}

const owners = { mediaType: 'base64', maxPages: 'sitemapUrl', include: 'sitemapUrl' } as const;

/** Fetches or unpacks the document. Throws `invalid_input`, `payload_too_large` and whatever fetching throws. */
export async function sourceOf(
  system: System,
  input: NewKnowledge,
  field: Exclude<SourceField, 'sitemapUrl' | 'path'>,
  signal?: AbortSignal,
): Promise<Source> {
  if (field === 'url') return fetchedSource(system, input.url!, input.title, signal);
  if (input.sourceUrl !== undefined) webAddress('sourceUrl', input.sourceUrl);
  const given = { address: null, sourceUrl: input.sourceUrl ?? null, etag: null, lastModified: null };
  if (field === 'base64') return { ...given, document: { ...fileOf(input.base64!, input.mediaType!), title: input.title } };
  return { ...given, document: { kind: field, content: input[field]!, title: input.title } };
}

async function fetchedSource(system: System, url: string, title: string | undefined, signal?: AbortSignal): Promise<Source> {
  const page = await fetchPage(system, url, signal);
  const { url: sourceUrl, etag, lastModified, kind, charset, content } = page;
  return { document: { kind, charset, content, title }, address: addressOf(url), sourceUrl, etag, lastModified };
}

/** Throws `invalid_input` for what is no address of a page, or carries a password: it is shown, and may be cited. */
export function webAddress(field: 'sitemapUrl' | 'sourceUrl', url: string): string {
  const { protocol = '', username = '', password = '' } = parseUrl(url) ?? {};
  if (!/^https?:$/.test(protocol)) throw refusal(field, `${field} must be an http or https URL.`, 'invalid_url');
  if (username + password !== '') throw refusal(field, `${field} may not carry a user name or a password.`, 'invalid_url');
  return addressOf(url);
}

/** Without the fragment, which only points to a place in the page. */
function addressOf(url: string): string {
  const parsed = new URL(url);
  parsed.hash = '';
  return parsed.href;
}

function fileOf(base64: string, mediaType: string): Pick<DocumentSource, 'kind' | 'content' | 'charset'> {
  const content = bytesOfBase64(base64);
  if (!content) {
    const hint = 'Encode the bytes of the file alone, without data:…;base64, before them.';
    throw refusal('base64', 'base64 holds characters that are not of it.', 'invalid_base64', hint);
  }
  if (content.length > maxFileBytes) {
    throw new AppError('payload_too_large', `The file is larger than ${maxFileBytes / 1024 / 1024} MiB.`, { hint: 'Cut it into parts.' });
  }
  const { mediaType: type, charset } = parsedMediaType(mediaType);
  if (!mediaTypes.some((known) => known === type)) {
    throw refusal('mediaType', `mediaType ${type.slice(0, 80)} cannot be read.`, 'unknown_media_type', `One of ${mediaTypes.join(', ')}.`);
  }
  const kind = kindOf(type, content)!;
  const isBinary = kind === 'pdf' || kind === 'docx';
  if (isBinary !== type.startsWith('application/')) {
    const detail = `The file is not what mediaType says: it is ${isBinary ? kind.toUpperCase() : 'no such file'}.`;
    throw new AppError('unreadable_source', detail, { hint: 'Name what it is, or send the other file.' });
  }
  return { kind, content, charset };
}

export function refusal(field: string, detail: string, code: string, hint?: string): AppError {
  return new AppError('invalid_input', detail, { hint, errors: [{ pointer: `/${field}`, detail, code }] });
}
