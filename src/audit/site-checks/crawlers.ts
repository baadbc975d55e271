import { aiAccessOf, type CrawlerPurpose } from '../ai-crawlers.ts';
import { isForFew } from '../few-addresses.ts';
import { told, shown, type SiteCheck, type SiteFault } from './site-check.ts';
import { addressKey, type RobotsFacts } from './site-view.ts';
import type { Survey } from './survey.ts';

const serverError = 500;
/** Lines of a robots.txt that evidence shows. */
const maxFaults = 3;
/** Blocked files that evidence names. */
const maxNamed = 5;
/** Whether general search engines may read the site: not one of them can be left out by chance. */
const generalSearch = 'Googlebot';

const isRead = ({ status }: RobotsFacts) => status >= 200 && status < 300;

function* blocked({ about }: Survey, purpose: CrawlerPurpose): Iterable<SiteFault> {
  const { robots, start } = about;
  if (!robots || !isRead(robots) || isClosed(robots, start)) return;
  const { [purpose]: access } = aiAccessOf(robots.allowsAgent, start);
  if (access.blocked.length > 0) yield { url: robots.url, line: null, text: `kept from the start page: ${access.blocked.join(', ')}` };
}

/** Whether nobody is let in at all: one finding says so, not one for each crawler. */
const isClosed = ({ allowsAgent }: RobotsFacts, start: string) => !allowsAgent(generalSearch, start) && !allowsAgent('*', start);

