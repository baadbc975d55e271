import { normalise, tidy } from '../../language/tokens.ts';
import type { BriefRequest } from './shapes.ts';

export const maxHeadings = 20;
const maxHeadingLength = 120;

/** The user's headings without repeats; "### …" is one of level 3. */
export function wantedHeadings(outline: BriefRequest['outline']): { heading: string; level: number }[] {
  const found = (outline ?? []).map((line) => {
    const [, marks, text] = /^\s*(#*)\s*([\s\S]*)$/.exec(line)!;
    const heading = tidy(text!).slice(0, maxHeadingLength).toWellFormed();
    return { heading, level: marks!.length >= 3 ? (3 as const) : (2 as const) };
  });
  const keys = found.map(({ heading }) => normalise(heading));
  return found.filter((_, index) => keys[index] && keys.indexOf(keys[index]) === index).slice(0, maxHeadings);
}
