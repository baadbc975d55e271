import { AppError } from '../../errors.ts';

/** Admin pages people copy the address from. */
const administration = /\/(?:wp-admin|wp-json|wp-login\.php|ghost)(?:\/.*)?$/;

/** A site's address as the operator wrote it, with a trailing slash. Throws `invalid_input`. */
export function siteAddress(written: string): URL {
  const url = URL.parse(written.trim());
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.username !== '' || url.password !== '') {
    throw new AppError('invalid_input', 'The address of the site is not an http or https URL without a user name and password.', {
      hint: 'Give the address of its home page, such as https://example.com/blog.',
    });
  }
  return new URL(url.origin + url.pathname.replace(administration, '').replace(/\/*$/, '/'));
}
