import { realpathSync } from 'node:fs';
import { copydesk, readConfig } from '../config.ts';
import type { GlobalFlags } from './desk.ts';
import { realFolder } from './documents.ts';
import { note, printJson, UsageError } from './terminal.ts';

interface Client {
  where: string;
  wrap(entry: Record<string, unknown>): Record<string, unknown>;
}

const mcpServers = (entry: Record<string, unknown>) => ({ mcpServers: { copydesk: entry } });

const clients = new Map<string, Client>(
  Object.entries({
    'claude-desktop': { where: 'Settings → Developer → Edit Config (claude_desktop_config.json)', wrap: mcpServers },
    'claude-code': { where: '.mcp.json at the top of your project', wrap: mcpServers },
    cursor: { where: '~/.cursor/mcp.json', wrap: mcpServers },
    windsurf: { where: '~/.codeium/windsurf/mcp_config.json', wrap: mcpServers },
    vscode: {
      where: '.vscode/mcp.json',
      wrap: (entry) => ({ servers: { copydesk: { type: 'url' in entry ? 'http' : 'stdio', ...entry } } }),
    },
    zed: { where: 'settings.json', wrap: (entry) => ({ context_servers: { copydesk: { source: 'custom', ...entry } } }) },
    generic: { where: 'the MCP configuration of your client', wrap: mcpServers },
  }),
);

/** Prints a configuration that works as it is: with absolute paths, because a client may have another Node, or no `copydesk`, on its path. */
export function printConfig(name: string, flags: GlobalFlags & { http?: boolean; files?: string[] }): void {
  const client = clients.get(name);
  if (!client) throw new UsageError(`There is no client ${name}. Known: ${[...clients.keys()].join(', ')}.`);
  if (flags.http && flags.files) throw new UsageError('--files needs a desk that the client starts itself: leave out --http.');
  const config = readConfig({ home: flags.home });
  const entry = flags.http
    ? { type: 'http', url: `${config.publicUrl}/mcp`, headers: { Authorization: 'Bearer <API_KEY>' } }
    : stdioEntry(config.home === readConfig({}, {}).home ? undefined : config.home, flags.files?.map(realFolder));
  if (!flags.json) {
    note(`Put this into ${client.where}:`);
    if (flags.http) note(`Start the desk with "${copydesk} serve", and replace <API_KEY> by the key that "${copydesk} keys create" shows.`);
  }
  printJson(client.wrap(entry));
}

/** An agent client starts the desk with its own environment, so a home other than the default must be named. */
function stdioEntry(home: string | undefined, folders: readonly string[] = []): Record<string, unknown> {
  const env = home === undefined ? {} : { env: { COPYDESK_HOME: home } };
  return {
    command: process.execPath,
    args: [realpathSync(process.argv[1]!), 'stdio', ...folders.flatMap((folder) => ['--files', folder])],
    ...env,
  };
}
