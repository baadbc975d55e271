#!/usr/bin/env node
// Plain JavaScript, so that a Node too old for the rest can still say so.
import { existsSync } from 'node:fs';
import module from 'node:module';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(`copydesk needs Node 22.19 or newer; this is ${process.version}.\n`);
  process.exit(1);
}
// Keeps compiled code between starts: an agent client starts this process anew for every conversation.
module.enableCompileCache?.();
const source = new URL('./main.ts', import.meta.url);
const { main } = await import(existsSync(source) ? source.href : new URL('../dist/src/main.js', import.meta.url).href);
await main(process.argv);
