import type { QualityFlag } from '../../../schema/articles.ts';
import type { CheckCode, Complaint, Flag } from './catalogue.ts';
import { clipAtWord } from '../../language/slug.ts';

/** Of a flag that is no gate. */
const maxAdvice = 300;

export function gatesIn(quality: readonly QualityFlag[]): QualityFlag[] {
  return quality.filter(({ gate }) => gate);
}

/** A single complaint of a flag. */
export interface Objection extends Complaint {
  code: CheckCode;
  gate: boolean;
  /** How many complaints of this code are about the same before this one. */
  repeats: number;
}

export function objectionsIn(flags: readonly Flag[]): Objection[] {
  const seen = new Map<string, number>();
  return flags.flatMap(({ code, gate, complaints }) =>
    complaints.map((complaint) => {
      const key = `${code} ${complaint.about}`;
      const repeats = seen.get(key) ?? 0;
      seen.set(key, repeats + 1);
      return { ...complaint, code, gate, repeats };
    }),
  );
}

/** What gates object to that is new since the text before, or worse: what an edit leaves as it is does not hold it up. */
export function worseThan(before: readonly Objection[], now: readonly Objection[]): Objection[] {
  return now.filter(({ gate, ...objection }) => gate && !before.some((old) => covers(old, objection)));
}

function covers(old: Objection, { code, about, repeats, amounts }: Omit<Objection, 'gate'>): boolean {
  if (old.code !== code || old.about !== about || old.repeats !== repeats) return false;
  return amounts.some((amount, index) => amount <= old.amounts[index]!);
}

/** Gates first, with all that they object to; the other flags shortened, where a "…" says so. */
export function shortened(quality: readonly QualityFlag[]): QualityFlag[] {
  const advice = quality.filter(({ gate }) => !gate);
  const cut = (detail: string) => (detail.length > maxAdvice ? `${clipAtWord(detail, maxAdvice)} …` : detail);
  return [...gatesIn(quality), ...advice.map((flag) => ({ ...flag, detail: cut(flag.detail) }))];
}
