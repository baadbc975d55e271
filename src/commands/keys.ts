import { copydesk } from '../config.ts';
import type { Services } from '../services/index.ts';
import type { Scope } from '../operation.ts';
import { withDesk, type GlobalFlags } from './desk.ts';
import { note, print, printJson } from './terminal.ts';

/** Only the key itself goes to stdout, so that it can be piped. */
export async function createKey({ json, scope, name, ...flags }: GlobalFlags & { scope: Scope; name: string }): Promise<void> {
  const made = await withDesk(flags, {}, ({ services }) => services.keys.create({ name, scope }));
  if (json) return printJson(made);
  note(
    `${made.id} may ${scope === 'read' ? 'read' : scope === 'write' ? 'read and write' : 'do everything'}. It is shown once, keep it safe:`,
  );
  print(made.key);
}

export async function listKeys({ json, ...flags }: GlobalFlags): Promise<void> {
  const keys = await withDesk(flags, {}, ({ services }) => services.keys.list());
  if (json) return printJson(keys);
  if (keys.length === 0) return note(`There is no API key. Make one with: ${copydesk} keys create`);
  for (const key of keys) print(lineOf(key));
}

export async function revokeKey(id: string, { json, ...flags }: GlobalFlags): Promise<void> {
  const key = await withDesk(flags, {}, ({ services }) => services.keys.revoke(id));
  if (json) printJson(key);
  else print(`${key.id} is revoked.`);
}

type ApiKey = Awaited<ReturnType<Services['keys']['list']>>[number];

function lineOf(key: ApiKey): string {
  const state = key.revokedAt ? `revoked ${key.revokedAt}` : key.lastUsedAt ? `last used ${key.lastUsedAt}` : 'never used';
  return [key.id, `${key.prefix}…`, key.scope.padEnd(5), state, key.name].join('  ');
}
