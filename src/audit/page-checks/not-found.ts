import type { Located, PageFacts } from '../../pages/page-facts.ts';

/** A page that says no more than that something is missing is short. */
const maxWords = 150;
const maxLength = 120;

/** What a server or shop says in the place of what is missing, by language: the whole of it, but for what stands before and after. */
const sayings: Readonly<Record<string, string>> = {
  numbers:
    '(?:http )?(?:error |fehler |erreur |erro |errore |fout |błąd |ошибка |fel |hata |chyba )?404(?: error)?(?:[ :,.–-]+(?:(?:page|file) )?not found)?',
  en: `(?:(?:the|this|that|your|our|requested) )*(?:page|product|item|article|post|content|file|document|listing|profile|user|account|job|event|category|resource|url|address|link|site|website|entry|record|order|offer|property|recipe|video|image|course|topic|thread|story|store|collection)s?(?: (?:you|that you|you are|you’re|you're) [a-z ]{3,25})? (?:not found|(?:(?:could|was|were|has|have)(?: ?not|n[’']t)|can(?: ?not|[’']t)) (?:be |been )?found|(?:does|do)(?: not|n[’']t) exist|no longer exists?|(?:(?:is|are)(?: not|n[’']t| no longer)|not|no longer) (?:available|here|there)|(?:has|have) been (?:removed|deleted)|is missing)|(?:we )?(?:could(?: ?not|n[’']t)|can(?: ?not|[’']t)) (?:seem to )?find (?:the|this|that|your) [a-z]+(?: you[a-z’' ]{0,30})?|not found|nothing (?:was )?(?:found|here)(?: for .*)?|no (?:results|products|pages|posts|items|articles|matches|entries) (?:were |was )?found(?: for .*)?`,
  de: '(?:(?:die|diese|das|dieses|der|dieser|ihre|ihr|angeforderte[rs]?|gesuchte[rs]?) )*(?:seite|produkt|artikel|beitrag|inhalt|datei|dokument|eintrag|angebot|kategorie|profil|adresse|stelle|veranstaltung|anzeige) (?:(?:wurde|konnte|ist) )?(?:leider )?(?:nicht (?:mehr )?(?:gefunden|vorhanden|verfügbar|da)(?: werden)?|existiert (?:leider )?nicht(?: mehr)?)|(?:es wurde )?(?:leider )?nichts gefunden(?: für .*)?|keine (?:ergebnisse|treffer|produkte|seiten|beiträge|artikel|einträge)(?: gefunden)?(?: für .*)?',
  fr: "(?:la |cette |le |ce |cet |l[’'])?(?:page|produit|article|contenu|fichier|document|annonce|fiche|offre)(?: demandée?| recherchée?)? (?:est )?(?:introuvable|non trouvée?|n[’']existe (?:pas|plus)|n[’']a pas été trouvée?|n[’']est (?:pas|plus) disponible|inexistante?|indisponible)|aucune? (?:résultat|produit|article|page)(?: n[’']a été)?(?: trouvée?)?(?: pour .*)?|rien (?:n[’']a été )?trouvé",
  es: '(?:la |esta |el |este )?(?:página|producto|artículo|contenido|entrada|archivo|oferta)(?: solicitad[oa])? (?:no (?:encontrad[oa]|existe|disponible|está disponible|se encuentra|se ha encontrado|se encontró|se pudo encontrar|se puede encontrar)|ya no existe)|no se (?:ha |han )?(?:encontró|encontrado|encontraron) (?:nada|resultados|la página|el producto)|sin resultados|nada encontrado',
  pt: '(?:a |esta |o |este )?(?:página|produto|artigo|conteúdo|arquivo)(?: solicitad[oa])? não (?:encontrad[oa]|existe(?: mais)?|(?:foi|pôde ser) encontrad[oa]|(?:está )?disponível)|nada (?:foi )?encontrado|nenhum (?:resultado|produto)(?: (?:foi )?encontrado)?',
  it: "(?:la |questa |il |questo |l[’'])?(?:pagina|prodotto|articolo|contenuto|file)(?: richiest[oa])? non (?:trovat[oa]|esiste(?: più)?|(?:è stat[oa] )?trovat[oa]|(?:è )?disponibile)|nessun (?:risultato|prodotto|articolo)(?: trovato)?|nulla (?:è stato )?trovato",
  nl: '(?:de |deze |het |dit )?(?:opgevraagde )?(?:pagina|product|artikel|bestand) (?:(?:is|kon|werd) )?(?:niet (?:meer )?(?:gevonden|beschikbaar)|niet worden gevonden|bestaat niet(?: meer)?)|niets gevonden|geen (?:resultaten|producten)(?: gevonden)?',
  pl: '(?:strona|produkt|artykuł) nie (?:został[ao]? )?(?:znalezion[ay]|istnieje)|nie znaleziono(?: (?:strony|produktu|wyników))?|brak wyników',
  northern:
    'sidan (?:kunde inte hittas|hittades inte|finns inte)|sidan saknas|siden (?:blev ikke fundet|kunne ikke findes|findes ikke|finnes ikke|ble ikke funnet)|fant ikke siden|sivua ei löyt(?:ynyt|y)',
  eastern:
    'stránk[au] (?:nebyla nalezena|nenalezena|neexistuje|sa nenašla)|(?:sayfa|ürün) bulunamadı|(?:страница|товар|запись) не найден[ао]?|страница не существует|ничего не найдено|сторінку не знайдено',
  asian:
    '(?:お探しの)?(?:ページ|商品|記事)(?:が|は)(?:見つかりません(?:でした)?|存在しません)|(?:页面|网页|商品)(?:未找到|不存在|没有找到)|(?:找不到|未找到)(?:该|此)?(?:页面|网页|商品)|(?:페이지|상품)를 찾을 수 없습니다',
};
const missing = new RegExp(
  `^(?:(?:oops|uh-oh|whoops|sorry|leider|désolé|entschuldigung|ups|lo sentimos)[\\s,.!:–-]*)?(?:${Object.values(sayings).join('|')})$`,
  'iu',
);
const between = /\s+[-–—|·•»]+\s+|\s*[|»]\s+/u;

/** The title or first heading that says that there is no such page. An article about such pages has more words in its title, or below. */
export function notFoundIn({ titles: [title], headings, mainWords }: PageFacts): (Located & { text: string }) | undefined {
  if (mainWords > maxWords) return undefined;
  const heading = headings.find(({ level, place }) => level <= 2 && place === 'content');
  return [title, heading].find((one) => one !== undefined && saysMissing(one.text));
}

function saysMissing(text: string): boolean {
  if (text.length > maxLength) return false;
  return [text, ...text.split(between)].some((part) =>
    missing.test(
      part
        .trim()
        .replace(/[\s.!…]+$/u, '')
        .replaceAll(/\s+/g, ' '),
    ),
  );
}
