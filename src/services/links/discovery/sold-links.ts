/** Trades that buy links on pages about anything, by the words of a link and its host. Words that honest lists have too, such as loans or essays, stand with what tells them apart. */
const trades: readonly RegExp[] = [
  /casino|jackpot|roulette|sportsbook|bookmaker|sportwetten|apuestas|apostas|scommesse|paris-?sportifs|\b(?:bets?|betting|slots?|poker|gokken)\b/i,
  /payday|(?:fast|quick|instant|cash)[- ]?loan|loans?[- ]?fast|sofort-?kredit|kredit-?sofort|cryptocurrenc|\b(?:crypto|forex)\b/i,
  /viagra|cialis|potenzmittel|cheap[- ]pills|\b(?:cbd|vapes?)\b/i,
  /porn|\b(?:escorts?|hookups?)\b/i,
  /replica[- ]?(?:watch|bag|uhr)/i,
  /essay[- ]?writer|write[- ]my[- ]essay/i,
];
/** One is a subject; who links to several sells to whoever pays. */
export const minTrades = 2;
/** Of a page's links so many tell, and of the words of each so many characters: the rest would only take time. */
const maxLinks = 1000;
const maxLinkText = 100;

/** Whether a page sells its links: its text leads to several such trades, none of them a subject of the project. */
export function sellsLinks(outbound: readonly { host: string; text: string; isInText: boolean }[], subjects: readonly string[]): boolean {
  const others = trades.filter((trade) => !subjects.some((subject) => trade.test(subject)));
  const inText = outbound.filter(({ isInText }) => isInText).slice(0, maxLinks);
  const links = inText.map(({ host, text }) => `${host} ${text.slice(0, maxLinkText)}`);
  return others.filter((trade) => links.some((link) => trade.test(link))).length >= minTrades;
}
