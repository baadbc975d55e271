import { createCopydesk } from '../app.ts';
import { copydesk, type Config } from '../config.ts';
import type { GlobalFlags } from './desk.ts';
import { untilStopped } from './interrupts.ts';
import { note, print, wholeNumber } from './terminal.ts';

interface ServeFlags extends GlobalFlags {
  host?: string;
  port?: string;
  publicUrl?: string;
  readOnly?: boolean;
  agentsMaySend?: boolean;
}

/** Serves until SIGINT or SIGTERM, then lets running work finish. */
export async function serve({ json, port, ...flags }: ServeFlags): Promise<void> {
  const desk = await createCopydesk({ ...flags, port: port === undefined ? undefined : wholeNumber('--port', port, 0, 65_535) });
  try {
    const { url } = await desk.listen();
    if (json)
      print(JSON.stringify({ url, mcp: `${url}/mcp`, rest: `${url}/api/v1`, openapi: `${url}/api/openapi.json`, home: desk.config.home }));
    note(`Copydesk listens on ${url}`);
    note(`  MCP      ${url}/mcp`);
    note(`  REST     ${url}/api/v1`);
    note(`  OpenAPI  ${url}/api/openapi.json`);
    note(`  home     ${desk.config.home}`);
    if (desk.config.production) note(productionLine(desk.config));
    const keys = await desk.services.keys.list();
    if (!keys.some((key) => key.revokedAt === null)) note(`There is no API key yet. Make one with: ${copydesk} keys create`);
    await untilStopped();
    note('Finishing what is under way …');
  } finally {
    await desk.close();
  }
}

function productionLine({ allowedNetworks }: Config): string {
  const except = allowedNetworks.length > 0 ? ` except in ${allowedNetworks.join(', ')}` : '';
  return `In production: webhooks need https, private addresses are refused${except}.`;
}
