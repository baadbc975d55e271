import type { Project } from '../../../../schema/projects.ts';
import { AppError } from '../../../errors.ts';
import { invalid } from './export.ts';

const domain = 'sc-domain:';

const hostOf = (address: string): string => new URL(address).hostname.replace(/^www\./, '');

const isBelow = (host: string, parent: string): boolean => host === parent || host.endsWith(`.${parent}`);

/** Whether a page is one of the property's: below its address, or of its domain. */
export function isOf(property: string, page: string): boolean {
  if (property.startsWith(domain)) return isBelow(new URL(page).hostname, property.slice(domain.length).toLowerCase());
  const below = URL.parse(property)?.href;
  return below !== undefined && new URL(page).href.startsWith(below);
}

/**
 * The property that an export belongs to: what the caller says, else what the project names, else the site of its pages, which must be the
 * project's. Throws `other_property`, `invalid_input`.
 */
export function propertyFor(project: Project, named: string | undefined, pages: readonly string[]): string {
  const name = named ?? project.searchConsoleProperty ?? undefined;
  if (named !== undefined && !named.startsWith(domain) && !URL.canParse(named))
    throw invalid('property', 'property is no address.', 'invalid_url');
  if (pages.some((page) => !URL.canParse(page))) throw invalid('base64', 'The table of pages holds what is no address.', 'invalid_url');
  if (name !== undefined) {
    const other = pages.find((page) => !isOf(name, page));
    if (other === undefined || named !== undefined) return name;
    throw otherProperty(other, name);
  }
  return derived(project, pages);
}

function derived({ siteUrl }: Project, pages: readonly string[]): string {
  const origins = new Set(pages.map((page) => `${new URL(page).origin}/`));
  const [first] = origins;
  if (siteUrl === null && (first === undefined || origins.size > 1)) {
    const of = first === undefined ? 'The export has no table of pages' : 'The pages are of several hosts';
    throw invalid('property', `${of}, and the project has no siteUrl: give property.`, 'required');
  }
  const site = hostOf(siteUrl ?? first!);
  const other = pages.find((page) => !isBelow(hostOf(page), site));
  if (other !== undefined) throw otherProperty(other, site);
  return origins.size > 1 ? `${domain}${site}` : (first ?? `${new URL(siteUrl!).origin}/`);
}

function otherProperty(page: string, name: string): AppError {
  return new AppError('other_property', `The export has pages of another site than ${name}, such as ${page.slice(0, 200)}.`, {
    hint: 'Import it into the project of that site, or name its property with property.',
  });
}
