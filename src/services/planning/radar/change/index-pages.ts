import { normalise } from '../../../../language/tokens.ts';
import type { PageFacts } from '../../../../pages/page-facts.ts';
import { namesIn } from '../../../common/index-page.ts';
import type { Line } from './lines.ts';

/** What an index page says itself: the lines before the first piece that it lists. */
export function linesBeforeList(lines: readonly Line[], url: string, facts: PageFacts): Line[] {
  const names = new Set(namesIn(url, facts));
  const first = lines.findIndex(({ text }) => names.has(normalise(text)));
  return first === -1 ? [] : lines.slice(0, first);
}
