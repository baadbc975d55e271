import type { AnalyzedGap } from '../../../schema/content-gaps.ts';
import type { Project } from '../../../schema/projects.ts';
import type { Db } from '../../db/open.ts';
import { clipAtWord } from '../../language/slug.ts';
import { actionDays, dayMs, daysSince, evidence, pageTarget, type ActionOffer, type ActionQuestion } from '../common/actions.ts';
import { offersToPlan, type Calendar, type Wish } from '../planning/index.ts';
import type { VisibilityReports } from './reports/reports.ts';

interface Needs {
  db: Db;
  calendar: Calendar;
  reports: Pick<VisibilityReports, 'analyzeGaps'>;
  /** Whether a run would ask anybody. */
  canAsk(projectId: string): Promise<boolean>;
}

/** In characters. */
const maxInstructions = 300;

/** Prompts that nobody has asked, or not for long, and those whose answers name competitors instead. */
export async function visibilityActions(needs: Needs, question: ActionQuestion): Promise<ActionOffer[]> {
  const answers = needs.db.selectFrom('ai_answers').select('asked_at').where('project_id', '=', question.project.id);
  const last = (await answers.orderBy('asked_at', 'desc').limit(1).executeTakeFirst())?.asked_at ?? null;
  return [...(await asking(needs, question, last)), ...(last === null ? [] : await closingGaps(needs, question))];
}

/** `last`: when something was asked last. */
async function asking({ db, canAsk }: Needs, { project, now }: ActionQuestion, last: number | null): Promise<ActionOffer[]> {
  const { id: projectId, schedules } = project;
  const prompt = await db.selectFrom('prompts').select('id').where('project_id', '=', projectId).limit(1).executeTakeFirst();
  if (!prompt) return [];
  const run = await db.selectFrom('ai_runs').select(['job_id', 'ended_at']).where('project_id', '=', projectId).executeTakeFirst();
  const job = db
    .selectFrom('jobs')
    .select('id')
    .where('id', '=', run?.job_id ?? '')
    .where('finished_at', 'is', null);
  if (await job.executeTakeFirst()) return [];
  const isOld = last !== null && schedules.visibility === 'off' && now - last >= actionDays.answers * dayMs;
  if ((last !== null && !isOld) || !(await canAsk(projectId))) return [];
  const call = {
    target: { kind: 'prompts', id: projectId, about: 'All prompts' },
    operation: 'ai_visibility_run',
    arguments: { projectId },
  };
  return last === null
    ? [
        {
          ...call,
          reason: 'engines_unasked',
          why: 'You have prompts, and no answer engine was asked yet: how they speak of you is not known. Whoever is asked bills it.',
          evidence: [evidence('ai-visibility', 'No answer so far', null)],
          cause: run?.job_id ?? 'never',
        },
      ]
    : [
        {
          ...call,
          reason: 'answers_old',
          why: `What answer engines say of you was last asked ${daysSince(last, now)} days ago.`,
          evidence: [evidence('ai-visibility', 'Last asked', last)],
          cause: String(last),
        },
      ];
}

/** Only what is no chance. */
async function closingGaps({ reports, calendar }: Needs, { project, limit }: ActionQuestion): Promise<ActionOffer[]> {
  const { data } = await reports.analyzeGaps({ projectId: project.id, limit });
  const certain = data.filter((gap) => gap.certain);
  const written = certain.flatMap((gap) => (gap.operation === 'optimizations_create' ? [improving(project, gap)] : []));
  const wishes = certain.flatMap((gap) => (gap.operation === 'articles_create' ? [wishOf(gap)] : []));
  return [...written, ...(await offersToPlan(calendar, project, wishes, limit))];
}

function improving({ id: projectId }: Project, gap: AnalyzedGap): ActionOffer {
  const { url } = gap.ownPage!;
  return {
    reason: 'answers_cite_others',
    target: pageTarget(url),
    why: `Asked “${gap.prompt}”, answer engines name ${ahead(gap)} before you, though ${url} is on it.`,
    evidence: standing(gap),
    operation: 'optimizations_create',
    arguments: { ...gap.arguments, projectId },
    cause: gap.promptId,
  };
}

function wishOf(gap: AnalyzedGap): Wish {
  return {
    keyword: gap.keyword,
    instructions: clipAtWord(`Answer this question in the first lines: ${gap.prompt}`, maxInstructions),
    ...(gap.topicId !== null && { topicId: gap.topicId }),
    told: {
      reason: 'answers_without_you',
      why: `Asked “${gap.prompt}”, answer engines name ${ahead(gap)} before you, and no page of yours answers it. Whether your documents do, the answer says.`,
      evidence: standing(gap),
      cause: gap.promptId,
    },
  };
}

const ahead = ({ competitors }: AnalyzedGap): string => competitors[0]!.name;

const standing = ({ answers, competitors: [first], own }: AnalyzedGap): ActionOffer['evidence'] => [
  evidence('ai-visibility', `Of ${answers} answers ${first!.present} name or cite ${first!.name}, ${own.present} you`, null),
];
