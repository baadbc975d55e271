import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface LabelledPair {
  language: string;
  /** The evidence, numbered from 1. */
  passages: string[];
  claim: string;
  /** `paraphrase` and `quotation` of what is true; else the kind of lie. */
  kind: string;
  /** Of a lie: in the words of its source, or in its own. */
  wording: 'source' | 'free' | null;
  isTrue: boolean;
}

/** Pairs that the rules were made on. */
const pairsFolder = fileURLToPath(new URL('pairs', import.meta.url));

const labelled = /^ {2}(?:= \((?<kind>\w+)\)|! \((?<lie>\w+), (?<wording>source|free)\)) (?<claim>.+)$/;

/**
 * "[en] passage", "+ a further passage", "  = (paraphrase) a true claim", "  = (quotation) …", "  ! (negation, source) a lie in its source's
 * words", "  ! (negation, free) one in words of its own", "# a remark". Throws at any other line.
 */
export function readPairs(folder = pairsFolder): LabelledPair[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.txt'));
  return files.toSorted().flatMap((name) => pairsIn(readFileSync(join(folder, name), 'utf8')));
}

function pairsIn(text: string): LabelledPair[] {
  const pairs: LabelledPair[] = [];
  let language = '';
  let passages: string[] = [];
  for (const line of text.split('\n')) {
    const opening = /^\[(\w\w)\] (.+)$/.exec(line);
    const { kind, lie, wording, claim } = labelled.exec(line)?.groups ?? {};
    if (opening) [language, passages] = [opening[1]!, [opening[2]!]];
    else if (line.startsWith('+ ')) passages = [...passages, line.slice(2)];
    else if (claim) {
      const words = wording === 'source' || wording === 'free' ? wording : null;
      pairs.push({ language, passages, claim, kind: kind ?? lie!, wording: words, isTrue: kind !== undefined });
    } else if (line.trim() && !line.startsWith('#')) throw new Error(`Not a labelled pair: ${line}`);
  }
  return pairs;
}
