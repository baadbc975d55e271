// npm run soak <name> [rounds]: one JSON line of what was found; the exit code is 1 where something was lost or wrong.
const known = ['crash', 'full-disk', 'stall'];
const [name = '', ...args] = process.argv.slice(2);
if (!known.includes(name)) {
  console.error(`There is no soak ${name}. Known: ${known.join(', ')}.`);
  process.exit(2);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const { soak } = (await import(`./${name}.ts`)) as { soak(args: readonly string[]): Promise<{ passed: boolean }> };
const found = await soak(args);
console.log(JSON.stringify({ soak: name, ...found }));
process.exit(found.passed ? 0 : 1);
