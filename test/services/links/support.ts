import type { LinkProspect } from '../../../schema/link-building.ts';
import type { LinkProspectDetail } from '../../../schema/link-prospects.ts';
import type { TestApp } from '../../support/test-app.ts';

export const day = 86_400_000;

export const add = async ({ desk }: TestApp, url: string, more: object = {}) =>
  (await desk.call('link_prospects_create', { url, ...more })) as LinkProspect;

/** One with a contact. */
export const addAnn = (app: TestApp, host = 'guides.example') => add(app, host, { contact: { email: `ann@${host}`, name: 'Ann' } });

export const update = async ({ desk }: TestApp, id: string, patch: object) =>
  (await desk.call('link_prospects_update', { id, ...patch })) as LinkProspect;

export const get = async ({ desk }: TestApp, id: string, more: object = {}) =>
  (await desk.call('link_prospects_get', { id, ...more })) as LinkProspectDetail;

export const list = async ({ desk }: TestApp, input: object = {}) =>
  (await desk.call('link_prospects_list', { ...input })) as { data: LinkProspect[]; nextCursor: string | null };

export const suppressed = async ({ desk }: TestApp, input: object = {}) =>
  ((await desk.call('link_suppressions_list', { ...input })) as { data: { address: string; reason: string }[] }).data;

export const setSuppressed = ({ desk }: TestApp, input: object) => desk.call('link_suppressions_set', { ...input });
