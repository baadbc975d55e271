import type { ContactInput } from '../../../../schema/link-prospects.ts';
import type { Project } from '../../../../schema/projects.ts';
import type { Config } from '../../../config.ts';
import { isOwn } from '../../../crawl/url.ts';
import type { LinkProspectRow } from '../../../db/rows/links.ts';
import { AppError } from '../../../errors.ts';
import { checkPageUrl, checkSiteUrl } from '../../common/outside-url.ts';
import { domainOf, isOwnDomain } from '../../site/index.ts';
import { addressKey, readAddress } from '../suppressions/address.ts';

/** What is said by hand of a prospect, checked before anything is written. */

type Policy = Pick<Config, 'production' | 'allowedNetworks'>;

/** The columns of whom to write to. */
export type Contact = Pick<LinkProspectRow, 'contact_name' | 'contact_email' | 'contact_key' | 'contact_source' | 'contact_found_at'>;

export const nobody: Contact = {
  contact_name: null,
  contact_email: null,
  contact_key: null,
  contact_source: null,
  contact_found_at: null,
};

/** Without the time since which it is known. Throws `invalid_input`. */
export function readContact({ email, name }: ContactInput): { contact_name: string | null; contact_email: string; contact_key: string } {
  const address = readAddress(email);
  if (address === null) {
    throw invalid('/contact/email', 'is no bare address', 'invalid_address', {
      hint: 'Give one address such as ann@example.com, without a name or brackets; the name goes into contact.name.',
    });
  }
  if (name !== undefined && /[\p{Cc}\p{Zl}\p{Zp}]/u.test(name)) {
    throw invalid('/contact/name', 'holds a line break or another control character', 'control_character', {
      hint: 'Give the name on one line.',
    });
  }
  return { contact_name: name ?? null, contact_email: address, contact_key: addressKey(address) };
}

/** The host of a page or domain, and the page if it is one. Throws `invalid_input`, `address_refused`. */
export function readSite(url: string, policy: Policy): { host: string; page: string | null } {
  const host = domainOf(url);
  if (host === null) {
    throw invalid('/url', 'must be a domain, or an http or https address without credentials', 'invalid_domain', {
      hint: 'Give a domain such as example.com, or the address of a page there.',
    });
  }
  checkSiteUrl(`http://${host}/`, '/url', policy);
  if (!/^https?:\/\//i.test(url)) return { host, page: null };
  checkPageUrl(url, '/url', policy);
  return { host, page: url };
}

/** Throws `invalid_input`, `address_refused` for a page that cannot be asked. */
export function checkPages({ targetUrl, linkUrl }: { targetUrl?: string; linkUrl?: string }, policy: Policy): void {
  if (targetUrl !== undefined) checkPageUrl(targetUrl, '/targetUrl', policy);
  if (linkUrl !== undefined) checkPageUrl(linkUrl, '/linkUrl', policy);
}

/** Throws `invalid_input` where a link is to lead to somebody else's page. */
export function requireOwnPage({ id, siteUrl }: Project, targetUrl: string | undefined): void {
  if (targetUrl === undefined || siteUrl === null || isOwn(siteUrl, targetUrl)) return;
  throw invalid('/targetUrl', `is no page of ${siteUrl}`, 'not_own_page', {
    hint: `Give a page of the project's own site, or mend siteUrl of ${id} with projects_update.`,
  });
}

/** Throws `conflict` for a project's own site. */
export function refuseOwnSite({ siteUrl }: Project, host: string): void {
  if (siteUrl === null || !isOwnDomain(siteUrl, host)) return;
  throw new AppError('conflict', `${host} belongs to the project's own site, ${siteUrl}: a link from it is no prospect.`, {
    hint: "Name another site; the project's own is siteUrl in projects_update.",
  });
}

function invalid(pointer: string, detail: string, code: string, { hint }: { hint: string }): AppError {
  return new AppError('invalid_input', `${pointer.slice(1).replaceAll('/', '.')}: ${detail}.`, {
    hint,
    errors: [{ pointer, detail, code }],
  });
}
