// npm run bench [name]: every bench is a comparison in one run; one JSON line each.
const known = [
  'batch',
  'calls',
  'compose',
  'deliveries',
  'deliveries-size',
  'fairness',
  'ingest',
  'rest',
  'search',
  'start',
  'store',
  'write',
];
const [name] = process.argv.slice(2);
if (name !== undefined && !known.includes(name)) {
  console.error(`There is no bench ${name}. Known: ${known.join(', ')}.`);
  process.exit(2);
}
for (const one of name === undefined ? known : [name]) {
  const { bench } = (await import(`./${one}.ts`)) as { bench(): Promise<object> };
  console.log(JSON.stringify({ bench: one, ...(await bench()) }));
}
