import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { place, type Import, type Source } from './source.ts';

/** `types of x` in the table: the room may be looked at, not run. */
const typesOf = (room: string) => `types of ${room}`;

const anything = 'anything';
const ground = ['schema', 'system', 'errors'];
const prose = ['language', 'documents', 'markdown', typesOf('schema')];
const craft = [
  'language',
  'keywords',
  'documents',
  'reading',
  'markdown',
  'pages',
  'audit',
  'sources',
  'compose',
  'brief',
  'claims',
  'score',
  'optimize',
  'rewrite',
  'model',
  'writing',
  'answers',
];
const below = [...ground, 'config', 'threads', ...craft, 'db', 'net', 'queue', 'webhooks', 'verify', 'crawl', 'providers'];

/** The groups of the product in their order: each may use those before it, through their doors. What they all share stands in `common`. */
const groups = [
  'account',
  'deliveries',
  'knowledge',
  'search-console',
  'site',
  'audits',
  'articles',
  'planning',
  'research',
  'rankings',
  'topics',
  'optimizer',
  'visibility',
  'links',
  'autopilot',
];

/** Who may import whom: the rooms by the beginning of a file's path, the longest match first. A room may always import itself. */
const house: readonly { room: string; at: string; mayImport: readonly string[] }[] = [
  { room: 'schema', at: 'schema/', mayImport: [] },
  { room: 'errors', at: 'src/errors.ts', mayImport: ['schema'] },
  { room: 'system', at: 'src/system.ts', mayImport: ['schema'] },
  { room: 'version', at: 'src/version.ts', mayImport: [] },
  { room: 'config', at: 'src/config.ts', mayImport: ['schema', 'errors'] },
  { room: 'operation', at: 'src/operation.ts', mayImport: ['schema', 'errors'] },
  { room: 'threads', at: 'src/threads/', mayImport: ['system', 'errors'] },
  { room: 'language', at: 'src/language/', mayImport: [] },
  { room: 'keywords', at: 'src/keywords/', mayImport: ['language', 'threads', typesOf('schema')] },
  { room: 'documents', at: 'src/documents/', mayImport: ['language', 'threads'] },
  { room: 'reading', at: 'src/documents/tasks.ts', mayImport: ['threads', 'documents', 'markdown'] },
  { room: 'markdown', at: 'src/markdown/', mayImport: ['language', 'documents'] },
  { room: 'pages', at: 'src/pages/', mayImport: ['language', 'documents', 'threads'] },
  { room: 'audit', at: 'src/audit/', mayImport: ['language', 'documents', 'markdown', 'pages', 'crawl', typesOf('schema')] },
  { room: 'sources', at: 'src/writing/sources/', mayImport: [...prose] },
  { room: 'compose', at: 'src/writing/compose/', mayImport: [...prose, 'sources'] },
  { room: 'brief', at: 'src/writing/brief/', mayImport: [...prose, 'keywords', 'sources', 'compose'] },
  { room: 'claims', at: 'src/writing/claims/', mayImport: [...prose, 'sources', 'compose'] },
  { room: 'score', at: 'src/writing/score/', mayImport: [...prose, 'sources', 'brief', 'claims'] },
  {
    room: 'optimize',
    at: 'src/writing/optimize/',
    mayImport: [...prose, 'keywords', 'pages', 'sources', 'brief', 'claims', 'score'],
  },
  {
    room: 'rewrite',
    at: 'src/writing/rewrite/',
    mayImport: [...prose, 'keywords', 'pages', 'sources', 'compose', 'brief', 'claims', 'score', 'optimize', 'model'],
  },
  { room: 'model', at: 'src/writing/model/', mayImport: [...prose] },
  {
    room: 'writing',
    at: 'src/writing/tasks.ts',
    mayImport: ['threads', 'markdown', 'sources', 'compose', 'brief', 'claims', 'score', 'optimize', 'rewrite'],
  },
  {
    // The group of services has the name `visibility`.
    room: 'answers',
    at: 'src/visibility/',
    mayImport: ['language', 'keywords', 'documents', 'markdown', 'threads', 'crawl', 'net', typesOf('schema')],
  },
  { room: 'db', at: 'src/db/', mayImport: [...ground, 'config'] },
  { room: 'net', at: 'src/net/', mayImport: [...ground, 'config'] },
  { room: 'queue', at: 'src/queue/', mayImport: ['db', 'system', 'errors'] },
  // Receivers run this file alone, without a desk around it.
  { room: 'verify', at: 'src/webhooks/verify.ts', mayImport: [] },
  { room: 'webhooks', at: 'src/webhooks/', mayImport: [...ground, 'net'] },
  { room: 'crawl', at: 'src/crawl/', mayImport: [...ground, 'net', 'language', 'documents', 'markdown'] },
  { room: 'providers', at: 'src/providers/', mayImport: [...ground, 'net', 'language', 'documents', 'markdown', 'threads'] },
  // A key's scope is an operation's scope: the word is declared once.
  { room: 'common', at: 'src/services/common/', mayImport: [...below, typesOf('operation')] },
  ...groups.map((group, index) => ({
    room: group,
    at: `src/services/${group}/`,
    mayImport: [...below, typesOf('operation'), 'common', ...groups.slice(0, index)],
  })),
  { room: 'services', at: 'src/services/index.ts', mayImport: ['common', ...groups] },
  { room: 'jobs', at: 'src/jobs/', mayImport: ['services', 'common', ...groups, 'queue', 'system', 'errors'] },
  { room: 'tools', at: 'tools/', mayImport: ['schema', 'operation', typesOf('services')] },
  { room: 'faces', at: 'src/faces/', mayImport: [...ground, 'config', 'operation'] },
  { room: 'dashboard', at: 'src/dashboard/', mayImport: [...ground, 'config', 'operation'] },
  {
    room: 'app',
    at: 'src/app.ts',
    mayImport: [...below, 'operation', 'version', 'services', 'common', ...groups, 'jobs', 'faces', 'dashboard', 'tools'],
  },
  // Greets a client before the app is loaded.
  {
    room: 'stdio',
    at: 'src/stdio.ts',
    mayImport: [...ground, 'config', 'version', 'operation', 'db', 'net', 'faces', 'tools', 'app', typesOf('services')],
  },
  // A home as files: what is done to them from outside, where no desk need be open.
  { room: 'home', at: 'src/home/', mayImport: [...ground, 'db', 'version', 'app'] },
  // A command shows what the catalogue answers, so it may name those shapes.
  {
    room: 'commands',
    at: 'src/commands/',
    mayImport: [
      'app',
      'stdio',
      'home',
      'faces',
      'config',
      'system',
      'errors',
      'schema',
      'verify',
      typesOf('operation'),
      typesOf('services'),
    ],
  },
  { room: 'main', at: 'src/main.ts', mayImport: ['commands', 'config', 'version'] },
  { room: 'bin', at: 'src/bin.js', mayImport: ['main'] },
  { room: 'index', at: 'src/index.ts', mayImport: ['app', 'errors', 'verify'] },
  { room: 'test', at: 'test/', mayImport: [anything] },
];

