import type { ExpressionBuilder } from 'kysely';
import { autoPublishAtFirst, type AutoPublish } from '../../../schema/auto-publish.ts';
import type { Page } from '../../../schema/common.ts';
import type { ChangedProject, NewProject, Project, ProjectPatch } from '../../../schema/projects.ts';
import type { Tx } from '../../db/open.ts';
import type { ProjectRow } from '../../db/rows/account.ts';
import type { Tables } from '../../db/tables.ts';
import { AppError } from '../../errors.ts';
import { inTurn, type Foundation } from '../common/group.ts';
import { maxHeld } from '../common/queries.ts';
import { decodeCursor, defaultLimit, pageOf } from '../common/paging.ts';
import { checkWebhookUrl } from '../common/outside-url.ts';
import { anyLeft, inSlices } from '../common/slices.ts';
import { given, isoTime, isoTimeOrNull, parsed } from '../common/wire.ts';

export interface Projects {
  /** Creates the first project in a new database. */
  ensureFirst(): Promise<void>;
  list(input: { limit?: number; cursor?: string }): Promise<Page<Project>>;
  create(input: NewProject): Promise<Project>;
  get(id: string): Promise<Project>;
  /** The id of the project of this name; what names none, or is an id, as it is. */
  idOf(named: string | undefined): Promise<string | undefined>;
  update(patch: ProjectPatch): Promise<ChangedProject>;
  /** Changes what goes out by itself, as far as it is given. Throws `not_found`. */
  setAutoPublish(tx: Tx, id: string, changes: Partial<AutoPublish>): Promise<Project>;
  /** Throws `not_found`, and `conflict` for the last project and where `confirm` is not its name: that says how much it holds. */
  delete(id: string, confirm: string | undefined): Promise<{ id: string; deleted: true }>;
  /** The project a call means: the one named, or the only one. With `tx`, it exists until the transaction ends. Throws `not_found`, `project_required`. */
  resolve(id: string | undefined, tx?: Tx): Promise<Project>;
}

type Needs = Pick<Foundation, 'store' | 'system' | 'config' | 'groups'>;

/** While a project is imported nobody is told of it. */
const isHere = ({ eb, lit }: ExpressionBuilder<Tables, 'projects'>) => eb('arriving', '=', lit(0));

