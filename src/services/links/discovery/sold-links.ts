import type { SeenPage } from './look.ts';

/** Trades that buy links on pages about anything, by the words of a link and its host. */
const trades: readonly RegExp[] = [
  /[ck]asino|jackpot|roulette|sportsbook|bookmaker|sportwetten|apuestas|apostas|scommesse|paris-?sportifs|\b(?:bets?|betting|slots?|poker|gokken)\b/i,
  /payday|cryptocurrenc|kredit|\b(?:loans?|crypto|forex|pr[ée]stamos?|pr[êe]ts?|prestit[io]|empr[ée]stimos?|lening(?:en)?)\b/i,
  /viagra|cialis|potenzmittel|\b(?:pills|cbd|vapes?)\b/i,
  /porn|\b(?:escorts?|sex|hookups?)\b/i,
  /\breplicas?\b/i,
  /\bessays?\b/i,
];
/** One is a subject; who links to several sells to whoever pays. */
export const minTrades = 2;
/** Of a page's links so many tell, and of the words of each so many characters: the rest would only take time. */
const maxLinks = 1000;
const maxLinkText = 100;

/** Whether a page sells its links: its text leads to several such trades, none of them a subject of the project. */
export function sellsLinks({ outbound }: Pick<SeenPage, 'outbound'>, subjects: readonly string[]): boolean {
  const others = trades.filter((trade) => !subjects.some((subject) => trade.test(subject)));
  const inText = outbound.filter(({ isInText }) => isInText).slice(0, maxLinks);
  const links = inText.map(({ host, text }) => `${host} ${text.slice(0, maxLinkText)}`);
  return others.filter((trade) => links.some((link) => trade.test(link))).length >= minTrades;
}
