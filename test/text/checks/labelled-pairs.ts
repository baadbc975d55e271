export interface LabelledPair {
  language: string;
  claim: string;
  passages: string[];
  supported: boolean;
  /** What makes it so. */
  because: string;
}

const pool =
  'A connection pool keeps up to 10 sockets open per origin. Idle sockets are closed after 4 seconds. The pool does not retry requests that are not idempotent.';
const tower =
  'The Eiffel Tower was built by Gustave Eiffel’s company between 1887 and 1889. It is 330 metres tall and drew 5.9 million visitors in 2022.';
const coffee =
  'Espresso is brewed by forcing hot water at 9 bar through finely ground coffee. A shot takes 25 to 30 seconds. Robusta contains about twice as much caffeine as Arabica.';
const bank =
  'The European Central Bank raised its key rate by 0.75 percentage points to 1.25 per cent on 8 September 2022. Christine Lagarde said that inflation would remain too high.';
const firm =
  'Anna Keller founded Northwind in Oslo in 2011. Ben Carter founded Eastgate in Lisbon in 2014. Northwind has 1,200 employees and Eastgate has 300.';
const study =
  'In a trial with 1,240 patients, the drug lowered blood pressure by 12 % on average. Side effects were not observed. Dr. Maria Rossi led the study at the University of Bologna.';
const muenchen =
  'Die Stadt München hat rund 1,5 Millionen Einwohner. Das Oktoberfest zog 2023 etwa 7,2 Millionen Besucher an. Der Eintritt kostet nichts.';
const bosch =
  'Bosch meldete für 2023 einen Umsatz von 91,6 Milliarden Euro. Siemens beschäftigt 320.000 Menschen. Die Wärmepumpe senkt den Verbrauch um 40 Prozent.';
const pompe =
  'La pompe à chaleur réduit la consommation de 40 %. Elle a été inventée en 1857 par Peter von Rittinger. Elle ne fonctionne pas sans électricité.';
const museo =
  'El Museo del Prado abrió el 19 de noviembre de 1819 en Madrid. Recibió 3,2 millones de visitantes en 2023. La entrada cuesta 15 euros.';
const ponte = 'Il ponte di Rialto fu costruito tra il 1588 e il 1591 da Antonio da Ponte. Misura 48 metri. Non è aperto alle automobili.';
const porto = 'A cidade do Porto tem cerca de 231 mil habitantes. A ponte Dom Luís abriu em 1886. O metro não funciona durante a noite.';
const dijk =
  'De Afsluitdijk is 32 kilometer lang en werd op 28 mei 1932 gesloten. Cornelis Lely ontwierp het plan. De dijk is niet toegankelijk voor vrachtwagens.';

const yes = (language: string, passages: string | string[], because: string, ...claims: string[]): LabelledPair[] =>
  claims.map((claim) => ({ language, claim, passages: [passages].flat(), supported: true, because }));
const no = (language: string, passages: string | string[], because: string, ...claims: string[]): LabelledPair[] =>
  claims.map((claim) => ({ language, claim, passages: [passages].flat(), supported: false, because }));

