import { readFileSync } from 'node:fs';

export interface LabelledPair {
  language: string;
  claim: string;
  passages: string[];
  supported: boolean;
}

/** "[en] passage", "+ a further passage", "= a claim they support", "! a claim they do not"; other lines are remarks. */
function read(name: string): LabelledPair[] {
  const pairs: LabelledPair[] = [];
  let language = '';
  let passages: string[] = [];
  for (const line of readFileSync(new URL(name, import.meta.url), 'utf8').split('\n')) {
    const opening = /^\[(\w\w)\] (.+)$/.exec(line);
    const claim = /^ {2}([=!]) (.+)$/.exec(line);
    if (opening) [language, passages] = [opening[1]!, [opening[2]!]];
    else if (line.startsWith('+ ')) passages = [...passages, line.slice(2)];
    else if (claim) pairs.push({ language, passages, claim: claim[2]!, supported: claim[1] === '=' });
  }
  return pairs;
}

/** The pairs on which the threshold was chosen. */
export const labelledPairs = read('labelled-pairs.txt');
/** Pairs not used for any choice. */
export const unseenPairs = read('unseen-pairs.txt');
