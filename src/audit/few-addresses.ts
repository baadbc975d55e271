/** Doors, baskets, searches and confirmations, in the languages that most sites speak: for who is in the midst of something, not for search. */
const folders = [
  '(?:wp-|my-?)?(?:log-?in|log-?out|sign-?in|sign-?out|sign-?up|register|account|admin|dashboard|profile|wish-?list)',
  '(?:shopping-)?(?:cart|basket)|check-?out|search(?:-results)?|(?:forgot|lost|reset)-password',
  'thank-?(?:you|s)|thanks|confirmation|(?:order|booking)-(?:confirmation|confirmed|complete|received)|success|unsubscribe',
  '(?:waren|einkaufs)korb|kasse|anmelden|abmelden|registrieren|(?:mein-?)?konto|suche|suchergebnisse|(?:vielen-)?dank[e]?|bestaetigung',
  'panier|connexion|(?:mon-)?compte|recherche|resultats|merci|carrito|cesta|(?:mi-)?cuenta|buscar|busqueda|(?:muchas-)?gracias',
  'carrello|accedi|cerca|grazie|winkelwagen|winkelmand|inloggen|zoeken|bedankt|koszyk|szukaj|dziekujemy|carrinho|obrigad[oa]',
];
const forFew = new RegExp(`/(?:${folders.join('|')})(?:\\.\\w{2,5})?(?:/|$)`, 'i');

/** Whether an address is by its name one that few should find by search, and that crawlers are rightly kept from. */
export function isForFew(url: string): boolean {
  const { pathname, searchParams } = new URL(url);
  return forFew.test(pathname) || ['q', 's', 'query', 'search'].some((name) => searchParams.has(name));
}