export const labelledPairs: LabelledPair[] = [
  ...yes(
    'en',
    pool,
    'paraphrase',
    'Up to ten sockets per origin are kept open by a connection pool.',
    'After four seconds, idle sockets get closed.',
    'Each origin gets a pool of at most 10 open sockets.',
    'Requests that are not idempotent are not retried by the pool.',
    'The pool never retries requests that are not idempotent.',
  ),
  ...no(
    'en',
    pool,
    'another number',
    'A connection pool keeps up to 12 sockets open per origin.',
    'Idle sockets are closed after 10 seconds.',
    'Idle sockets are closed after 4 minutes.',
  ),
  ...no(
    'en',
    pool,
    'turned round',
    'The pool retries requests that are not idempotent.',
    'A connection pool does not keep sockets open per origin.',
    'Idle sockets are never closed.',
  ),
  ...no(
    'en',
    pool,
    'nothing of the kind',
    'Pools were popularised by database vendors who sold licences by the seat.',
    'Most teams prefer HTTP/2 for busy services.',
    'Load balancers distribute traffic across regions.',
  ),
  ...yes(
    'en',
    tower,
    'paraphrase',
    'Gustave Eiffel’s company built the tower from 1887 to 1889.',
    'In 2022 the Eiffel Tower drew 5,900,000 visitors.',
    'The tower is 330 metres tall.',
    'Standing 330 metres tall, the Eiffel Tower had 5.9 million visitors in 2022.',
  ),
  ...no(
    'en',
    tower,
    'another name',
    'The Eiffel Tower was built by Antoni Gaudí’s company between 1887 and 1889.',
    'The Tokyo Tower is 330 metres tall.',
    'The Eiffel Tower in Berlin is 330 metres tall.',
  ),
  ...no(
    'en',
    tower,
    'another number',
    'The tower is 300 metres tall.',
    'It drew 5.9 billion visitors in 2022.',
    'It drew 5.9 million visitors in 2021.',
    'The Eiffel Tower was built between 1887 and 1899.',
  ),
  ...yes(
    'en',
    coffee,
    'paraphrase',
    'Hot water is forced through finely ground coffee at 9 bar to brew espresso.',
    'A shot of espresso takes 25–30 seconds.',
    'Arabica contains about half as much caffeine as Robusta, which has twice as much.',
  ),
  ...no('en', coffee, 'another number', 'A shot takes 35 to 40 seconds.', 'Espresso is brewed at 15 bar.'),
  ...no(
    'en',
    coffee,
    'nothing of the kind',
    'Italian bars serve cappuccino only before noon.',
    'Milk foam needs whole milk and a steady hand.',
  ),
  ...yes(
    'en',
    bank,
    'paraphrase',
    'On September 8, 2022 the ECB raised its key rate to 1.25 %.',
    'Lagarde said inflation would remain too high.',
    'The European Central Bank raised its key rate by 0.75 points in September 2022.',
  ),
  ...no(
    'en',
    bank,
    'another date',
    'The European Central Bank raised its key rate on 9 September 2022.',
    'The ECB raised its key rate in October 2022.',
  ),
  ...no(
    'en',
    bank,
    'another name',
    'Mario Draghi said that inflation would remain too high.',
    'The Federal Reserve raised its key rate to 1.25 per cent on 8 September 2022.',
  ),
  ...no(
    'en',
    bank,
    'another number',
    'The European Central Bank raised its key rate to 2.25 per cent.',
    'The bank raised its key rate by 0.75 dollars.',
  ),
  ...yes(
    'en',
    firm,
    'merged from two sentences',
    'Northwind was founded in 2011 and Eastgate in 2014.',
    'Anna Keller founded Northwind, while Ben Carter founded Eastgate.',
    'Keller founded Northwind in Oslo.',
  ),
  ...yes(
    'en',
    [pool, coffee],
    'merged from two passages',
    'A pool keeps up to 10 sockets open, and an espresso shot takes 25 to 30 seconds.',
  ),
  ...yes(
    'en',
    [tower, bank],
    'merged from two passages',
    'In 2022 the Eiffel Tower drew 5.9 million visitors and the European Central Bank raised its key rate.',
  ),
  ...no(
    'en',
    firm,
    'numbers swapped',
    'Northwind has 300 employees and Eastgate has 1,200.',
    'Ben Carter founded Eastgate in Lisbon in 2011.',
    'Anna Keller founded Northwind in Oslo in 2014.',
  ),
  ...no('en', firm, 'names swapped', 'Clara Carter founded Eastgate in Lisbon in 2014.', 'Anna Keller founded Westwind in Oslo in 2011.'),
  ...yes(
    'en',
    study,
    'paraphrase',
    'The drug lowered blood pressure by 12 percent on average.',
    'A trial with 1240 patients was led by Maria Rossi.',
    'No side effects were observed.',
  ),
  ...no('en', study, 'turned round', 'Side effects were observed.', 'The drug did not lower blood pressure.'),
  ...no('en', study, 'another number', 'The drug lowered blood pressure by 21 % on average.', 'The trial had 12,400 patients.'),
  ...yes(
    'de',
    muenchen,
    'paraphrase',
    'München zählt rund 1,5 Mio. Einwohner.',
    'Etwa 7,2 Millionen Besucher zog das Oktoberfest im Jahr 2023 an.',
    'Das Oktoberfest kostet keinen Eintritt.',
  ),
  ...no(
    'de',
    muenchen,
    'another number or name',
    'München hat rund 1,5 Milliarden Einwohner.',
    'Das Oktoberfest zog 2022 etwa 7,2 Millionen Besucher an.',
    'Die Stadt Hamburg hat rund 1,5 Millionen Einwohner.',
  ),
  ...yes(
    'de',
    bosch,
    'paraphrase',
    'Der Umsatz von Bosch betrug 2023 91,6 Milliarden Euro.',
    'Um 40 % senkt eine Wärmepumpe den Verbrauch.',
    'Die Pumpe senkt den Verbrauch um 40 Prozent.',
  ),
  ...no(
    'de',
    bosch,
    'another number or name',
    'Siemens meldete für 2023 einen Umsatz von 91,6 Milliarden Euro.',
    'Bosch beschäftigt 320.000 Menschen.',
    'Siemens beschäftigt 32.000 Menschen.',
    'Die Wärmepumpe senkt den Verbrauch nicht.',
  ),
  ...no('de', bosch, 'nothing of the kind', 'Viele Eigentümer warten auf günstigere Zinsen der Banken.'),
  ...yes(
    'fr',
    pompe,
    'paraphrase',
    'La consommation est réduite de 40 pour cent par la pompe à chaleur.',
    'Peter von Rittinger a inventé la pompe à chaleur en 1857.',
    'Sans électricité, elle ne fonctionne pas.',
  ),
  ...no(
    'fr',
    pompe,
    'another number or name, or turned round',
    'La pompe à chaleur réduit la consommation de 60 %.',
    'Elle a été inventée en 1857 par Louis Pasteur.',
    'La pompe à chaleur ne réduit pas la consommation.',
  ),
  ...yes(
    'es',
    museo,
    'paraphrase',
    'El Prado abrió en Madrid en noviembre de 1819.',
    'En 2023 el museo recibió 3,2 millones de visitantes.',
    'La entrada del museo cuesta quince euros.',
  ),
  ...no(
    'es',
    museo,
    'another number, name or date',
    'El Museo del Prado abrió el 20 de noviembre de 1819 en Madrid.',
    'El Museo del Prado abrió en Barcelona.',
    'La entrada cuesta 15 dólares.',
    'La entrada no cuesta 15 euros.',
  ),
  ...yes(
    'it',
    ponte,
    'paraphrase',
    'Antonio da Ponte costruì il ponte di Rialto tra il 1588 e il 1591.',
    'Le automobili non sono aperte sul ponte di Rialto.',
    'Il ponte di Rialto misura 48 metri.',
  ),
  ...no(
    'it',
    ponte,
    'another number or name, or turned round',
    'Il ponte di Rialto misura 84 metri.',
    'Il ponte di Rialto fu costruito da Andrea Palladio.',
    'Il ponte è aperto alle automobili.',
  ),
  ...yes(
    'pt',
    porto,
    'paraphrase',
    'Cerca de 231.000 habitantes vivem na cidade do Porto.',
    'Em 1886 abriu a ponte Dom Luís.',
    'Durante a noite o metro não funciona.',
  ),
  ...no(
    'pt',
    porto,
    'another number or name, or turned round',
    'A cidade do Porto tem cerca de 321 mil habitantes.',
    'A cidade de Braga tem cerca de 231 mil habitantes.',
    'O metro funciona durante a noite.',
  ),
  ...yes(
    'nl',
    dijk,
    'paraphrase',
    'Op 28 mei 1932 werd de Afsluitdijk gesloten.',
    'Het plan van de Afsluitdijk werd door Lely ontworpen.',
    'De dijk is 32 km lang.',
  ),
  ...no(
    'nl',
    dijk,
    'another number or name, or turned round',
    'De Afsluitdijk is 23 kilometer lang.',
    'Op 29 mei 1932 werd de Afsluitdijk gesloten.',
    'Johan Rudolph ontwierp het plan.',
    'De dijk is toegankelijk voor vrachtwagens.',
  ),
  ...no(
    'en',
    pool,
    'the same subject, another statement',
    'A connection pool saves memory because open sockets are shared by every origin.',
    'Pools with many idle sockets slow a server down.',
    'Retrying requests makes a pool more reliable than a single socket.',
    'A pool of sockets is the best choice for requests that must be fast.',
  ),
  ...no(
    'en',
    tower,
    'the same subject, another statement',
    'Visitors of the tower pay more than for any other monument.',
    'The company painted the tower every seven years.',
    'The tower is the most photographed building of the world.',
  ),
  ...no(
    'en',
    coffee,
    'the same subject, another statement',
    'Finely ground coffee tastes bitter when the water is too hot.',
    'Arabica coffee grows on high ground and costs more.',
    'Caffeine makes espresso drinkers sleep badly.',
  ),
  ...no(
    'en',
    study,
    'the same subject, another statement',
    'Patients with high blood pressure should take the drug every morning.',
    'The drug works faster in younger patients.',
  ),
  ...no(
    'de',
    muenchen,
    'the same subject, another statement',
    'Die Stadt lebt vor allem vom Oktoberfest und seinen Besuchern.',
    'Besucher der Stadt fahren meist mit der Bahn.',
  ),
  ...no('fr', pompe, 'the same subject, another statement', 'La pompe à chaleur convient surtout aux maisons neuves.'),
  ...no('es', museo, 'the same subject, another statement', 'Los visitantes del museo prefieren la entrada gratuita.'),
  ...no('it', ponte, 'the same subject, another statement', 'Il ponte fu restaurato con il denaro di un mecenate.'),
  ...yes(
    'en',
    pool,
    'looser paraphrase',
    'Keeping sockets open per origin, a pool caps them at 10.',
    'Sockets left idle close after 4 seconds.',
  ),
  ...yes(
    'en',
    coffee,
    'looser paraphrase',
    'Robusta beans hold roughly twice the caffeine of Arabica.',
    'To brew espresso, baristas force hot water through fine coffee.',
  ),
  ...yes(
    'en',
    bank,
    'looser paraphrase',
    'The key interest rate rose to 1.25 per cent, a step of 0.75 points.',
    'Inflation would stay too high, Lagarde said.',
  ),
  ...yes('de', bosch, 'looser paraphrase', 'Mit einer Wärmepumpe sinkt der Verbrauch um 40 Prozent.'),
  ...yes('nl', dijk, 'looser paraphrase', 'Het plan voor de dijk kwam van Cornelis Lely.'),
  // What words alone do not tell: kept here so that the figures are honest.
  ...yes('en', pool, 'synonyms', 'Unused connections get torn down following a brief delay.'),
  ...yes('en', study, 'synonyms', 'Participants saw their hypertension ease markedly.'),
  ...no('en', firm, 'roles swapped', 'Northwind founded Anna Keller in Oslo in 2011.'),
  ...no('en', coffee, 'comparison swapped', 'Arabica contains about twice as much caffeine as Robusta.'),
];