/** Packages that belong to certain rooms alone, so that they can be replaced there. */
const packages: Readonly<Record<string, readonly string[]>> = {
  // What a model answers is checked by a shape like what a client asks.
  zod: ['schema', 'tools', 'operation', 'config', 'faces', 'providers'],
  fastify: ['faces', 'dashboard'],
  'better-sqlite3': ['db'],
  kysely: ['db', 'queue', 'common', ...groups],
  undici: ['net'],
  nodemailer: ['providers'],
  'postal-mime': ['providers'],
  'prom-client': ['faces'],
};

/** What is wrong with what these import in a house of `all`, a line each; nothing when all is well. */
export function forbiddenImports(sources: readonly Source[], all = sources): string[] {
  const paths = new Set(all.map(({ path }) => path));
  return sources.flatMap((source) =>
    source.imports.flatMap((one) => {
      const wrong = wrongWith(source.path, one, paths);
      return wrong === null ? [] : [`${place(source, one.at)} ${wrong}`];
    }),
  );
}

function wrongWith(path: string, one: Import, paths: ReadonlySet<string>): string | null {
  const room = roomOf(path);
  if (!room) return 'stands in no room: name it in the table';
  const free = room.mayImport.includes(anything);
  // bin.js picks between the source and the compiled code.
  if (one.specifier === null) return free || room.room === 'bin' ? null : 'imports what is only known at run time';
  if (!one.specifier.startsWith('.')) return free ? wrongInTest(path, one.specifier) : wrongWithPackage(room.room, one.specifier);
  const target = resolve(path, one.specifier);
  if (!paths.has(target)) return `imports ${target}, which is not there`;
  const other = roomOf(target);
  if (!other) return `imports ${target}, which stands in no room`;
  const allowed =
    free || other === room || room.mayImport.includes(other.room) || (one.typeOnly && room.mayImport.includes(typesOf(other.room)));
  if (allowed && !free && isBehindDoor(room.room, other.room, target))
    return `imports ${target} past the door, src/services/${other.room}/index.ts`;
  return allowed ? null : `imports ${target}, but ${room.room} may import ${room.mayImport.join(', ') || 'nothing of ours'}`;
}

