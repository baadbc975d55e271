import { normalise } from '../../language/tokens.ts';
import { keywordShare, type Topic } from '../sources/topic.ts';
import { candidateWords, compareSources, sameName, type Candidate, type SourceReading, type UsablePassage } from '../sources/candidates.ts';
import { clusterPassages, minSectionWords, type Cluster } from './clusters.ts';
import type { Definition } from './definitions.ts';
import { headingPath, questionOf } from '../sources/headings.ts';
import { summaryOf, commonStage, nameSection, paragraphsOf, stageOf, withoutEntries, type Naming, type Section } from './sections.ts';
import type { Selection } from './selection.ts';
import type { ComposeRequest } from '../sources/shapes.ts';
import { introductionSection } from '../../markdown/body.ts';
import { cosine, vectorOf } from '../../language/vectors.ts';
import { clustersUnder, namedFirst } from './wanted.ts';

/** Decides how many sections there are. */
const targetSectionWords = 165;
const minSections = 2;
const maxSections = 9;
const introductionShare = 0.1;
const minIntroductionWords = 40;
const maxIntroductionWords = 110;
/** Relative to the first lead; a less relevant second one does not join the opening. */
const minSecondRelevance = 0.85;
/** A definition opens the article if its subject names this much of the keyword. */
const minSubjectShare = 0.6;
/** A lead that names less of the keyword does not tell what the article is about. */
const minNamed = 0.3;
/** The largest share of the article that is planned for a section. */
const maxShare = 0.35;
/** From this `subject` on, a document's title holds the whole keyword. */
const minTitledSubject = 0.95;
/** The lead of a document named after the keyword sums up its sections; if it has this many, the lead is not a section itself. */
const minOwnSections = 3;
const symbolHeading = /(?:^|› )(?:[Cc]lass|[Ee]vent|[Pp]arameter|[Ii]nterface|[Tt]ype)\b|\(|(?:^|\s)\w*\p{Ll}\p{Lu}\w*$/u;
/** Less relevant sections are let in while the others hold less than this many times the target, since not all of that is worth quoting. */
const minFilled = 1.2;
/** A section with fewer words is left out. */
const minKeptWords = 30;
/** The same under a heading that the user wants. */
const minWantedWords = 12;
/** How often sections may grow while the article is too short. */
const extraRounds = 4;

export interface Plan {
  /** The user's; null if it is to be found. */
  heading: string | null;
  cluster: Cluster;
  sentences: Candidate[];
}

/**
 * Chooses the opening: the sentence that says what the keyword is, or the lead of the passage most about it, and what follows it there;
 * then a second lead if the first is short.
 */
export function openArticle(
  request: ComposeRequest,
  definitions: readonly Definition[],
  { passages, topic }: SourceReading,
  selection: Selection,
): Candidate[] {
  const budget = Math.min(maxIntroductionWords, Math.max(minIntroductionWords, introductionShare * request.targetWordCount));
  const others = leadsOf(passages, topic);
  const lead = others.find(({ passage, index }) => index === 0 && isOwnLead(passage));
  // A text in no particular order does not open with its summary.
  const own = lead && sharedBy(lead, topic) >= minNamed ? lead : (centralOf(passages, topic) ?? lead);
  const defining = definitions.find(
    ({ share, candidate }) => share >= minSubjectShare && (!own || own !== lead || candidate.passage.source.position === 0),
  )?.candidate;
  // If a document about the keyword opens the article, only another document's opening may follow, never the middle of a procedure.
  const seconds = own ? others.filter(({ passage }) => passage.source.position === 0) : others;
  const leads = [defining, own, ...seconds].filter((one) => one !== undefined);
  const opening: Candidate[] = [];
  for (const next of leads) {
    const first = opening[0]?.passage;
    const unfit =
      first &&
      (next.passage.relevance < minSecondRelevance * first.relevance ||
        opening.some(({ passage }) => passage === next.passage) ||
        selection.repeats(next));
    if (!unfit) opening.push(...runFrom(next, budget - candidateWords(opening), selection));
    if (candidateWords(opening) >= minIntroductionWords) break;
  }
  return opening;
}

/** A sentence and those that follow it in its passage, until the budget is used up or the text no longer continues. */
function runFrom(first: Candidate, budget: number, selection: Selection): Candidate[] {
  const run = [first];
  selection.choose(run, introductionSection);
  for (const next of first.passage.candidates) {
    const last = run.at(-1)!;
    if (next.index <= last.index || candidateWords(run) >= budget) continue;
    if (next.leansOn !== null && next.leansOn !== last) continue;
    if (next.list || next.index > last.index + 2 || candidateWords(run) + next.wordCount > budget + 25 || selection.repeats(next)) break;
    selection.choose([next], introductionSection);
    run.push(next);
  }
  return run;
}

/** Whether the passage opens a document that is entirely about the keyword. */
function isOwnLead(passage: UsablePassage): boolean {
  return passage.source.position === 0 && (passage.titleMatch >= sameName || passage.subject >= minTitledSubject);
}

/** In texts about the keyword without headings, the sentence most similar to all of the text, among those that name the keyword. */
function centralOf(passages: readonly UsablePassage[], topic: Topic): Candidate | undefined {
  const about = passages.filter(
    (passage) => passage.source.heading === null && (passage.titleMatch >= sameName || passage.subject >= minTitledSubject),
  );
  const centre = vectorOf(
    about.flatMap(({ terms: all }) => all),
    topic.rarity,
  );
  const naming = about
    .flatMap(({ candidates }) => candidates)
    .filter((one) => one.leansOn === null && !one.isEntry && !one.list && sharedBy(one, topic) >= minNamed)
    .map((candidate) => ({ candidate, worth: sharedBy(candidate, topic) + cosine(vectorOf(candidate.terms, topic.rarity), centre) }));
  return naming.toSorted((a, b) => b.worth - a.worth)[0]?.candidate;
}

function sharedBy({ terms: own }: Candidate, topic: Topic): number {
  return keywordShare(topic, (term) => own.includes(term));
}

/** The first sentences of passages, those most about the keyword first. A document's opening ranks higher; a manual's entries for symbols are left out. */
function leadsOf(passages: readonly UsablePassage[], topic: Topic): Candidate[] {
  const leads = passages.flatMap(({ candidates }) => {
    const lead = candidates.find(({ leansOn, isEntry, list }) => leansOn === null && !isEntry && !list);
    return lead &&
      lead.index <= 1 &&
      questionOf(lead.passage.source.heading) === null &&
      !symbolHeading.test(lead.passage.source.heading ?? '')
      ? [lead]
      : [];
  });
  const worth = ({ passage, relevance, index }: Candidate) => {
    const opens = passage.source.position === 0 ? 0.15 : 0;
    const named = 0.5 * passage.titleMatch + 0.3 * keywordShare(topic, (term) => passage.context.has(term));
    const length = Math.min(0.35, candidateWords(passage.candidates) / 150);
    return 2 * passage.relevance + relevance / 2 + named + opens + length - 0.2 * index;
  };
  return leads
    .map((lead) => ({ lead, worth: worth(lead) }))
    .toSorted((a, b) => b.worth - a.worth)
    .map(({ lead }) => lead);
}

/** Plans the sections: the user's headings with the passages about them, else the best clusters, best first. */
export function planSections(request: ComposeRequest, { passages, topic, judgement }: SourceReading): Plan[] {
  const wanted = request.outline?.map((heading) => heading.trim()).filter(Boolean) ?? [];
  if (wanted.length > 0) {
    const distinct = [...new Map(wanted.map((heading) => [normalise(heading), heading])).values()];
    const clusters = clustersUnder(distinct, passages, topic);
    return distinct.map((heading, index) => ({ heading, cluster: clusters[index]!, sentences: [] }));
  }
  const neededWords = Math.max(judgement.neededWords, minFilled * request.targetWordCount);
  const clusters = clusterPassages(withoutSummaries(passages), topic, neededWords);
  return namedFirst(clusters, topic).map((cluster) => ({ heading: null, cluster, sentences: [] }));
}

function withoutSummaries(passages: readonly UsablePassage[]): UsablePassage[] {
  return passages.filter((passage) => {
    const { heading, documentId } = passage.source;
    if (heading !== null || passage.titleMatch < sameName) return true;
    const headed = passages.filter(({ source }) => source.documentId === documentId && headingPath(source.heading).length > 0);
    return new Set(headed.map(({ source }) => headingPath(source.heading)[0])).size < minOwnSections;
  });
}

export function sectionCount(targetWordCount: number): number {
  return Math.min(maxSections, Math.max(minSections, Math.round(targetWordCount / targetSectionWords)));
}

/** Fills the sections in order, then lets them grow in rounds until the article is long enough or nothing is left. */
export function fillSections(plans: readonly Plan[], budget: number, selection: Selection): Plan[] {
  const worth = plans.reduce((sum, { cluster }) => sum + cluster.worth, 0) || 1;
  const asked = plans.filter(({ heading, cluster }) => heading !== null && cluster.words > 0);
  for (let round = 0; round <= extraRounds; round++) {
    for (const [index, plan] of plans.entries()) {
      // Leaves room for the user's headings that come later.
      const waiting = round === 0 ? asked.filter((other) => plans.indexOf(other) > index) : [];
      const reserved = waiting.reduce((sum, { cluster }) => sum + Math.min(minSectionWords * 1.5, budget / asked.length, cluster.words), 0);
      const missing = budget - reserved - plans.reduce((sum, { sentences }) => sum + candidateWords(sentences), 0);
      if (missing < minSectionWords / 2) continue;
      const share = Math.max(minSectionWords * 1.5, budget * Math.min(maxShare, plan.cluster.worth / worth));
      const room = round === 0 ? Math.min(share, missing) : Math.min(missing, share / 2);
      const pool = plan.cluster.passages.flatMap((passage) => passage.candidates);
      plan.sentences.push(...selection.fill(`section ${index}`, pool, plan.cluster.vector, room));
    }
  }
  return plans.filter(({ heading, sentences }) => candidateWords(sentences) >= (heading === null ? minKeptWords : minWantedWords));
}

export function arrangeSections(plans: readonly Plan[], naming: Naming): Section[] {
  const taken = new Set<string>();
  const ordered = plans.some(({ heading }) => heading !== null) ? plans : inOrder(plans, naming);
  const mains = ordered.map(({ sentences }) => mainDocument(sentences));
  // A page's title names a section only if it is the page's only one and other pages have sections too.
  const isSpread = (documentId: string) => new Set(mains).size === 1 || mains.filter((id) => id === documentId).length > 1;
  return ordered.flatMap(({ heading: fixed, cluster, sentences: chosen }, index) => {
    const themes = [...new Set(cluster.passages.flatMap(({ theme }) => theme ?? []))];
    const own = { ...naming, isSpread: isSpread(mains[index]!), themes };
    const entitled = fixed === null ? nameSection(chosen, own, taken) : null;
    const sentences = entitled ? chosen : withoutEntries(chosen);
    const heading = fixed ?? entitled ?? nameSection(sentences, own, taken);
    if (!heading || sentences.length === 0) return [];
    taken.add(normalise(heading));
    return [{ heading, brief: summaryOf(sentences, naming), paragraphs: paragraphsOf(sentences) }];
  });
}

/** Keeps the sections of a document together, in its order. Documents that define come first and those with caveats last, otherwise by their best section. */
function inOrder(plans: readonly Plan[], naming: Naming): Plan[] {
  const documents = Map.groupBy(plans, ({ sentences }) => mainDocument(sentences));
  const keyed = Array.from(documents.values(), (members, rank) => {
    const ordered = members.toSorted((a, b) => medianPosition(a.sentences) - medianPosition(b.sentences));
    const stage =
      members.length > 1 ? commonStage : stageOf(nameSection(ordered[0]!.sentences, naming, new Set()) ?? '', naming.topic.language);
    return { ordered, stage, rank };
  });
  return keyed.toSorted((a, b) => a.stage - b.stage || a.rank - b.rank).flatMap(({ ordered }) => ordered);
}

function mainDocument(sentences: readonly Candidate[]): string {
  const amounts = new Map<string, number>();
  for (const { passage, wordCount } of sentences)
    amounts.set(passage.source.documentId, (amounts.get(passage.source.documentId) ?? 0) + wordCount);
  return [...amounts].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]?.[0] ?? '';
}

function medianPosition(sentences: readonly Candidate[]): number {
  const positions = [...sentences]
    .toSorted((a, b) => compareSources(a.passage.source, b.passage.source))
    .map(({ passage }) => passage.source.position)
    .toSorted((a, b) => a - b);
  return positions[Math.floor(positions.length / 2)] ?? 0;
}
