import { place, type Source } from './source.ts';

/** One door of the house: what goes through it, and who holds the key. */
interface Door {
  name: string;
  /** Mentions that go through it; `console` stands for all of `console.…`. */
  mentions: readonly string[];
  /** Modules that go through it: all of one, or the names in brackets. */
  modules: Readonly<Record<string, 'all' | readonly string[]>>;
  /** Where it may be used, by the beginning of the path, with the reason. */
  open: Readonly<Record<string, string>>;
}

const sockets = {
  'src/system.ts': 'the door itself',
  'src/net/': 'the only way out',
  'src/faces/http': 'a server',
  'src/commands/listen.ts': 'a server, for trying webhooks',
  'src/commands/search-console/callback.ts': 'a server, for the browser that comes back from Google',
  'src/commands/doctor/port.ts': 'tries whether the port is free, and asks who has it',
};

const doors: readonly Door[] = [
  {
    name: 'the environment',
    mentions: ['process.env'],
    modules: { 'node:process': 'all' },
    open: { 'src/config.ts': 'reads it once' },
  },
  {
    name: 'the clock',
    mentions: ['Date.now', 'new Date()', 'performance.now', 'process.hrtime'],
    modules: { 'node:perf_hooks': 'all' },
    open: {
      'src/system.ts': 'the door itself',
      'src/net/': 'measures how long a real socket took',
      'src/webhooks/verify.ts': 'stands alone at receivers, who have no System',
      'src/webhooks/sender-thread.ts': 'a thread without a System',
    },
  },
  {
    name: 'timers',
    mentions: ['setTimeout', 'setInterval', 'setImmediate', 'AbortSignal.timeout'],
    modules: { 'node:timers': 'all', 'node:timers/promises': 'all' },
    open: {
      'src/system.ts': 'the door itself',
      'src/net/': 'deadlines of real sockets stay real',
      'src/faces/http/client-errors.ts': 'so do those of requests',
      'src/threads/child.ts': 'a process without a System',
      'src/webhooks/sender-thread.ts': 'a thread without a System',
    },
  },
  {
    name: 'chance',
    mentions: ['Math.random', 'crypto.randomBytes', 'crypto.randomUUID', 'crypto.randomInt', 'crypto.getRandomValues'],
    modules: {
      'node:crypto': [
        'randomBytes',
        'randomUUID',
        'randomInt',
        'randomFill',
        'randomFillSync',
        'getRandomValues',
        'webcrypto',
        'default',
        '*',
      ],
    },
    open: { 'src/system.ts': 'the door itself' },
  },
  {
    name: 'the network',
    mentions: ['fetch', 'WebSocket', 'EventSource'],
    modules: Object.fromEntries(
      ['net', 'http', 'https', 'http2', 'tls', 'dgram', 'dns', 'dns/promises'].map((name) => [`node:${name}`, 'all' as const]),
    ),
    open: sockets,
  },
  {
    name: 'the console',
    mentions: ['console'],
    modules: { 'node:console': 'all' },
    open: {},
  },
];

/** What goes past the doors, a line each. Imports of types alone go nowhere. */
export function outsideTheDoors(sources: readonly Source[]): string[] {
  return sources.flatMap((source) =>
    doors.filter(({ open }) => !Object.keys(open).some((at) => source.path.startsWith(at))).flatMap((door) => past(door, source)),
  );
}

function past(door: Door, source: Source): string[] {
  const mentions = source.mentions.filter(({ name }) => door.mentions.includes(name));
  const imports = source.imports.filter(({ specifier, names, typeOnly }) => {
    const taken = specifier === null ? undefined : door.modules[specifier];
    // A module loaded as a whole, by `import()` or `require()`, gives every name.
    return taken && !typeOnly && (taken === 'all' || names.length === 0 || names.some((name) => taken.includes(name)));
  });
  return [...mentions.map(({ name, at }) => ({ what: name, at })), ...imports.map(({ specifier, at }) => ({ what: specifier, at }))].map(
    ({ what, at }) => `${place(source, at)} reaches for ${door.name} by ${what}`,
  );
}