export const crawlerChecks: readonly SiteCheck[] = [
  {
    code: 'robots_blocks_site',
    severity: 'critical',
    category: 'indexing',
    title: 'robots.txt keeps all crawlers from the site',
    why: 'No search engine may read a page, however good it is.',
    howToFix: 'Take Disallow: / out of the group of User-agent: *.',
    *ofSite({ about: { robots, start } }) {
      if (robots && isRead(robots) && isClosed(robots, start)) yield { url: robots.url, line: null, text: `${shown(start)} is forbidden` };
    },
  },
  {
    code: 'site_noindex',
    severity: 'critical',
    category: 'indexing',
    title: 'The start page, or most of the site, says noindex',
    why: 'Search engines drop the site, as it asks them to; often the setting of a site that was being built was left on.',
    howToFix: 'Take noindex off the template or the header; on a copy for tests leave it.',
    *ofSite({ about: { start }, index, read: { pages, noindex } }) {
      const isStart = index.is(index.numberOf(addressKey(start)), 'noindex');
      if (isStart || noindex * 2 > pages)
        yield { url: start, line: null, text: `${isStart ? 'the start page does, and ' : ''}${noindex} of ${pages} pages do` };
    },
  },
  {
    code: 'pages_lost',
    severity: 'warning',
    category: 'indexing',
    title: 'Single pages that the site leads to and search may not list',
    why: 'Few pages are kept out, and these hold a text that others link to or the sitemap names: so often one was forgotten.',
    howToFix: 'Take noindex or unavailable_after off the page; if it is meant so, leave it.',
    *ofPage({ number, html }, { lost }) {
      if (lost.has(number)) yield told(`${html!.isNoindex ? 'says noindex' : 'its unavailable_after is past'}, with ${html!.words} words`);
    },
  },
  {
    code: 'robots_error',
    severity: 'critical',
    category: 'indexing',
    title: 'robots.txt answers with an error of the server',
    why: 'Until it answers again, crawlers take the whole site for forbidden (RFC 9309).',
    howToFix: 'Serve it with 200, or with 404 where there is nothing to forbid.',
    *ofSite({ about: { robots } }) {
      if (robots && (robots.status >= serverError || robots.status === 0))
        yield { url: robots.url, line: null, text: robots.status === 0 ? 'does not answer' : `answers ${robots.status}` };
    },
  },
  {
    code: 'robots_missing',
    severity: 'notice',
    category: 'indexing',
    told: true,
    title: 'There is no robots.txt',
    why: 'That allows everything, which may be what is wanted.',
    howToFix: 'Serve one to name the sitemap.',
    *ofSite({ about: { robots } }) {
      if (robots && robots.status >= 400 && robots.status < serverError)
        yield { url: robots.url, line: null, text: `answers ${robots.status}` };
    },
  },
  {
    code: 'robots_rules_lost',
    severity: 'warning',
    category: 'indexing',
    title: 'Mistyped rules of robots.txt that would matter',
    why: 'Crawlers skip what they do not understand, and read what was meant to be forbidden, or the other way round.',
    howToFix: 'Write “User-agent:”, “Disallow:” and “Allow:” as they stand here.',
    *ofSite({ about: { robots }, misruled }) {
      if (!robots || !isRead(robots) || misruled === null) return;
      const { line = null, text = '' } = robots.faults.find(({ isRule }) => isRule) ?? {};
      yield {
        url: robots.url,
        line,
        text: `${shown(text)}: without the slip ${shown(misruled.url)} is ${misruled.isAllowed ? 'forbidden' : 'allowed'}`,
      };
    },
  },
  {
    code: 'robots_faulty',
    severity: 'notice',
    category: 'indexing',
    title: 'robots.txt holds lines that say nothing',
    why: 'Crawlers skip what they do not understand, and read what was meant to be forbidden.',
    howToFix: 'Write rules as “Name: value”, below a User-agent line.',
    causes: ['robots_rules_lost'],
    *ofSite({ about: { robots } }) {
      if (!robots || !isRead(robots)) return;
      for (const { line, text } of robots.faults.slice(0, maxFaults)) yield { url: robots.url, line, text: shown(text) };
    },
  },
  {
    code: 'robots_blocks_resources',
    severity: 'warning',
    category: 'indexing',
    title: 'robots.txt keeps stylesheets or scripts from search engines',
    why: 'They judge pages as browsers show them, and cannot see these as they are.',
    howToFix: 'Allow the folders of stylesheets and scripts.',
    causes: ['robots_blocks_site'],
    *ofSite({ about: { robots, blockedResources } }) {
      if (robots)
        for (const url of blockedResources.slice(0, maxNamed)) yield { url: robots.url, line: null, text: `${shown(url)} is forbidden` };
    },
  },
  {
    code: 'linked_but_forbidden',
    severity: 'notice',
    category: 'indexing',
    title: 'Pages that are linked but forbidden by robots.txt',
    why: 'Search engines may list the bare address without having read the page.',
    howToFix: 'Allow the page and let it say noindex, or take the links away; if it is meant so, leave it.',
    causes: ['sitemap_lists_forbidden'],
    *ofPage({ isForbidden, number, url }, { inlinksOf }) {
      if (isForbidden && inlinksOf(number) > 0 && !isForFew(url)) yield told(`${inlinksOf(number)} pages link here`);
    },
  },
  {
    code: 'ai_search_blocked',
    severity: 'warning',
    category: 'ai_readiness',
    title: 'Crawlers of answer engines are kept out',
    why: 'What they may not read they can neither cite nor recommend.',
    howToFix: 'Allow these names in robots.txt, unless it is meant so.',
    ofSite: (survey) => blocked(survey, 'search'),
  },
  {
    code: 'ai_users_blocked',
    severity: 'warning',
    category: 'ai_readiness',
    title: 'Agents that a person sends are kept out',
    why: 'Who asks an assistant about the page is told that it cannot be read.',
    howToFix: 'Allow these names in robots.txt, unless it is meant so.',
    ofSite: (survey) => blocked(survey, 'user'),
  },
  {
    code: 'ai_training_blocked',
    severity: 'notice',
    category: 'ai_readiness',
    told: true,
    title: 'Crawlers that gather text for training are kept out',
    why: 'That is a choice: later models will not know the site from having read it.',
    howToFix: 'Nothing is to be mended; see that it is what you want.',
    ofSite: (survey) => blocked(survey, 'training'),
  },
  {
    code: 'llms_txt_broken',
    severity: 'notice',
    category: 'ai_readiness',
    title: 'llms.txt names pages that are gone',
    why: 'Agents that go by it end at an error.',
    howToFix: 'Correct the addresses in llms.txt, or have it made from the pages that are there.',
    *ofSite({ about: { probes, start } }) {
      const { llmsGone } = probes;
      if (llmsGone.length > 0) yield { url: start, line: null, text: llmsGone.slice(0, maxNamed).map(shown).join(', ') };
    },
  },
  {
    code: 'llms_txt_missing',
    severity: 'notice',
    category: 'ai_readiness',
    told: true,
    title: 'There is no llms.txt',
    why: 'A few agents look for it; no search engine is known to use it.',
    howToFix: 'Serve one if agents are to find your best pages fast.',
    *ofSite({ about }) {
      if (about.probes.llmsTxt === false) yield { url: about.start, line: null, text: '/llms.txt is not there' };
    },
  },
];
