import type { PageCheck } from '../check.ts';
import { at, html, quote } from './evidence.ts';
import { hostOf, isHttps, isLoopback } from './kinds.ts';

/** What the page itself lets happen. Headers are judged once for a host, by the checks of the whole site. */
export const securityChecks: readonly PageCheck[] = [
  {
    code: 'mixed_content_active',
    severity: 'critical',
    category: 'security',
    title: 'Scripts, styles or frames over http',
    why: 'Browsers refuse them on a secure page, so something is missing there.',
    howToFix: 'Load them over https.',
    find: html(({ insecure }, page) =>
      isHttps(page.url) ? insecure.filter(({ isActive }) => isActive).map((one) => at(one, `<${one.element}> ${quote(one.url)}`)) : [],
    ),
  },
  {
    code: 'mixed_content_passive',
    severity: 'warning',
    category: 'security',
    title: 'Images, sound or film over http',
    why: 'Browsers ask for them over https instead, and show nothing where there is none.',
    howToFix: 'Load them over https.',
    find: html(({ insecure }, page) =>
      isHttps(page.url) ? insecure.filter(({ isActive }) => !isActive).map((one) => at(one, `<${one.element}> ${quote(one.url)}`)) : [],
    ),
  },
  {
    code: 'form_insecure',
    severity: 'critical',
    category: 'security',
    title: 'Forms that send over http',
    why: 'What readers fill in on a secure page travels where anyone in between can read it.',
    howToFix: 'Send it to an https address.',
    find: html(({ forms }, page) =>
      isHttps(page.url)
        ? forms.filter(({ url }) => url?.startsWith('http:') && !isLoopback(url)).map((form) => at(form, `to ${quote(form.url!)}`))
        : [],
    ),
  },
  {
    code: 'password_insecure',
    severity: 'critical',
    category: 'security',
    title: 'Passwords on an insecure page',
    why: 'Anyone in between can read them, or change the page that asks for them.',
    howToFix: 'Serve the page over https only.',
    find: html(({ fields }, page) =>
      page.url.startsWith('http:') && !isLoopback(page.url)
        ? fields
            .filter(({ isPassword }) => isPassword)
            .slice(0, 1)
            .map((field) => at(field, `<input> ${quote(field.what)}`))
        : [],
    ),
  },
  {
    code: 'password_in_address',
    severity: 'critical',
    category: 'security',
    title: 'Forms that put a password into the address',
    why: 'It stays in the history, in logs, and in what is told to the next site.',
    howToFix: 'Write method="post".',
    // Without an action a script sends the form.
    find: html(({ forms }) =>
      forms
        .filter(({ method, hasPassword, hasAction }) => method === 'get' && hasPassword && hasAction)
        .map((form) => at(form, `a form by GET to ${quote(form.url ?? '')}`)),
    ),
  },
  {
    code: 'opener_given',
    severity: 'notice',
    category: 'security',
    title: 'Links that hand their window to another site',
    why: 'rel="opener" lets the other site lead the reader’s first window elsewhere.',
    howToFix: 'Leave opener away: browsers then keep the window to themselves.',
    find: html(({ links }, page) =>
      links
        .filter(({ rel, opensWindow, url }) => opensWindow && rel.includes('opener') && url !== null && hostOf(url) !== hostOf(page.url))
        .map((link) => at(link, quote(link.href))),
    ),
  },
  {
    code: 'content_outdated',
    severity: 'warning',
    category: 'performance',
    title: 'What browsers no longer show',
    why: 'Flash, applets and the like are gone from browsers; frames and moving text hide content from crawlers and readers.',
    howToFix: 'Replace it with HTML.',
    find: html(({ outdated }) => outdated.map((one) => at(one, `<${one.tag}>`))),
  },
];
