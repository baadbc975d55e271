import type { QualityFlag } from '../../../schema/articles.ts';
import { clipAtWord } from '../../language/slug.ts';

/** Of a flag that is no gate. */
const maxAdvice = 200;

export function gatesIn(quality: readonly QualityFlag[]): QualityFlag[] {
  return quality.filter(({ gate }) => gate);
}

/** The gates that object to a change: not those that objected to the same before, so that a slip can be mended apart from them. */
export function objectionsTo(quality: readonly QualityFlag[], before: readonly QualityFlag[]): QualityFlag[] {
  return gatesIn(quality).filter(({ code, detail }) => !before.some((flag) => flag.code === code && flag.detail === detail));
}

/** Gates first, with all that they object to; the other flags shortened. */
export function shortened(quality: readonly QualityFlag[]): QualityFlag[] {
  const advice = quality.filter(({ gate }) => !gate);
  return [...gatesIn(quality), ...advice.map((flag) => ({ ...flag, detail: clipAtWord(flag.detail, maxAdvice) }))];
}
