import type { Project } from '../../../../schema/projects.ts';
import { hostOf, isOwn, scopeOf } from '../../../crawl/url.ts';
import { AppError } from '../../../errors.ts';
import { invalid } from './export.ts';

const domain = 'sc-domain:';

/** Whether a page is one of the property's: below its address, or of its domain. */
export function isOf(property: string, page: string): boolean {
  const { hostname, href } = new URL(page);
  if (!property.startsWith(domain)) return href.startsWith(URL.parse(property)?.href ?? property);
  const name = property.slice(domain.length).toLowerCase();
  return hostname === name || hostname.endsWith(`.${name}`);
}

/**
 * The property that an export belongs to: what the caller says, else what the project names, else the site of its pages, which must be the
 * project's. Throws `other_property`, `invalid_input`.
 */
export function propertyFor(project: Project, named: string | undefined, pages: readonly string[]): string {
  const name = named ?? project.searchConsoleProperty ?? undefined;
  if (pages.some((page) => !URL.canParse(page))) throw invalid('base64', 'The table of pages holds what is no address.', 'invalid_url');
  if (name === undefined) return derived(project, pages);
  const other = pages.find((page) => !isOf(name, page));
  if (other !== undefined) throw otherProperty(other, name);
  return name;
}

function derived({ siteUrl }: Project, pages: readonly string[]): string {
  const origins = new Set(pages.map((page) => `${new URL(page).origin}/`));
  const [first] = origins;
  if (siteUrl === null && (first === undefined || origins.size > 1)) {
    const of = first === undefined ? 'The export has no table of pages' : 'The pages are of several hosts';
    throw invalid('property', `${of}, and the project has no siteUrl: give property.`, 'required');
  }
  const site = siteUrl ?? first!;
  const other = pages.find((page) => !isOwn(site, page));
  if (other !== undefined) throw otherProperty(other, site);
  if (origins.size > 1) return `${domain}${hostOf(site).replace(/:\d+$/, '')}`;
  return new URL(scopeOf(site).path, first ?? site).href;
}

function otherProperty(page: string, name: string): AppError {
  return new AppError('other_property', `The export has pages of another site than ${name}, such as ${page.slice(0, 200)}.`, {
    hint: 'Import it into the project of that site, or name its property, as Search Console does, with property.',
  });
}
