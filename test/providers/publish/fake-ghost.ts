import { createHmac } from 'node:crypto';
import { startOfTests } from '../../support/clock.ts';
import { startSite, type Asked, type FakeSite, type Said } from './support.ts';

interface StoredPost {
  id: string;
  slug: string;
  status: string;
  updated_at: string;
  title: string;
  html: string;
  feature_image: string | null;
  codeinjection_head: string | null;
  tags: { name: string }[];
  [field: string]: unknown;
}

export interface FakeGhost extends FakeSite {
  posts: Map<string, StoredPost>;
  pages: Map<string, StoredPost>;
  images: Map<string, Buffer>;
  /** By its own clock; it takes tokens of now alone. */
  now: () => number;
}

const [keyId, secret] = ['65f0c0ffee65f0c0ffee65f0', '0123456789abcdef'.repeat(4)];
export const adminApiKey = `${keyId}:${secret}`;

/** As much of Ghost's Admin API as the desk speaks to, as strict about tokens, versions and collisions. */
export async function startFakeGhost(): Promise<FakeGhost> {
  const site = await startSite((asked, url) => answer(ghost, asked, url));
  const ghost: FakeGhost = Object.assign(site, { posts: new Map(), pages: new Map(), images: new Map(), now: () => startOfTests });
  return ghost;
}

let last = 0;
const nextId = () => (++last).toString(16).padStart(24, '0');

function answer(site: FakeGhost, asked: Asked, home: string): Said {
  const [, ghost, api, admin, collection, ...rest] = asked.url.pathname.split('/');
  if (`${ghost}/${api}/${admin}` !== 'ghost/api/admin' || asked.headers['accept-version'] !== 'v5.0')
    return { status: 404, body: 'Not here' };
  if (collection === 'site') return { body: { site: { title: 'The Harbour Desk', url: `${home}/`, version: '5.82' } } };
  const wrong = wrongToken(asked.headers.authorization, site.now() / 1000);
  if (wrong !== null) return problem(401, 'UnauthorizedError', `Invalid token: ${wrong}`);
  if (collection === 'images') return upload(site, asked, home);
  if (collection !== 'posts' && collection !== 'pages') return problem(404, 'NotFoundError', 'Resource not found');
  return posts(site, collection, { asked, home, rest: rest.filter((part) => part !== '') });
}

function wrongToken(authorization: string | undefined, now: number): string | null {
  const [head = '', body = '', signature] = (authorization ?? '').replace(/^Ghost /, '').split('.');
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString() || '{}') as Record<string, unknown>;
  const { alg, kid } = read(head);
  const { iat, exp, aud } = read(body) as { iat: number; exp: number; aud: string };
  if (alg !== 'HS256' || kid !== keyId) return 'unknown key';
  if (signature !== createHmac('sha256', Buffer.from(secret!, 'hex')).update(`${head}.${body}`).digest('base64url'))
    return 'invalid signature';
  return aud === '/admin/' && iat <= now && exp > now && exp - iat <= 300 ? null : 'jwt expired';
}

function upload(site: FakeGhost, { headers, body }: Asked, home: string): Said {
  const boundary = /^multipart\/form-data; boundary=(.+)$/.exec(headers['content-type'] ?? '')?.[1];
  const parts = body.toString('latin1').split(`--${boundary}`).slice(1, -1);
  const file = parts.find((part) => part.includes('name="file"'));
  const [, name, bytes] = /filename="([^"]+)"\r\nContent-Type: image\/png\r\n\r\n([\s\S]*)\r\n$/.exec(file ?? '') ?? [];
  if (name === undefined || bytes === undefined) return problem(422, 'ValidationError', 'Please select an image.');
  const taken = [...site.images.keys()].filter((path) => path.includes(name.replace('.png', ''))).length;
  const path = `${home}/content/images/2026/05/${taken ? name.replace('.png', `-${taken}.png`) : name}`;
  site.images.set(path, Buffer.from(bytes, 'latin1'));
  return { status: 201, body: { images: [{ url: path, ref: null }] } };
}

function posts(site: FakeGhost, kind: 'posts' | 'pages', { asked, home, rest }: { asked: Asked; home: string; rest: string[] }): Said {
  const all = [...site.posts.values(), ...site.pages.values()];
  const known = rest[0] === 'slug' ? [...site[kind].values()].find(({ slug }) => slug === rest[1]) : site[kind].get(rest[0] ?? '');
  const shown = (post: StoredPost) => ({ [kind]: [{ ...post, url: `${home}/${post.slug}/` }] });
  if (rest.length > 0 && !known) return problem(404, 'NotFoundError', 'Resource not found error, cannot read post.');
  if (asked.method === 'GET') return { body: known ? shown(known) : { [kind]: [...site[kind].values()] } };
  const [given] = (JSON.parse(asked.body.toString()) as { posts: [Partial<StoredPost>] }).posts;
  if (known && given.updated_at !== known.updated_at)
    return problem(409, 'UpdateCollisionError', 'Saving failed! Someone else is editing this post.');
  if (asked.url.searchParams.get('source') !== 'html') return problem(422, 'ValidationError', 'No content.');
  const saved = { slug: '', status: 'draft', tags: [], feature_image: null, ...known, ...given, id: known?.id ?? nextId() } as StoredPost;
  for (let number = 2; all.some(({ slug, id }) => slug === saved.slug && id !== saved.id); number++) saved.slug = `${given.slug}-${number}`;
  saved.updated_at = new Date(startOfTests + ++last).toISOString();
  site.posts.set(saved.id, saved);
  return { status: known ? 200 : 201, body: shown(saved) };
}

export function problem(status: number, type: string, message: string): Said {
  return { status, body: { errors: [{ message, context: null, type, code: null }] } };
}
