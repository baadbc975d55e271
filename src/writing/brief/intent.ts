import { intentOf as judge } from '../../keywords/intent.ts';
import type { IntentLabel } from '../../keywords/intent-words.ts';
import type { CompetingPage } from '../../../schema/drafts.ts';
import type { BriefRequest, Intent } from './shapes.ts';

/** Words of who chooses among products. Without them in the sources, "A vs B" sets two things side by side that nobody buys. */
const choosing =
  /(?<!\p{L})(?:prices?|priced|pricing|buy|buyers?|cheaper|subscriptions?|licen[cs]es?|vendors?|products?|preise?|kauf\p{L}*|produkte?|lizenz\p{L}*|prix|achat|acheter|produits?|licences?|precios?|compra\p{L}*|productos?|licencias?)(?!\p{L})/iu;
const minChoosing = 0.1;

interface Evidence {
  /** Text of the sources. */
  texts: readonly string[];
  competing: readonly CompetingPage[];
}

/**
 * What the searcher wants: told by the keyword's words, else by those of most competing pages' titles, else by nothing. Then most searches are
 * informational, and the confidence is low.
 */
export function intentOf(
  { keyword, language = null, brandTerms }: Pick<BriefRequest, 'keyword' | 'language' | 'brandTerms'>,
  evidence: Evidence,
): Intent {
  const { label, confidence, evidence: words } = judge(keyword, { language, brandTerms });
  if (words.length > 0 && !isBareComparison(keyword, label, evidence.texts)) return { type: label, confidence, method: 'lexical' };
  const told = evidence.competing.map(({ title }) => judge(title, { language })).filter((page) => page.evidence.length > 0);
  const common = sellers.find((type) => told.filter((page) => page.label === type).length >= Math.max(2, evidence.competing.length / 2));
  if (common) return { type: common, confidence: 0.6, method: 'headings' };
  return { type: 'informational', confidence: 0.4, method: 'none' };
}

/** The rarer first: in titles that tell several, the rarer is meant. */
const sellers = ['navigational', 'transactional', 'commercial'] as const;

function isBareComparison(keyword: string, label: IntentLabel, sources: readonly string[]): boolean {
  if (label !== 'commercial' || !/ (?:vs|versus) /i.test(keyword) || sources.length === 0) return false;
  return sources.filter((source) => choosing.test(source)).length < minChoosing * sources.length;
}
