import type { SourceCategory } from '../../schema/ai-sources.ts';

/** When the lists of sites were gone through last. */
export const categoriesCheckedOn = '2026-11-27';

/** Well-known sites of each kind, by registrable domain; a name without a dot stands for it under every suffix (`amazon.de`, `amazon.co.uk`). */
const sites: Partial<Record<SourceCategory, string>> = {
  forum:
    'reddit.com quora.com stackexchange.com stackoverflow.com serverfault.com superuser.com askubuntu.com mathoverflow.net ycombinator.com ' +
    'lobste.rs slashdot.org gutefrage.net producthunt.com indiehackers.com resetera.com neogaf.com xda-developers.com ' +
    'avsforum.com gamefaqs.gamespot.com mumsnet.com boards.ie whirlpool.net.au zhihu.com v2ex.com teamblind.com ' +
    'spiceworks.com warriorforum.com blackhatworld.com webmasterworld.com computerbase.de hardwareluxx.de forocoches.com jeuxvideo.com pikabu.ru',
  video:
    'youtube.com youtu.be vimeo.com dailymotion.com twitch.tv tiktok.com bilibili.com rumble.com wistia.com loom.com nicovideo.jp ted.com',
  social:
    'facebook.com instagram.com linkedin.com x.com twitter.com threads.net threads.com pinterest bsky.app mastodon.social tumblr.com weibo.com ' +
    'vk.com xing.com snapchat.com discord.com telegram.org t.me medium.com substack.com xiaohongshu.com',
  encyclopedia:
    'wikipedia.org wikidata.org wikimedia.org wiktionary.org wikibooks.org wikiwand.com britannica.com fandom.com dbpedia.org scholarpedia.org ' +
    'investopedia.com encyclopedia.com plato.stanford.edu baike.baidu.com larousse.fr brockhaus.de treccani.it merriam-webster.com dictionary.com',
  news:
    'bbc.com bbc.co.uk cnn.com nytimes.com washingtonpost.com wsj.com ft.com economist.com bloomberg.com reuters.com apnews.com theguardian.com ' +
    'independent.co.uk telegraph.co.uk dailymail.co.uk thetimes.com forbes.com fortune.com businessinsider.com cnbc.com usatoday.com latimes.com ' +
    'npr.org cbsnews.com nbcnews.com abcnews.go.com foxnews.com politico.com politico.eu axios.com time.com newsweek.com theatlantic.com ' +
    'newyorker.com vox.com huffpost.com aljazeera.com techcrunch.com theverge.com wired.com arstechnica.com zdnet.com cnet.com engadget.com ' +
    'venturebeat.com mashable.com gizmodo.com theregister.com techradar.com tomshardware.com tomsguide.com pcmag.com pcworld.com macworld.com ' +
    '9to5mac.com 9to5google.com bleepingcomputer.com infoworld.com computerworld.com fastcompany.com inc.com entrepreneur.com lifehacker.com ' +
    'spiegel.de zeit.de faz.net sueddeutsche.de welt.de bild.de tagesschau.de heise.de golem.de t3n.de chip.de computerwoche.de handelsblatt.com ' +
    'nzz.ch derstandard.at lemonde.fr lefigaro.fr liberation.fr leparisien.fr francetvinfo.fr elpais.com elmundo.es abc.es lavanguardia.com ' +
    'xataka.com repubblica.it corriere.it lastampa.it ilsole24ore.com ansa.it nos.nl nu.nl nrc.nl volkskrant.nl globo.com uol.com.br folha.com.br ' +
    'publico.pt aftonbladet.se dn.se svd.se dr.dk nrk.no vg.no yle.fi hs.fi onet.pl gazeta.pl wyborcza.pl nikkei.com asahi.com nhk.or.jp ' +
    'yonhapnews.co.kr chosun.com scmp.com xinhuanet.com timesofindia.com indiatimes.com thehindu.com ndtv.com straitstimes.com abc.net.au ' +
    'smh.com.au cbc.ca theglobeandmail.com prnewswire.com businesswire.com globenewswire.com searchengineland.com searchenginejournal.com',
  reviews:
    'g2.com capterra softwareadvice.com getapp trustradius.com trustpilot.com gartner.com forrester.com sourceforge.net alternativeto.net saashub.com ' +
    'slashdotmedia.com softwaresuggest.com crozdesk.com financesonline.com goodfirms.co clutch.co yelp tripadvisor glassdoor ' +
    'consumerreports.org which.co.uk test.de stiftung-warentest.de omr.com rtings.com nerdwallet.com bankrate.com thewirecutter.com ' +
    'trustedreviews.com whathifi.com dpreview.com metacritic.com rottentomatoes.com bbb.org sitejabber.com kununu.com provenexpert.com holidaycheck.de',
  shop:
    'amazon ebay etsy.com walmart.com target.com bestbuy.com aliexpress alibaba.com shopify.com costco.com homedepot.com lowes.com newegg.com ' +
    'wayfair ikea.com rakuten zalando otto.de mediamarkt saturn.de idealo kaufland.de bol.com coolblue.nl cdiscount.com fnac.com ' +
    'elcorteingles.es allegro.pl mercadolibre mercadolivre.com.br flipkart.com shopee lazada temu.com shein.com argos.co.uk currys.co.uk digitec.ch galaxus',
  'docs/code':
    'github.com github.io gitlab.com gitlab.io bitbucket.org npmjs.com pypi.org crates.io docs.rs rubygems.org packagist.org nuget.org pkg.go.dev ' +
    'readthedocs.io readthedocs.org gitbook.io huggingface.co mozilla.org w3.org w3schools.com ietf.org rfc-editor.org python.org nodejs.org ' +
    'kubernetes.io docker.com debian.org ubuntu.com archlinux.org kernel.org gnu.org apache.org dev.to hashnode.dev codepen.io jsfiddle.net ' +
    'geeksforgeeks.org freecodecamp.org digitalocean.com postman.com swagger.io',
  'government/education':
    'europa.eu who.int un.org oecd.org worldbank.org imf.org wto.org nato.int admin.ch bund.de service-public.fr gob.es arxiv.org doi.org ' +
    'nature.com science.org sciencedirect.com springer.com wiley.com jstor.org researchgate.net semanticscholar.org plos.org mdpi.com ' +
    'frontiersin.org ieee.org acm.org sagepub.com tandfonline.com oup.com cambridge.org khanacademy.org coursera.org edx.org mayoclinic.org nhs.uk',
};