/** A group is reached through its `index.ts` only. */
function isBehindDoor(room: string, other: string, target: string): boolean {
  return room !== other && groups.includes(other) && target !== `src/services/${other}/index.ts`;
}

/** Which engine keeps the rows is known to its own tests alone; all others see them through `test/support/rows.ts`. */
function wrongInTest(path: string, specifier: string): string | null {
  return specifier === 'better-sqlite3' && !path.startsWith('test/db/') ? 'imports better-sqlite3, which belongs to test/db' : null;
}

function wrongWithPackage(room: string, specifier: string): string | null {
  if (isBuiltin(specifier)) return specifier.startsWith('node:') ? null : `imports ${specifier} without node:`;
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
  const rooms = packages[name];
  return !rooms || rooms.includes(room) ? null : `imports ${name}, which belongs to ${rooms.join(', ')}`;
}

/** The rooms that hold more than an eighth of the lines of `src`, with how many: such a room is several. */
export function crowded(sources: readonly Source[]): string[] {
  const inside = sources.filter(({ path }) => path.startsWith('src/'));
  const linesOf = (some: readonly Source[]) => some.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0);
  const rooms = Map.groupBy(inside, ({ path }) => roomOf(path)?.room ?? 'none');
  return [...rooms].filter(([, some]) => linesOf(some) > linesOf(inside) / 8).map(([room, some]) => `${room}: ${linesOf(some)} lines`);
}

function roomOf(path: string): (typeof house)[number] | undefined {
  return house.filter(({ at }) => path.startsWith(at)).toSorted((a, b) => b.at.length - a.at.length)[0];
}

function resolve(path: string, specifier: string): string {
  return posix.join(posix.dirname(path), specifier);
}

/**
 * The circles of files that import one another, each as a path from a file back to itself.
 * Types count too: two files that need each other's words are one idea, or lack a third file.
 */
export function cycles(sources: readonly Source[]): string[] {
  const edges = new Map(
    sources.map(({ path, imports }) => [
      path,
      imports.flatMap(({ specifier }) => (specifier?.startsWith('.') ? [resolve(path, specifier)] : [])),
    ]),
  );
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) found.push([...trail.slice(trail.indexOf(path)), path].join(' → '));
    else if (!done.has(path)) {
      for (const target of edges.get(path) ?? []) visit(target, [...trail, path]);
      done.add(path);
    }
  };
  for (const path of edges.keys()) visit(path, []);
  return found;
}
