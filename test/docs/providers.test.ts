import { expect, test } from 'vitest';
import { batchSize } from '../../src/providers/embeddings/embeddings.ts';
import { maxKeywords, pageSize } from '../../src/providers/keyword-data/dataforseo.ts';
import { read } from './table-of.ts';

test('the docs say what is one call', () => {
  const page = read('docs/configuration.md');
  expect(page).toContain(`up to ${batchSize} texts`);
  expect(page).toContain(`up to ${maxKeywords} keywords of DataForSEO, or ${pageSize.toLocaleString('en')} that`);
});
