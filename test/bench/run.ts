// npm run bench [tiny] [name]: every bench is a comparison in one run; one JSON line each.
import { codeOf } from './figure-code.ts';
import { runNamed } from './run-named.ts';

const known = Object.keys(codeOf);
const bench = { word: 'bench', folder: new URL(import.meta.url), known, maxSeconds: { tiny: 60, full: 1800 } };
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
process.exitCode = await runNamed(bench, process.argv.slice(2));
