import { AppError } from '../../../errors.ts';
import type { System } from '../../../system.ts';
import { siteAddress } from '../address.ts';
import { record, text } from '../../json.ts';
import { basicOf, type ServiceAnswer } from '../../service.ts';
import { siteFailure, siteOf, type Site } from '../site.ts';

export interface WordPressAccess {
  /** The home page. */
  siteUrl: string;
  username: string;
  /** As WordPress shows it, with or without spaces. */
  applicationPassword: string;
}

export interface WordPressSite extends Site {
  /** Carries the credentials. */
  headers: Record<string, string>;
}

/** WordPress answers 500 to a file it rejects. */
const refusedUploads = new Set(['rest_upload_sideload_error', 'rest_upload_no_data']);

/** Throws `invalid_input` if the address or the credentials cannot be right. */
export function wordPressOf(system: System, { siteUrl, username, applicationPassword }: WordPressAccess): WordPressSite {
  const home = siteAddress(siteUrl);
  const bare = applicationPassword.replace(/\s/g, '');
  if (username.trim() === '' || username.includes(':') || bare === '') {
    throw new AppError('invalid_input', 'WordPress wants a user name without a colon, and an application password.', {
      hint: 'Make an application password in the profile of the user: Users → Profile → Application Passwords.',
    });
  }
  const credentials = basicOf(username, applicationPassword);
  const site = siteOf(system, 'WordPress', home, [applicationPassword, bare, credentials]);
  return { ...site, headers: { authorization: `Basic ${credentials}` } };
}

/** WordPress's error code and message; both empty if the answer is not a WordPress error. */
export function errorOf({ json }: ServiceAnswer): { code: string; message: string } {
  const { code, message } = record(json);
  return { code: text(code), message: text(message) };
}

/** The error for a failed answer. */
export function refusal(site: Site, answer: ServiceAnswer): AppError {
  const { code, message } = errorOf(answer);
  const status = refusedUploads.has(code) ? 422 : answer.status;
  return siteFailure(site, { ...answer, status }, { said: message, hint: hintFor(status, code) });
}

function hintFor(status: number, code: string): string | undefined {
  if (status === 401)
    return 'See that the user name and the application password are right, that the site uses https, and that its web server passes the Authorization header on to PHP.';
  if (status === 403)
    return 'Give the user a role that may do this (an Editor may do all that is needed), or see what blocks the API there.';
  if (code === 'rest_no_route') return 'See that no plugin switches this part of the REST API off.';
  return undefined;
}