export function createProjects({ store, system, config, groups }: Needs): Projects {
  // Compiled once: most calls run it.
  const byId = store.db.selectFrom('projects').selectAll().where('id', '=', '').where(isHere).compile();

  async function rowOf(db: Pick<Tx, 'executeQuery'>, id: string): Promise<ProjectRow> {
    const { rows } = await db.executeQuery<ProjectRow>({ ...byId, parameters: [id] });
    const row = rows[0];
    if (!row) throw new AppError('not_found', `There is no project ${id}.`, { hint: 'See projects_list.' });
    return row;
  }

  /** 48 hexadecimal digits, as the migration gave older projects. */
  const newCalendarToken = () => system.random(24).toString('hex');

  async function add(tx: Tx, input: NewProject): Promise<Project> {
    const now = system.now();
    const row = {
      id: system.id('prj'),
      ...columnsOf(input),
      calendar_token: newCalendarToken(),
      created_at: now,
      updated_at: now,
      arriving: 0,
    };
    await tx.insertInto('projects').values(row).execute();
    return told(tx, toProject(row), null);
  }

  /** Tells every group of the change; returns the project. */
  async function told(tx: Tx, project: Project, before: Project | null): Promise<Project> {
    await inTurn(groups, ({ projectChanged }) => projectChanged?.(tx, project, before));
    return project;
  }

  async function scheduledIn(tx: Tx, project: Project): Promise<ChangedProject['scheduled']> {
    const kept = await tx.selectFrom('schedules').select(['name', 'due_at']).where('project_id', '=', project.id).execute();
    const dueAt = new Map(kept.map(({ name, due_at }) => [name, due_at]));
    const all: ChangedProject['scheduled'] = [];
    await inTurn(groups, async ({ scheduled }) => {
      const one = await scheduled?.(tx, project);
      if (one) all.push({ ...one, nextAt: isoTimeOrNull(dueAt.get(one.name) ?? null) });
    });
    return all;
  }

  async function refuseTakenName(tx: Tx, name: string, exceptId?: string): Promise<void> {
    const taken = await tx.selectFrom('projects').select('id').where('name', '=', name).executeTakeFirst();
    if (!taken || taken.id === exceptId) return;
    throw new AppError('conflict', `A project named ${JSON.stringify(name)} exists already (${taken.id}).`, {
      hint: 'Pick another name, or use that project.',
    });
  }

  /** What a project holds, in words: `articles: 12, topics: 3`. */
  async function holdingsOf(id: string): Promise<string> {
    const all: string[] = [];
    await inTurn(groups, async ({ holds }) => {
      const counts = Object.entries((await holds?.(id)) ?? {}).filter(([, count]) => count > 0);
      all.push(...counts.map(([what, count]) => `${what}: ${count < maxHeld ? count : `${maxHeld} or more`}`));
    });
    return all.length === 0 ? 'It holds nothing.' : `With it go for good: ${all.join(', ')}.`;
  }

  async function refuseUnconfirmed(id: string, confirm: string | undefined): Promise<void> {
    const { name } = await rowOf(store.db, id);
    await refuseLast(store.db);
    if (confirm === name) return;
    const asked = `${confirm === undefined ? 'Nothing was deleted yet' : 'Nothing was deleted'}: confirm must be the project's name, ${JSON.stringify(name)}.`;
    throw new AppError('conflict', `${asked} ${await holdingsOf(id)}`, {
      hint: `To delete it with all that, call projects_delete with confirm ${JSON.stringify(name)}. Deliveries that are pending are canceled first.`,
    });
  }

  async function refuseLast(db: Pick<Tx, 'selectFrom'>): Promise<void> {
    const some = await db.selectFrom('projects').select('id').where(isHere).limit(2).execute();
    if (some.length > 1) return;
    throw new AppError('conflict', 'The last project cannot be deleted.', { hint: 'Create another one first, or rename this one.' });
  }

  return {
    async ensureFirst() {
      await store.write(async (tx) => {
        const any = await tx.selectFrom('projects').select('id').where(isHere).limit(1).executeTakeFirst();
        if (!any) await add(tx, { name: 'Default', siteUrl: config.siteUrl });
      });
    },

    async list({ limit = defaultLimit, cursor }) {
      const before = decodeCursor(cursor, /^prj_\w+$/);
      let query = store.db
        .selectFrom('projects')
        .selectAll()
        .where(isHere)
        .orderBy('id', 'desc')
        .limit(limit + 1);
      if (before) query = query.where('id', '<', before);
      return pageOf(await query.execute(), limit, toProject);
    },

    async create(input) {
      if (input.eventWebhookUrl !== undefined) checkWebhookUrl(input.eventWebhookUrl, '/eventWebhookUrl', config);
      return store.write(async (tx) => {
        await refuseTakenName(tx, input.name);
        return add(tx, input);
      });
    },

    async get(id) {
      return toProject(await rowOf(store.db, id));
    },

    async idOf(named) {
      if (named === undefined) return undefined;
      const row = await store.db.selectFrom('projects').select('id').where('name', '=', named).where(isHere).executeTakeFirst();
      return row?.id ?? named;
    },

    async update({ id, renewCalendarUrl = false, schedules, ...patch }) {
      if (typeof patch.eventWebhookUrl === 'string') checkWebhookUrl(patch.eventWebhookUrl, '/eventWebhookUrl', config);
      return store.write(async (tx) => {
        const row = await rowOf(tx, id);
        if (patch.name !== undefined) await refuseTakenName(tx, patch.name, id);
        const before = toProject(row);
        const asked = { ...before, ...given(patch), schedules: { ...before.schedules, ...given(schedules ?? {}) } };
        const changed: ProjectRow = { ...row, ...columnsOf(asked), updated_at: system.now() };
        if (renewCalendarUrl) changed.calendar_token = newCalendarToken();
        await tx.updateTable('projects').set(changed).where('id', '=', id).execute();
        const project = await told(tx, toProject(changed), before);
        return { ...project, scheduled: await scheduledIn(tx, project) };
      });
    },

    async setAutoPublish(tx, id, changes) {
      const row = await rowOf(tx, id);
      const before = toProject(row);
      const autoPublish = { ...before.autoPublish, ...given(changes) };
      const changed: ProjectRow = { ...row, auto_publish: JSON.stringify(autoPublish), updated_at: system.now() };
      await tx.updateTable('projects').set(changed).where('id', '=', id).execute();
      return told(tx, toProject(changed), before);
    },

    async delete(id, confirm) {
      await refuseUnconfirmed(id, confirm);
      return inSlices({ store, system }, async (tx) => {
        // It may be renamed, or deleted by another call, between two slices.
        if ((await rowOf(tx, id)).name !== confirm)
          throw new AppError('conflict', 'The project was renamed while it was being deleted.', {
            hint: 'Look at it with projects_get, and delete the rest by its new name.',
          });
        await refuseLast(tx);
        if (await anyLeft(groups, ({ silenceProject }) => silenceProject?.(tx, id))) return undefined;
        // Every slice asks all groups again, for what work in progress has added.
        if (await anyLeft(groups, ({ removeProject }) => removeProject?.(tx, id))) return undefined;
        await tx.deleteFrom('projects').where('id', '=', id).execute();
        return { id, deleted: true as const };
      });
    },

    async resolve(id, tx) {
      const db = tx ?? store.db;
      if (id !== undefined) return toProject(await rowOf(db, id));
      const [first, second] = await db.selectFrom('projects').selectAll().where(isHere).limit(2).execute();
      if (first && !second) return toProject(first);
      throw await whichProject(db);
    },
  };
}

