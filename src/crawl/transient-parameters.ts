/**
 * Parameters that say who came, from where or in which session, and never which page: dropped, so that each page has one address. Only names
 * that a vendor made up for this are here; `ref`, `source`, `from`, `id`, `cid` and the like choose pages on some sites and stay.
 */
const google = 'gclid gclsrc dclid gbraid wbraid gad_source gad_campaignid srsltid _ga _gl';
/** Facebook, Instagram, Microsoft, X, TikTok, LinkedIn, Pinterest, Snapchat, Reddit, Yandex. */
const networks = 'fbclid igshid igsh msclkid twclid ttclid li_fat_id epik sccid rdt_cid yclid ysclid _openstat';
/** Mailchimp, HubSpot, Marketo, Klaviyo, Vero, Omeda, Impact, Drip, Adobe, Wicked Reports. */
const mailers =
  'mc_cid mc_eid _hsenc _hsmi __hssc __hstc __hsfp hsctatracking mkt_tok _kx vero_id vero_conv oly_anon_id oly_enc_id irclickid __s s_cid wickedid';
const clicks = new Set(`${google} ${networks} ${mailers}`.split(' '));

/** Campaigns of Google Analytics, Matomo and its elder Piwik. */
const campaign = /^(?:utm|mtm|pk|piwik)_/;

/** PHP, Java, ASP, ColdFusion, osCommerce and Zen Cart. */
const sessions = new Set(['phpsessid', 'jsessionid', 'sessionid', 'session_id', 'cfid', 'cftoken', 'oscsid', 'zenid']);

/** Names that are a session only where their value is a long random one, as phpBB and others have it. */
const ambiguousSessions = new Set(['sid', 's', 'sess', 'session']);
const random = /^(?=.*\d)(?=.*[a-z])[\da-z]{24,128}$/i;

/** Whether one part of a query, such as `utm_source=mail`, says nothing about the page. */
export function isTransient(part: string): boolean {
  const equals = part.indexOf('=');
  const name = (equals === -1 ? part : part.slice(0, equals)).toLowerCase();
  if (clicks.has(name) || sessions.has(name) || campaign.test(name) || name.startsWith('aspsessionid')) return true;
  return ambiguousSessions.has(name) && random.test(part.slice(equals + 1));
}
