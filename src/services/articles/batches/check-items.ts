import type { NewBatch } from '../../../../schema/article-request.ts';
import type { Refused } from '../../../../schema/common.ts';
import { AppError, toAppError } from '../../../errors.ts';
import type { SourceCheck } from '../writing/research.ts';

type Item = NewBatch['items'][number];

const maxErrorsOfItem = 3;

/**
 * Parts the items whose sources are none from the others, as those that are no valid requests have been already: `refused` says where they
 * stood. Throws where the defaults name such sources, or where no item is left.
 */
export function checkItems(
  { items, defaults }: Pick<NewBatch, 'items' | 'defaults'>,
  refused: readonly Refused[],
  check: SourceCheck,
): { items: Item[]; refused: Refused[] } {
  named('/defaults', () => check({ sources: defaults?.sources ?? [] }));
  const before = new Map(refused.map((one) => [one.index, one]));
  const right: Item[] = [];
  const wrong: Refused[] = [];
  let index = 0;
  for (const item of items) {
    while (before.has(index)) index++;
    try {
      named(`/items/${index}`, () => check({ sources: item.sources ?? [] }));
      right.push(item);
    } catch (thrown) {
      const { errors } = toAppError(thrown);
      if (!errors) throw thrown;
      wrong.push({ index, errors: errors.slice(0, maxErrorsOfItem) });
      if (right.length === 0 && wrong.length === items.length) throw thrown;
    }
    index++;
  }
  return { items: right, refused: [...refused, ...wrong].toSorted((a, b) => a.index - b.index) };
}

/** Errors' pointers begin with that of the request they are about. */
function named(pointer: string, check: () => void): void {
  try {
    check();
  } catch (thrown) {
    const { code, message, hint, errors } = toAppError(thrown);
    if (!errors) throw thrown;
    throw new AppError(code, message, { hint, errors: errors.map((error) => ({ ...error, pointer: pointer + error.pointer })) });
  }
}
