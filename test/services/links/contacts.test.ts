import { describe, expect, test } from 'vitest';
import { readMailAddresses } from '../../../src/pages/mail-addresses.ts';
import { bestOf } from '../../../src/services/links/discovery/contacts.ts';
import { startSite, type Site } from '../../support/site.ts';
import { discovered, pageWith, startLinkDesk } from './desk.ts';
import { answerSearches, prose } from './web.ts';

const addressesIn = async (html: string) =>
  (await readMailAddresses(html, 'https://blatt.de/kontakt', async () => {})).map(({ email }) => email);

describe('an address is read', () => {
  test.each([
    ['a link', '<a href="mailto:Redaktion@Blatt.de">Mail</a>'],
    ['a link with a subject', '<a href="MAILTO:redaktion@blatt.de?subject=Hi&cc=x@blatt.de">Mail</a>'],
    ['an encoded link', '<a href="&#109;ailto:redaktion%40blatt.de">Mail</a>'],
    ['the text', '<p>Write to redaktion@blatt.de.</p>'],
    ['the text with markup within', '<p>redaktion<span>@</span>blatt<b>.de</b></p>'],
    ['the footer', '<footer>© Blatt, redaktion@blatt.de</footer>'],
    ['what spells it for people', '<p>redaktion [at] blatt [dot] de</p>'],
    ['what spells it half', '<p>redaktion(at)blatt.de</p>'],
    ['what spells it in German', '<p>redaktion (ät) blatt (punkt) de</p>'],
  ])('from %s', async (_, html) => {
    expect(await addressesIn(html)).toEqual(['redaktion@blatt.de']);
  });

  test.each([
    ['comments', '<!-- redaktion@blatt.de -->'],
    ['scripts', '<script>var a = "redaktion@blatt.de"</script>'],
    ['templates', '<template><a href="mailto:redaktion@blatt.de">x</a></template>'],
    ['what is hidden, as traps for robots are', '<a style="display:none" href="mailto:trap@blatt.de">x</a><p hidden>trap@blatt.de</p>'],
    ['names of pictures', '<p>logo@2x.png and icon@3x.webp</p>'],
    ['domains that nobody has', '<p>name@example.invalid, a@localhost, me@my.test</p>'],
    ['sentences', '<p>Meet us at blatt.de. We are (at) home. Look at blatt dot de</p>'],
    ['handles and packages', '<p>@blatt.de and left-pad@1.3.0 and git@github</p>'],
    ['header lines smuggled in', '<a href="mailto:a@blatt.de%0d%0aBcc:%20x@y.de">x</a><a href="mailto:a%00b@blatt.de">x</a>'],
    ['broken links', '<a href="mailto:%E0%A4%A">x</a><a href="mailto:">x</a><a href="mailto:@blatt.de">x</a>'],
  ])('from none of %s', async (_, html) => {
    expect(await addressesIn(html)).toEqual([]);
  });

  test('only the first of very many, in little time, however the page is built', async () => {
    const many = Array.from({ length: 2000 }, (_, at) => `a${at}@blatt.de`).join(' ');
    expect(await addressesIn(`<p>${many}</p>`)).toHaveLength(50);
    const start = performance.now();
    await addressesIn(`<p>${'a.'.repeat(100_000)}@${'b.'.repeat(50_000)}</p>`);
    await addressesIn(`<p>${'x [at] '.repeat(30_000)}</p>`);
    await addressesIn(`${'<div>'.repeat(50_000)}redaktion@blatt.de`);
    expect(performance.now() - start).toBeLessThan(5000);
  });
});

