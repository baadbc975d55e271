import { existsSync, readFileSync } from 'node:fs';

/** The package's version; its manifest is one folder up in a checkout and two in the published package. */
export const version: string = readVersion();

function readVersion(): string {
  const manifest = ['../package.json', '../../package.json'].map((path) => new URL(path, import.meta.url)).find((url) => existsSync(url));
  return (JSON.parse(readFileSync(manifest!, 'utf8')) as { version: string }).version;
}
