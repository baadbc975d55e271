import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clusterByResults, clusterByVectors, clusterLexically, maxVectors, type Cluster } from '../../src/keywords/clusters.ts';
import { intentOf } from '../../src/keywords/intent.ts';
import { mergeSame } from '../../src/keywords/merge.ts';
import { normalise } from '../../src/language/tokens.ts';

const word = fc.constantFrom('bread', 'starter', 'feed', 'buy', 'how', 'to', 'sourdough', 'oven', 'the', '🥖', 'хлеб', 'パン', 'ص');
const keyword = fc.oneof(
  fc.array(word, { maxLength: 5 }).map((words) => words.join(' ')),
  fc.string({ unit: 'binary', maxLength: 40 }),
);
const keywords = fc.array(keyword, { maxLength: 40 });
const clustersOf = (list: readonly string[]) =>
  clusterLexically(
    list.map((one) => ({ keyword: one })),
    'en',
  );
const groupsOf = (clusters: readonly Cluster[]) => clusters.map((cluster) => cluster.keywords);

test('each keyword stands in one cluster, and the cluster is named after one of its own', async () => {
  await fc.assert(
    fc.asyncProperty(keywords, async (list) => {
      const clusters = await clustersOf(list);
      const distinct = new Set(list.map(normalise));
      expect(groupsOf(clusters).flat().map(normalise).toSorted()).toEqual([...distinct].toSorted());
      for (const { label, keywords: own } of clusters) expect(own).toContain(label);
    }),
  );
});

test('in whatever order they are given, the clusters are the same', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(keyword, { maxLength: 30, selector: normalise }), async (list) => {
      expect(await clustersOf(list.toReversed())).toEqual(await clustersOf(list));
    }),
  );
});

test('what was merged merges no further, and nothing is lost', async () => {
  await fc.assert(
    fc.asyncProperty(keywords, async (list) => {
      const { kept, merged } = await mergeSame(list, 'en');
      expect(await mergeSame(kept, 'en')).toEqual({ kept, merged: [] });
      expect([...kept, ...merged.map((one) => one.keyword)].toSorted()).toEqual(list.toSorted());
      for (const { into } of merged) expect(kept).toContain(into);
    }),
  );
});

test('plural, articles and order make no other keyword, and a negation does', async () => {
  const list = ['hiking boots', 'boots for hiking', 'the hiking boot', 'Hiking Boots', 'hiking without boots'];
  expect(await mergeSame(list, 'en')).toEqual({
    kept: ['hiking boots', 'boots for hiking', 'hiking without boots'],
    merged: [
      { keyword: 'the hiking boot', into: 'hiking boots' },
      { keyword: 'Hiking Boots', into: 'hiking boots' },
    ],
  });
});

test.each([
  ['nothing', []],
  ['an empty keyword', ['']],
  ['a thousand letters', ['x'.repeat(1000), 'how to '.repeat(140)]],
  ['stop words alone', ['the', 'of the', 'to be or not to be']],
  ['what only looks different', Array.from({ length: 10_000 }, (_, at) => (at % 2 ? 'Running Shoes' : 'running  shoes'))],
  ['controls and directions', ['\u0000\u202Eabc', '\u200Bbread', 'a\u0301']],
])('takes %s', async (_, list) => {
  const clusters = await clustersOf(list);
  expect(groupsOf(clusters).flat().length).toBe(new Set(list.map(normalise)).size);
  for (const one of list.slice(0, 3)) expect(intentOf(one, { language: 'xx' }).confidence).toBeLessThanOrEqual(1);
});

test('what can be done with anything joins nothing alone', async () => {
  const list = ['improving colors', 'improving composition', 'adding text', 'adding a border', 'how to use layers', 'using layers'];
  expect(groupsOf(await clustersOf(list)).filter(({ length }) => length > 1)).toEqual([['using layers', 'how to use layers']]);
});

test('what differs only by what can be done with anything is one page', async () => {
  const kinds = [
    'customs duty',
    'insurance claims',
    'weight limits',
    'locker stations',
    'wrapping paper',
    'return labels',
    'opening hours',
    'lost items',
    'signed delivery',
  ];
  const list = [
    'parcels',
    'tracking parcels',
    'tracking of time',
    'how to improve parcels',
    'parcels performance',
    'parcels change',
    ...kinds.map((kind) => `parcels ${kind}`),
  ];
  const together = groupsOf(await clustersOf(list)).filter(({ length }) => length > 1);
  expect(together).toEqual([['parcels', 'tracking parcels', 'how to improve parcels']]);
});

test('buying and knowing are two pages', async () => {
  const list = ['buy sourdough starter', 'sourdough starter for sale', 'how to feed a starter', 'feed starter'];
  const groups = groupsOf(await clustersOf(list)).map((group) => group.toSorted());
  expect(groups).toContainEqual(['feed starter', 'how to feed a starter']);
  expect(groups.find((group) => group.includes('buy sourdough starter'))).not.toContain('feed starter');
});

describe('by their results', () => {
  const urls = (...numbers: number[]) => numbers.map((number) => `https://example.com/${number}`);

  test('keywords that share three of ten belong together, without a chain from one to the next', async () => {
    const clusters = await clusterByResults([
      { keyword: 'a', weight: 9, urls: urls(1, 2, 3, 4, 5) },
      { keyword: 'b', weight: 5, urls: urls(3, 4, 5, 6, 7, 8) },
      { keyword: 'c', weight: 1, urls: urls(6, 7, 8, 9) },
      { keyword: 'd', weight: 1, urls: urls(1, 2, 10) },
    ]);
    expect(groupsOf(clusters)).toEqual([['a', 'b'], ['c'], ['d']]);
    expect(clusters[0]).toMatchObject({ label: 'a', method: 'results' });
  });

  test('what comes after the tenth is not looked at', async () => {
    const far = [...Array.from({ length: 10 }, (_, at) => `https://other.example/${at}`), ...urls(1, 2, 3)];
    const clusters = await clusterByResults([
      { keyword: 'a', urls: urls(1, 2, 3) },
      { keyword: 'b', urls: far },
    ]);
    expect(clusters).toHaveLength(2);
  });
});

describe('by their vectors', () => {
  const vector = (...numbers: number[]) => Float32Array.from(numbers);

  test('near ones belong together, whatever their length', async () => {
    const clusters = await clusterByVectors([
      { keyword: 'car', weight: 3, vector: vector(1, 0.1, 0) },
      { keyword: 'automobile', weight: 1, vector: vector(10, 1.2, 0) },
      { keyword: 'bread', weight: 2, vector: vector(0, 0.1, 1) },
    ]);
    expect(groupsOf(clusters)).toEqual([['car', 'automobile'], ['bread']]);
  });

  test('more than can be compared are refused', async () => {
    const many = Array.from({ length: maxVectors + 1 }, (_, at) => ({ keyword: String(at), vector: vector(1) }));
    await expect(clusterByVectors(many)).rejects.toThrow(RangeError);
  });
});
