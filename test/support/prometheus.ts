export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

interface Family {
  type: string;
  help: string;
  samples: Sample[];
}

const metricName = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;

/**
 * Reads Prometheus' text format as strictly as its own checker does: every family has one HELP and one TYPE before its samples and stands in one
 * piece, no series comes twice, counters end in `_total`, and a histogram's buckets grow up to its count. Throws with the line that is wrong.
 */
export function parseMetrics(text: string): Map<string, Family> {
  if (!text.endsWith('\n')) throw new Error('The last line does not end.');
  const families = new Map<string, Family>();
  const seen = new Set<string>();
  let current: [name: string, family: Family] | undefined;
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const wrong = (why: string) => new Error(`${why}: ${line}`);
    const [, word, name, rest] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? [];
    if (word === 'HELP') {
      if (!metricName.test(name!) || families.has(name!)) throw wrong('A family without a proper name of its own');
      current = [name!, { type: '', help: rest!, samples: [] }];
      families.set(...current);
    } else if (word === 'TYPE') {
      if (current?.[0] !== name || current![1].type !== '') throw wrong('A type that follows no help');
      if (!['counter', 'gauge', 'histogram'].includes(rest!)) throw wrong('An unknown type');
      if ((rest === 'counter') !== name!.endsWith('_total')) throw wrong('Counters, and only they, end in _total');
      current![1].type = rest!;
    } else {
      const sample = sampleOf(line);
      if (!current || current[1].type === '' || !namesOf(...current).includes(sample.name))
        throw wrong('A sample of no family, or of another');
      const series = `${sample.name} ${JSON.stringify(Object.entries(sample.labels).toSorted())}`;
      if (seen.has(series)) throw wrong('A series that came before');
      seen.add(series);
      current[1].samples.push(sample);
    }
  }
  for (const [name, { type, samples }] of families) if (type === 'histogram') checkHistogram(name, samples);
  return families;
}

function namesOf(name: string, { type }: Family): string[] {
  return type === 'histogram' ? ['_bucket', '_sum', '_count'].map((part) => name + part) : [name];
}

function sampleOf(line: string): Sample {
  const [, name, labels = '', value] = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
  const parts = [...labels.matchAll(/([a-zA-Z_]\w*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/g)];
  if (name === undefined || parts.map(([whole]) => whole).join('') !== labels) throw new Error(`No sample: ${line}`);
  if (!/^([+-]Inf|NaN|-?\d+(\.\d+)?(e[+-]?\d+)?)$/.test(value!)) throw new Error(`No number: ${line}`);
  return { name, labels: Object.fromEntries(parts.map(([, label, text]) => [label!, text!])), value: Number(value) };
}

function checkHistogram(name: string, samples: readonly Sample[]): void {
  const seriesOf = ({ labels: { le: _le, ...labels } }: Sample) => JSON.stringify(labels);
  for (const series of Map.groupBy(samples, seriesOf).values()) {
    const buckets = series.filter((sample) => sample.name === `${name}_bucket`);
    const count = series.find((sample) => sample.name === `${name}_count`)?.value;
    const grow = buckets.every(({ value }, index) => index === 0 || value >= buckets[index - 1]!.value);
    if (!grow || buckets.at(-1)?.labels['le'] !== '+Inf' || buckets.at(-1)?.value !== count) throw new Error(`${name} is no histogram.`);
  }
}