describe('of several addresses', () => {
  const shown = (...emails: string[]) => emails.map((email) => ({ email, shown: 'text' as const }));
  const best = (kind: 'contact' | 'imprint' | 'author', ...emails: string[]) => bestOf(shown(...emails), { kind, domain: 'blatt.de' });

  test('those of the site come first, and of these who decides on its texts', () => {
    expect(best('contact', 'blatt@gmail.com', 'info@blatt.de', 'redaktion@mail.blatt.de')).toBe('redaktion@mail.blatt.de');
    expect(best('contact', 'anna@blatt.de', 'presse@blatt.de')).toBe('presse@blatt.de');
  });

  test('one of another domain counts on the contact page alone', () => {
    expect(best('contact', 'blatt@gmail.com')).toBe('blatt@gmail.com');
    expect(best('imprint', 'agentur@werbung.de')).toBeNull();
    expect(best('author', 'anna@gmail.com')).toBeNull();
  });

  test('nobody is written to who does not read such mail', () => {
    expect(best('contact', 'noreply@blatt.de', 'datenschutz@blatt.de', 'abuse@blatt.de', 'jobs@blatt.de')).toBeNull();
    expect(best('contact', 'noreply@blatt.de', 'jobson@blatt.de')).toBe('jobson@blatt.de');
    expect(best('contact', 'fraud@blatt.de', 'complaints@blatt.de')).toBeNull();
  });

  test('who takes orders, members or advertising comes last', () => {
    expect(best('contact', 'membership@blatt.de', 'adsales@blatt.de', 'anna@blatt.de')).toBe('anna@blatt.de');
    expect(best('contact', 'abo@blatt.de')).toBe('abo@blatt.de');
  });
});

/** What a site whose page names the brand is found with. */
async function contactAt(pages: Record<string, string>, change: (site: Site) => void = () => {}) {
  const app = await startLinkDesk();
  const site = await startSite(pages);
  change(site);
  await answerSearches(app, () => [`${site.url}/page`]);
  const { prospects } = await discovered(app, { kinds: ['mention'] });
  expect(prospects).toHaveLength(1);
  return { contact: prospects[0]!.contact, site };
}

const page = (footer = '') => pageWith('Diaries', `${prose}<p>We use Gardenbook.</p><footer>${footer}</footer>`);

describe('whom to write to', () => {
  test('is looked for where the front page says so, if the page itself does not', async () => {
    const { contact, site } = await contactAt({
      '/page': page(),
      '/': pageWith('Blatt', `${prose}<a href="/wir/kontakt.html">So erreichen Sie uns</a>`),
      '/wir/kontakt.html': pageWith('Kontakt', '<p>post@blatt.de</p>'),
    });
    expect(contact).toMatchObject({ email: 'post@blatt.de', source: `${site.url}/wir/kontakt.html`, name: null });
  });

  test('is not taken from the page that was found, nor from a page of another site', async () => {
    const other = await startSite({ '/kontakt': pageWith('Kontakt', '<p>other@anders.de</p>') });
    const { contact, site } = await contactAt(
      {
        '/page': page(`guest@blatt.de <a href="${other.url}/kontakt">Kontakt</a> <a href="/contact">Contact</a>`),
        '/contact': '',
      },
      (made) => {
        made.pages['/contact'] = (_, response) => void response.writeHead(302, { location: `${other.url}/kontakt` }).end();
      },
    );
    expect(contact).toBeNull();
    expect(site.asked).toContain('/contact');
  });

  test('is never guessed: pages that nobody links to are not asked for', async () => {
    const { contact, site } = await contactAt({ '/page': page(), '/kontakt': pageWith('Kontakt', '<p>post@blatt.de</p>') });
    expect(contact).toBeNull();
    expect(site.asked).not.toContain('/kontakt');
  });

  test('is not read where robots.txt forbids it', async () => {
    const { contact, site } = await contactAt({
      '/page': page('<a href="/kontakt">Kontakt</a>'),
      '/kontakt': pageWith('Kontakt', '<p>post@blatt.de</p>'),
      '/robots.txt': 'User-agent: *\nDisallow: /kontakt',
    });
    expect(contact).toBeNull();
    expect(site.asked).not.toContain('/kontakt');
  });
});
