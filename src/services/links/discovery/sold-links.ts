import type { SeenPage } from './look.ts';

/** Trades that buy links on pages about anything, by the words of a link and its host. */
const trades: readonly RegExp[] = [
  /casino|jackpot|roulette|sportsbook|bookmaker|\b(?:bets?|betting|slots?|poker)\b/i,
  /payday|cryptocurrenc|\b(?:loans?|crypto|forex)\b/i,
  /viagra|cialis|\b(?:pills|cbd|vapes?)\b/i,
  /porn|\b(?:escorts?|sex|hookups?)\b/i,
  /\breplicas?\b/i,
  /\bessays?\b/i,
];
/** One is a subject; who links to several sells to whoever pays. */
export const minTrades = 2;

/** Whether a page sells its links: its text leads to several such trades, none of them a subject of the project. */
export function sellsLinks({ outbound }: Pick<SeenPage, 'outbound'>, subjects: readonly string[]): boolean {
  const others = trades.filter((trade) => !subjects.some((subject) => trade.test(subject)));
  const links = outbound.flatMap(({ host, text, isInText }) => (isInText ? `${host} ${text}` : []));
  return others.filter((trade) => links.some((link) => trade.test(link))).length >= minTrades;
}