const sail =
  'The Vasa sank on 10 August 1628 in Stockholm after sailing 1,300 metres. She carried 64 bronze cannon. About 30 people died. The wreck was raised on 24 April 1961 under Anders Franzén.';
const cache =
  'Redis stores data in memory. A key without a time to live is never evicted under the noeviction policy. Version 7.2 added a new eviction counter. Replication is asynchronous by default.';
const bread =
  'Sourdough ferments for 12 to 18 hours at 24 °C. The starter contains lactic acid bacteria and wild yeast. Salt is usually 2 % of the flour’s weight.';
const bahn =
  'Die Gotthardbahn wurde 1882 eröffnet. Der neue Tunnel ist 57 Kilometer lang und kostete 12,2 Milliarden Franken. Güterzüge fahren nicht schneller als 100 km/h.';
const vin =
  'Le vignoble de Bordeaux couvre 110 000 hectares. Le classement de 1855 fut demandé par Napoléon III. Le merlot y occupe 66 % des surfaces.';

/** Written after the rules and the threshold stood. Of the three it got wrong then two were mended since: the full stop of "Mrd." and a "no" beside an "and". */
export const unseenPairs: LabelledPair[] = [
  ...yes(
    'en',
    sail,
    'paraphrase',
    'The Vasa went down in Stockholm on 10 August 1628.',
    'About thirty people died when she sank.',
    'Anders Franzén’s team raised the wreck in April 1961.',
    'She had 64 bronze cannon aboard.',
  ),
  ...no(
    'en',
    sail,
    'not so',
    'The Vasa sank on 10 August 1638 in Stockholm.',
    'About 130 people died.',
    'The wreck was raised in 1961 under Lars Barkman.',
    'The Vasa sank in Copenhagen after sailing 1,300 metres.',
    'The ship was too narrow for her height.',
  ),
  ...yes(
    'en',
    cache,
    'paraphrase',
    'Redis keeps its data stored in memory.',
    'By default, replication in Redis is asynchronous.',
    'The noeviction policy never evicts a key without a time to live.',
    'An eviction counter was added in version 7.2.',
  ),
  ...no(
    'en',
    cache,
    'not so',
    'Redis replication is not asynchronous by default.',
    'Version 7.4 added a new eviction counter.',
    'Memcached stores data in memory.',
    'Keys with a time to live are removed by a background thread.',
  ),
  ...yes(
    'en',
    bread,
    'paraphrase',
    'Sourdough takes 12–18 hours to ferment at 24 °C.',
    'Wild yeast and lactic acid bacteria live in the starter.',
    'Bakers usually add salt at 2 percent of the flour’s weight.',
  ),
  ...no(
    'en',
    bread,
    'not so',
    'Sourdough ferments for 12 to 18 days at 24 °C.',
    'Salt is usually 5 % of the flour’s weight.',
    'The starter contains no wild yeast.',
    'Rye flour makes a denser loaf than wheat flour.',
  ),
  ...yes(
    'de',
    bahn,
    'paraphrase',
    'Im Jahr 1882 wurde die Gotthardbahn eröffnet.',
    'Der Tunnel kostete 12,2 Mrd. Franken und ist 57 km lang.',
    'Schneller als 100 km/h fahren Güterzüge nicht.',
  ),
  ...no(
    'de',
    bahn,
    'not so',
    'Die Gotthardbahn wurde 1892 eröffnet.',
    'Der neue Tunnel ist 75 Kilometer lang.',
    'Der neue Tunnel kostete 12,2 Milliarden Euro.',
    'Die Brennerbahn wurde 1882 eröffnet.',
  ),
  ...yes('fr', vin, 'paraphrase', 'Napoléon III demanda le classement de 1855.', 'Le merlot occupe 66 pour cent des surfaces du vignoble.'),
  ...no(
    'fr',
    vin,
    'not so',
    'Le vignoble de Bordeaux couvre 101 000 hectares.',
    'Le classement de 1855 fut demandé par Charles X.',
    'Le vignoble de Bourgogne couvre 110 000 hectares.',
  ),
];
