import { catalogue as tools } from '../../tools/index.ts';
import { catalogue as one, type BenchCatalogue } from './calls-thing.ts';

/** The product's own tools, so that a listing is as long as it is, and one more, so that what is measured is not their work. */
export const catalogue = { ...one, groups: [...tools, ...one.groups] } as BenchCatalogue<never>;
