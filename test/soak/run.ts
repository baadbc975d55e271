// npm run soak [tiny] [name] [rounds]: one JSON line of what was found; the exit code is 1 where something was lost or wrong.
import { runNamed } from '../bench/run-named.ts';

// In small two run at a time: the longest comes first.
const known = ['research', 'stall', 'hostile', 'crash', 'full-disk'];
const soak = { word: 'soak', folder: new URL(import.meta.url), known, maxSeconds: { tiny: 90, full: 1800 } };
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
process.exitCode = await runNamed(soak, process.argv.slice(2));
