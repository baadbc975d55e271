import { createHash } from 'node:crypto';
import type { Action } from '../../../schema/actions.ts';
import { actionWeights, type ActionOffer, type ActionReason } from '../common/actions.ts';
import { costOf, tidied } from '../common/overview.ts';

/** An action with what it rests on, before anybody looks what became of it. */
export interface Weighed extends Omit<Action, 'status' | 'expiresAt'> {
  /** Milliseconds since the epoch. */
  expiresAt: number | null;
  /** A fingerprint. */
  cause: string;
  reason: ActionReason;
  /** Its place among the offers of its reason: the best come first. */
  nth: number;
}

/** In characters. */
const maxLength = { why: 240, about: 100, id: 200, what: 140 } as const;
const maxEvidence = 3;
/** In estimated tokens: an action has less evidence rather than more of them. */
const maxTokens = 400;
const prefixLength = 8;
const idLength = 32;

/** Two decimals. */
export function priorityOf({ impact, confidence, effort }: Pick<Action, 'impact' | 'confidence' | 'effort'>): number {
  return Math.round((100 * impact * confidence) / effort) / 100;
}

/** What the ids of a project's actions begin with. */
export function idPrefixOf(projectId: string): string {
  return `act_${digest([projectId]).slice(0, prefixLength)}`;
}

/** That of its type and target: the same for as long as those are. */
export function actionIdOf(projectId: string, type: Action['type'], target: Pick<Action['target'], 'kind' | 'id'>): string {
  return `${idPrefixOf(projectId)}${digest([projectId, type, target.kind, target.id]).slice(prefixLength, idLength)}`;
}

/** One action for each type and target, the first to do first. What several offer is as the weightiest has it, with the evidence of all. */
export function weigh(projectId: string, offers: readonly ActionOffer[]): Weighed[] {
  const counts = new Map<ActionReason, number>();
  const counted = offers.map((offer): Counted => {
    const nth = counts.get(offer.reason) ?? 0;
    counts.set(offer.reason, nth + 1);
    return { ...offer, nth };
  });
  const alike = Map.groupBy(counted, ({ reason, target }) => actionIdOf(projectId, actionWeights[reason].type, target));
  return [...alike].map(([id, some]) => together(id, some)).toSorted(inOrder);
}

/** The order of a list: by priority, then id. */
export function inOrder(one: Pick<Weighed, 'priority' | 'id'>, other: Pick<Weighed, 'priority' | 'id'>): number {
  return other.priority - one.priority || (one.id < other.id ? -1 : 1);
}

type Counted = ActionOffer & Pick<Weighed, 'nth'>;

const weightsOf = ({ reason, effort }: ActionOffer) => ({ ...actionWeights[reason], ...(effort !== undefined && { effort }) });

function together(id: string, offers: readonly Counted[]): Weighed {
  const weightOf = (offer: ActionOffer) => priorityOf(weightsOf(offer));
  const sorted = offers.toSorted(
    (one, other) =>
      weightOf(other) - weightOf(one) ||
      compared(one.reason, other.reason) ||
      compared(one.cause, other.cause) ||
      // Whoever knows more of the same speaks for all.
      other.evidence.length - one.evidence.length,
  );
  const [lead] = sorted as [Counted];
  const { type, impact, effort, confidence } = weightsOf(lead);
  const { kind, id: targetId, about } = lead.target;
  return shortened({
    id,
    type,
    priority: priorityOf({ impact, effort, confidence }),
    impact,
    effort,
    confidence,
    why: tidied(lead.why, maxLength.why),
    target: { kind, id: tidied(targetId, maxLength.id), about: tidied(about, maxLength.about) },
    evidence: evidenceOf(sorted),
    operation: lead.operation,
    arguments: lead.arguments,
    expiresAt: lead.expiresAt ?? null,
    cause: digest([...new Set(sorted.map(({ reason, cause }) => `${reason} ${cause}`))].toSorted()).slice(0, idLength),
    reason: lead.reason,
    nth: lead.nth,
  });
}

/** With as much of its evidence as there is room for. */
function shortened(action: Weighed): Weighed {
  const { cause: _, reason: __, nth: ___, evidence, ...told } = action;
  const isRoom = (count: number) => costOf({ ...told, evidence: evidence.slice(0, count), status: 'dismissed' }) <= maxTokens;
  const counts = evidence.map((_one, index) => evidence.length - index);
  return { ...action, evidence: evidence.slice(0, counts.find(isRoom) ?? 1) };
}

/** The first of each offer, then the second of each: all are heard. */
function evidenceOf(offers: readonly ActionOffer[]): Action['evidence'] {
  const most = Math.max(...offers.map(({ evidence }) => evidence.length));
  const inTurn = Array.from({ length: most }, (_, nth) => offers.flatMap(({ evidence }) => evidence[nth] ?? [])).flat();
  const told = new Map(inTurn.map((one) => [`${one.source} ${one.what}`, { ...one, what: tidied(one.what, maxLength.what) }]));
  return [...told.values()].slice(0, maxEvidence);
}

const compared = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1);

function digest(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
