import type { Written } from './written.ts';

/** What a mail says of wanting more: `asks` not to get any, `may` do so, as far as words tell. */
export type Refusal = 'asks' | 'may' | null;

const polite =
  /\b(?:please|pls|plz|kindly|thank you|thanks|thx|cheers|bitte|danke|vielen dank|merci(?: de)?|s il (?:vous|te) plait|svp|por favor|(?:muchas )?gracias)\b/g;
const greeting =
  /^(?:hi|hello|hey|dear|good (?:morning|afternoon|day)|hallo|guten (?:tag|morgen|abend)|sehr geehrte[rn]?|liebe[rn]?|moin|bonjour|bonsoir|salut|cher|chere|madame|monsieur|hola|buen[oa]s (?:dias|tardes)|estimad[oa]s?)\b/;

/** The whole of a sentence, in small letters without accents, marks and polite words. */
const asking = [
  String.raw`(?:(?:i|we) (?:want|wish|would like) to |(?:can|could) you )?(?:unsubscribe|unsub|opt out|remove|delete|take|stop)(?: me| us| this address| my (?:address|e ?mail|e ?mail address))?(?: (?:from|off)(?: (?:your|the|this|all|any))?(?: (?:mailing|contact|e ?mail))? (?:lists?|mails|e ?mails|database))?`,
  String.raw`(?:stop|do not|don t|never)(?: ever)? (?:send|sending|write|writing|contact|contacting|e ?mail|e ?mailing)(?: to)?(?: me| us)?(?: any)?(?: more| further)?(?: (?:e ?)?mails?| messages?)?(?: again| any ?more)?`,
  String.raw`no (?:more|further) (?:(?:e ?)?mails?|messages?)`,
  String.raw`(?:mich |uns )?(?:abmelden|abmeldung|abbestellen|austragen|loschen|streichen)`,
  String.raw`(?:melden|tragen) sie (?:mich|uns)(?: (?:aus|von) (?:ihrem|ihrer|dem|der) (?:verteiler|liste|mailingliste))? (?:ab|aus)`,
  String.raw`(?:nehmen|streichen|loschen|entfernen) sie (?:mich|uns|meine adresse) (?:aus|von) (?:ihrem|ihrer|dem|der) (?:verteiler|liste|mailingliste)(?: heraus)?`,
  String.raw`(?:(?:senden|schicken|schreiben) sie (?:mir|uns) )?keine (?:weiteren )?(?:(?:e ?)?mails?|nachrichten)(?: mehr)?`,
  String.raw`(?:schreiben|mailen) sie (?:mir|uns) nicht (?:mehr|wieder)`,
  String.raw`(?:me |nous |se )?(?:desabonner|desinscrire)|desabonnement|desinscription|(?:desabonnez|desinscrivez) (?:moi|nous)`,
  String.raw`(?:retirez|supprimez|enlevez) (?:moi|nous|mon adresse) de (?:votre|vos|la|cette) listes?(?: de diffusion)?`,
  String.raw`ne (?:plus )?(?:m |me |nous )?(?:ecrivez|envoyez|contactez|ecrire|envoyer|contacter)(?: plus)?(?: de (?:mails?|messages?|courriels?))?`,
  String.raw`plus de (?:mails?|messages?|courriels?)`,
  String.raw`(?:(?:(?:quiero|deseo) )?(?:darme|darnos|dar|denme|dennos|deme|denos) de )?baja(?: de (?:su|la) lista(?: de correo)?)?`,
  String.raw`(?:cancelar|anular)(?: la| mi)? suscripcion|desuscribir(?:me|nos)?`,
  String.raw`(?:no (?:me|nos) (?:escriban?|envien?|contacten?|manden?)(?: mas)?|no mas)(?: (?:correos?|mensajes?|mails?))?`,
  String.raw`(?:eliminen?|borren?|quiten?)(?:me|nos) de (?:su|la) lista(?: de correo)?`,
];
const asksWhole = new RegExp(`^(?:${asking.join('|')})$`);

/** Words of whoever may want no more, within other words. */
const mentions =
  /\b(?:unsubscri\w*|opt(?:ed|ing)? out|mailing list|no more (?:(?:e ?)?mails?|messages?)|remove (?:me|us)|(?:stop|do not|don t|never) (?:send|writ|e ?mail|contact)\w*|spam|gdpr|abmeld\w*|abbestell\w*|austrag\w*|verteiler|keine (?:weiteren )?(?:(?:e ?)?mails?|nachrichten|werbung)|nicht mehr (?:(?:an)?schreib|kontaktier)\w*|dsgvo|desabonn\w*|desinscri\w*|ne (?:m|me|nous) \w+ plus|plus de (?:mails?|messages?)|rgpd|de baja|suscripcion|desuscri\w*|no (?:me|nos) (?:escrib|envi|contact|mand)\w*|no mas (?:correos?|mensajes?|mails?))\b/;
/** What our own closing line says, where it comes back unmarked. */
const closing = /\b(?:one word|einen wort|seul mot|unica palabra) unsubscribe\b/;

/** What programs put before the subject that is answered. */
const answering = /^(?:\s*\p{L}{1,5}\s?:)+/u;
const word = /^unsubscribe(?:(?: |\+|%20|_)+([0-9a-f]{8,64}))?$/;

/** The token of ours in a subject that asks for no more; null where it has none, undefined where it asks for nothing. */
export function askedInSubject(subject: string): string | null | undefined {
  const said = subject.replace(answering, '').trim().toLowerCase();
  const found = word.exec(said);
  if (found) return found[1] ?? null;
  return asksWhole.test(plain(said)) ? null : undefined;
}

/** Reads what its writer says first: a greeting aside, that must be nothing but the wish. Who says nothing that can be read may want anything. */
export function refusalIn({ own, below }: Written, subject: string): Refusal {
  const lines = own.map((line) => line.replace(/^[^,!]{1,60}[,!]/, (start) => (greeting.test(plain(start)) ? '' : start)));
  const first = lines.find((line) => plain(line) !== '' && !greeting.test(plain(line))) ?? '';
  if (asksWhole.test(plain(first)) || asksWhole.test(plain(/^[^.!?;]*/.exec(first)![0]))) return 'asks';
  if (first === '') return 'may';
  // That of an answer is ours.
  const theirs = answering.test(subject) ? own : [subject, ...own];
  const said = theirs.map(plain).filter((line) => !closing.test(line));
  return mentions.test(said.join(' ')) || below.some((line) => asksWhole.test(plain(line))) ? 'may' : null;
}

function plain(text: string): string {
  const letters = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return letters
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .replaceAll(polite, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
}