/** How many to name when a call must choose one. */
const namedProjects = 5;

async function whichProject(db: Pick<Tx, 'selectFrom'>): Promise<AppError> {
  const all = await db
    .selectFrom('projects')
    .select(['id', 'name'])
    .where(isHere)
    .orderBy('id')
    .limit(namedProjects + 1)
    .execute();
  const named = all.slice(0, namedProjects).map(({ id, name }) => `${id} (${JSON.stringify(name)})`);
  const more = all.length > namedProjects ? ' and more' : '';
  return new AppError('project_required', `There is more than one project: ${named.join(', ')}${more}.`, {
    hint: 'Say which by projectId; projects_list tells of them all.',
  });
}

/** What is not given takes its default. */
function columnsOf(
  asked: Partial<Project> & { name: string },
): Omit<ProjectRow, 'id' | 'calendar_token' | 'created_at' | 'updated_at' | 'arriving'> {
  return {
    name: asked.name,
    site_url: asked.siteUrl ?? null,
    language: asked.language ?? 'en',
    country: asked.country ?? null,
    brand_terms: JSON.stringify(asked.brandTerms ?? []),
    brand_colours: JSON.stringify(asked.brandColours ?? {}),
    tone: asked.tone ?? null,
    audience: asked.audience ?? null,
    style_guide: asked.styleGuide ?? null,
    timezone: asked.timezone ?? 'UTC',
    event_webhook_url: asked.eventWebhookUrl ?? null,
    article_defaults: JSON.stringify(asked.articleDefaults ?? {}),
    auto_publish: JSON.stringify(asked.autoPublish ?? {}),
    schedules: JSON.stringify(asked.schedules ?? {}),
    search_console_property: asked.searchConsoleProperty ?? null,
    mention_only_with: JSON.stringify(asked.mentionOnlyWith ?? []),
    mention_not_with: JSON.stringify(asked.mentionNotWith ?? []),
  };
}

export function toProject(row: ProjectRow): Project {
  return {
    id: row.id,
    name: row.name,
    siteUrl: row.site_url,
    language: row.language,
    country: row.country,
    brandTerms: parsed(row.brand_terms),
    brandColours: parsed(row.brand_colours),
    tone: row.tone,
    audience: row.audience,
    styleGuide: row.style_guide,
    timezone: row.timezone,
    eventWebhookUrl: row.event_webhook_url,
    articleDefaults: parsed(row.article_defaults),
    autoPublish: { ...autoPublishAtFirst, ...parsed<Partial<AutoPublish>>(row.auto_publish) },
    schedules: {
      audit: 'off',
      rankings: 'off',
      searchConsole: 'off',
      visibility: 'off',
      ...parsed<Partial<Project['schedules']>>(row.schedules),
    },
    searchConsoleProperty: row.search_console_property,
    mentionOnlyWith: parsed(row.mention_only_with),
    mentionNotWith: parsed(row.mention_not_with),
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  };
}
