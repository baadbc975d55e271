import { keywordKey } from '../language/same-keyword.ts';

export interface Merged {
  /** One of each, in the order given. */
  kept: string[];
  /** Those that say the same as one that was kept. */
  merged: { keyword: string; into: string }[];
}

/** Keeps of keywords that are the same but for case, accents, plural, articles and word order (`keywordKey`) the first. `turn` is awaited between steps. */
export async function mergeSame(keywords: readonly string[], language: string, turn?: () => Promise<void>): Promise<Merged> {
  const kept = new Map<string, string>();
  const merged: Merged['merged'] = [];
  for (const keyword of keywords) {
    const key = keywordKey(keyword, language);
    const into = kept.get(key);
    if (into === undefined) kept.set(key, keyword);
    else merged.push({ keyword, into });
    await turn?.();
  }
  return { kept: [...kept.values()], merged };
}
