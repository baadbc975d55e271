import { related, target, teaserOf, titleOf, type Pair } from './corpus.ts';

/** Pairs of a page as it was and as it is, made by hand: whether what it says really changed. */

const swap = (from: string | RegExp, to: string) => (html: string) => {
  const changed = html.replace(from, to);
  if (changed === html) throw new Error(`The corpus has no ${String(from)}.`);
  return changed;
};
const after = (marker: string, more: string) => swap(marker, `${marker}${more}`);
const inBoth = (change: (html: string) => string) => ({ here: change, elsewhere: change });
const all =
  (...changes: ((html: string) => string)[]) =>
  (html: string) =>
    changes.reduce((so, change) => change(so), html);

const below = (html: string) => swap('<p class="count">', `${html}<p class="count">`);
/** Other pieces as cards: the title is a heading, and the teaser breaks off. */
const cards = (paths: readonly string[]) =>
  paths.map((path) => `<section><h3><a href="${path}">${titleOf(path)}</a></h3><p>${teaserOf(path)}</p></section>`).join('');

const banner = after('<main><article>', '<p>Join us in Lisbon this June for Tidewater Days, our meeting on databases.</p>');
const cookies = after('<body>', '<div class="cookie-notice"><p>We use cookies to improve your experience. Accept all or manage them.</p></div>'); // prettier-ignore