/** What hosts say of themselves, where no list knows the site; the first that fits counts. */
const hosts: readonly { category: SourceCategory; host: RegExp }[] = [
  {
    category: 'government/education',
    host: /\.(?:gov|mil|edu|int)$|(?:^|\.)(?:gov|mil|edu|gouv|gob|govt)\.[a-z]{2}$|\.(?:go|ac)\.[a-z]{2}$|(?:^|\.)(?:uni|univ|tu|fh|hs)-[a-z-]+\.[a-z]{2,3}$|\.k12\.[a-z]{2}\.us$/,
  },
  {
    category: 'forum',
    host: /^(?:forums?|community|communities|discuss|discussions?|boards?|answers|ask)\.|(?:^|\.)[a-z-]*forum\.[a-z.]{2,6}$/,
  },
  { category: 'docs/code', host: /^(?:docs?|developers?|dev|api|reference|learn|support|help|kb|knowledge|manual|wiki|git|code)\./ },
  { category: 'shop', host: /^(?:shop|store|buy)\./ },
  { category: 'news', host: /^news\./ },
];

const bySite = new Map<string, SourceCategory>();
for (const [category, list] of Object.entries(sites)) for (const site of list.split(' ')) bySite.set(site, category as SourceCategory);

/** The kind of a source by its host and its registrable domain, for a site that is no brand's. */
export function categoryOf(host: string, domain: string): SourceCategory {
  const bare = host.replace(/:\d+$/, '');
  const listed = bySite.get(bare) ?? bySite.get(domain) ?? bySite.get(domain.split('.', 1)[0]!);
  if (listed) return listed;
  const byHost = hosts.find((one) => one.host.test(bare));
  if (byHost) return byHost.category;
  // Sites of their own below a domain that is a private suffix, such as a.github.io.
  return bySite.get(domain.slice(domain.indexOf('.') + 1)) ?? 'other';
}