export const pairs: readonly Pair[] = [
  // What a reader would want to know of.
  {
    name: 'a sentence is added to a paragraph',
    isChange: true,
    here: swap('until one is free.', 'until one is free. Since version 9 the queue has a limit of its own.'),
  },
  {
    name: 'a paragraph is added',
    isChange: true,
    here: after(
      'refuses new ones.</p>',
      '<p>Pools of read replicas are sized apart, because their lag decides how many reads they should take.</p>',
    ),
  },
  {
    name: 'a section is added',
    isChange: true,
    here: after(
      'refuses new ones.</p>',
      '<h2>Pools in serverless functions</h2><p>A function that sleeps keeps no connection. Put a proxy between the functions and the database, and pool there.</p>',
    ),
  },
  {
    name: 'a sentence is taken out',
    isChange: true,
    here: swap(' Closing waits for the requests that are under way, and refuses new ones.', ''),
  },
  { name: 'a paragraph is taken out', isChange: true, here: swap(/<p>The pool hands out[^<]*<\/p>/, '') },
  { name: 'a number in the text is corrected', isChange: true, here: swap('a pool of five connections', 'a pool of ten connections') },
  { name: 'a price is raised', isChange: true, here: swap('costs $49 a month', 'costs $59 a month') },
  {
    name: 'a percentage is changed',
    isChange: true,
    was: swap('holds twelve.', 'holds twelve. Paying by the year saves 10%.'),
    here: swap('saves 10%', 'saves 20%'),
  },
  {
    name: 'the title names another year',
    isChange: true,
    here: swap(/Connection pools explained/g, 'Connection pools explained for 2026'),
  },
  { name: 'the title is written anew', isChange: true, here: swap(/Connection pools explained/g, 'How connection pools work') },
  { name: 'a statement is turned around', isChange: true, here: swap('need not wait for a handshake', 'must still wait for a handshake') },
  { name: 'a word is corrected', isChange: true, here: swap('a request asks for one', 'a client asks for one') },
  {
    name: 'a table of figures is added',
    isChange: true,
    here: after(
      'refuses new ones.</p>',
      '<table><tr><th>Connections</th><th>Median wait</th></tr><tr><td>5</td><td>41 ms</td></tr><tr><td>10</td><td>12 ms</td></tr></table>',
    ),
  },
  {
    name: 'code is added',
    isChange: true,
    here: after('refuses new ones.</p>', '<pre><code>const pool = new Pool({ connections: 10 });\nawait pool.close();</code></pre>'),
  },
  {
    name: 'the code is changed',
    isChange: true,
    was: after('refuses new ones.</p>', '<pre><code>await pool.end();</code></pre>'),
    here: swap('pool.end()', 'pool.close()'),
  },
  {
    name: 'a list item is added',
    isChange: true,
    here: after(
      'refuses new ones.</p>',
      '<ul><li>Ten connections for a service of one process</li><li>Two for each worker beside it</li><li>One that is kept for migrations</li></ul>',
    ),
  },
  {
    name: 'a quotation is added',
    isChange: true,
    here: after(
      'refuses new ones.</p>',
      '<blockquote><p>We halved our waiting times with a smaller pool, says the lead engineer of a shop in Porto.</p></blockquote>',
    ),
  },
  {
    name: 'the piece is rewritten',
    isChange: true,
    here: swap(
      /<p>A connection pool keeps[\s\S]*refuses new ones\.<\/p>/,
      '<p>Opening a connection takes longer than most queries. A pool opens a few in advance and lends them to whoever asks.</p><p>How many are right depends on the cores of the database, not on the number of users. Twice the cores is a good beginning.</p>',
    ),
  },
  {
    name: 'a question with its answer is added',
    isChange: true,
    here: after(
      'refuses new ones.</p>',
      '<h3>How large should a pool be?</h3><p>Begin with twice the cores of the database server, and measure the queue.</p>',
    ),
  },
  { name: 'an offer ends', isChange: true, here: swap(' The team plan costs $99 and holds twelve.', '') },
  {
    name: 'a sentence changes while the counters do',
    isChange: true,
    here: all(swap('1000 views', '2417 views'), swap('a pool of five connections', 'a pool of eight connections')),
  },
  {
    name: 'a sentence changes while a banner comes up everywhere',
    isChange: true,
    here: all(banner, swap('holds three pools', 'holds four pools')),
    elsewhere: banner,
  },
  {
    name: 'a sentence changes on a site of two pages',
    isChange: true,
    here: swap('until one is free', 'until one is free or a second has passed'),
    others: 1,
  },
  {
    name: 'the date of an event changes in the text',
    isChange: true,
    here: swap(
      'Close the pool when the service stops.',
      'The old driver is supported until 30 June 2027. Close the pool when the service stops.',
    ),
  },
  // What nobody would want to be told.
  { name: 'the year in the footer', isChange: false, ...inBoth(swap('© 2025', '© 2026')) },
  { name: 'the year in the footer of one page', isChange: false, here: swap('© 2025', '© 2026') },
  { name: 'a banner on every page', isChange: false, ...inBoth(banner) },
  { name: 'a banner on every page of a site of two', isChange: false, ...inBoth(banner), others: 1 },
  { name: 'a cookie notice on every page', isChange: false, ...inBoth(cookies) },
  {
    name: 'the newsletter box is worded anew',
    isChange: false,
    ...inBoth(
      swap(
        'Get one letter a month with what we learnt about databases.',
        'Our monthly letter has a new name: The Tide Table. Sign up and never miss it.',
      ),
    ),
  },
  { name: 'the newsletter box goes', isChange: false, ...inBoth(swap(/<p class="newsletter">[^<]*<\/p>/, '')) },
  { name: 'the views are counted', isChange: false, here: swap('1000 views', '1424 views') },
  { name: 'the views are counted in thousands', isChange: false, here: swap('1000 views', '1.4k views') },
  { name: 'days pass', isChange: false, here: swap('posted 3 days ago', 'posted 2 weeks ago') },
  { name: 'the time it takes to read is counted anew', isChange: false, here: swap('4 min read', '5 min read') },
  { name: 'the page says that it was updated', isChange: false, here: swap('Updated on March 1, 2026', 'Updated on April 12, 2026') },
  { name: 'the related posts are others', isChange: false, here: swap(related(target, 0), related(target, 1)) },
  { name: 'the related posts are others on every page', isChange: false, here: swap(related(target, 0), related(target, 2)) },
  {
    name: 'the related posts have teasers',
    isChange: false,
    here: swap(
      '<h3>Related posts</h3>',
      '<h3>Related posts</h3><p><a href="/blog/backups">Backups that can be restored</a></p><p>A backup nobody has restored is a hope.</p>',
    ),
  },
  {
    name: 'readers are counted in a sentence on every page',
    isChange: false,
    ...inBoth((html) => html.replace(/(\d+) engineers read this/, (_, count) => `${Number(count) + 31} engineers read this`)),
  },
  {
    name: 'the markup changes and the words do not',
    isChange: false,
    here: (html) => html.replaceAll('<p>', '<p class="prose">').replace('<article>', '<article data-version="2">'),
  },
  {
    name: 'the classes of a new build',
    isChange: false,
    ...inBoth((html) => html.replaceAll('class="meta"', 'class="css-1x9f"').replaceAll('class="count"', 'class="css-77ab"')),
  },
  { name: 'a script and its nonce', isChange: false, here: after('<body>', '<script nonce="8f1c">window.track("pools")</script>') },
  { name: 'the quotation marks and dashes are others', isChange: false, here: swap('a handshake. Most', 'a handshake.&nbsp; Most') },
  { name: 'a word is emphasised', isChange: false, here: swap('an idle connection when', 'an <em>idle connection</em> when') },
  {
    name: 'the menu has another entry',
    isChange: false,
    ...inBoth(after('<a href="/pricing">Pricing</a>', ' <a href="/events">Events</a>')),
  },
  { name: 'comments are counted', isChange: false, here: after('posted 3 days ago</p>', '<p>Comments (12)</p>') },
  { name: 'a picture is another', isChange: false, here: after('refuses new ones.</p>', '<img src="/img/pool-2.png" alt="">') },
  { name: 'the site is named otherwise in titles', isChange: false, ...inBoth(swap('| Tidewater Blog', '| Tidewater Engineering')) },
  {
    name: 'the author is introduced on every page',
    isChange: false,
    ...inBoth(after('class="newsletter">', 'Ann Lee has looked after databases at Tidewater for nine years. ')),
  },
  { name: 'a hidden token', isChange: false, here: after('<main><article>', '<input type="hidden" name="csrf" value="b61f">') },
  {
    name: 'the cards below are others',
    isChange: false,
    was: below(cards(['/blog/backups', '/blog/monitoring'])),
    here: swap(cards(['/blog/backups', '/blog/monitoring']), cards(['/blog/slow-queries', '/blog/read-replicas'])),
  },
  { name: 'the cards below come up on every page', isChange: false, ...inBoth(below(cards(['/blog/backups', '/blog/monitoring']))) },
  {
    name: 'the days are told in German',
    isChange: false,
    was: swap('posted 3 days ago', 'vor 3 Tagen'),
    here: swap('vor 3 Tagen', 'vor 2 Wochen'),
  },
  {
    name: 'a number is put into a sentence that counts',
    isChange: true,
    was: swap('Close the pool when the service stops.', 'We run 240 pools in production. Close the pool when the service stops.'),
    here: swap('We run 240 pools', 'We run 900 pools'),
  },
  {
    name: 'the prices of all books are raised',
    isChange: true,
    isChangeElsewhere: true,
    ...inBoth((html) => html.replace(/costs \$(\d+) in our shop/, (_, price) => `costs $${Number(price) + 5} in our shop`)),
  },
];
