import { stemOf } from './lexicon.ts';
import { fold, type Token } from './word-forms.ts';

/** Words that turn a statement round, or narrow or widen it. */
interface Contrasts {
  /** Words that deny. */
  negators: string;
  /** Words that only imply a denial ("fails", "without"): beside them a missing "not" proves nothing. By their beginnings. */
  implied: string;
  only: string;
  all: string;
  /** Sets of words that exclude each other, the sides parted by "/". */
  opposites: string;
}

const tables: Record<string, Contrasts> = {
  en: {
    negators: "not no never none nobody nothing nowhere neither nor cannot n't without",
    implied:
      'fail lack prevent avoid refus deny denie unable unlikel impossib hardly rarely seldom barely stop forb prohib ban without except unless instead until rather lose lost free missing absen only few little',
    only: 'only solely exclusively merely alone sole',
    all: 'all every each always everyone everything everywhere entire entirely any both completely whole',
    opposites:
      'rise rose risen rising increase increased increases grow grew grown growth gain gained climb climbed raise raised up expand expanded improve improved/fall fell fallen falling decrease decreased decreases decline declined drop dropped shrink shrank reduce reduced lower lowered down cut worsen worsened; more/less fewer; most/least fewest; larger bigger greater higher taller/smaller lower shorter; large big/small little; largest biggest greatest highest tallest/smallest lowest shortest; faster quicker/slower; fastest/slowest; longer/shorter; longest/shortest; older oldest/younger newer youngest newest; better/worse; best/worst; heavier/lighter; stronger/weaker; strong/weak; before/after; earlier early/later late; prior/subsequent; above over/below under beneath; ahead/behind; inside within/outside; left/right; top/bottom; upper/lower; front/rear back; north northern/south southern/east eastern/west western; north-east northeast/south-west southwest/north-west northwest/south-east southeast; morning/afternoon/evening/night/noon midday; summer/winter/spring/autumn; monday/tuesday/wednesday/thursday/friday/saturday/sunday; first/second/third/fourth/fifth/sixth/last final; open opened opens/close closed closes shut; start started begin began begins starts/end ended ends finish finished stop stopped; win won wins/lose lost loses; allow allowed allows permit permitted permits can may/forbid forbidden prohibit prohibited banned; accept accepted approve approved upheld/reject rejected refuse refused deny denied dismissed; include included includes including/exclude excluded excludes excluding omitted omits; buy bought acquire acquired purchase/sell sold; import imported imports/export exported exports; add added adds/remove removed removes delete deleted; enable enabled enables on/disable disabled disables off; always/never; with/without; maximum most max/minimum least min; cheap cheaper/expensive dearer; hot warm hotter warmer/cold cool colder cooler; wet/dry; light bright/dark; heavy/light; hard/soft; easy/difficult hard; men male man boys/women female woman girls; public/private; succeed succeeded success/fail failed failure; wide wider/narrow narrower; deep deeper/shallow shallower; full/empty; day/night; black/white/red/green/blue/yellow; required mandatory compulsory must/optional voluntary; same identical/different; temporary/permanent; safe/dangerous unsafe; encourage/discourage; create/destroy; input/output; read/write; ascending/descending; internal/external; domestic/foreign abroad; majority/minority; major/minor; many/few; often frequently/rarely seldom; daily/weekly/monthly/yearly annually; father/mother; son/daughter; brother/sister; husband/wife; he his/she her; oldest/youngest; long/short; high/low; near close/far; supported supports support backed/opposed opposes oppose; profit/loss; credit/debit; positive/negative; thick/thin; fresh/salt; local/remote; manual manually/automatic automatically; backward backwards/forward forwards; ascent/descent; import/export; arrival arrived/departure departed; enter entered/leave left; keep keeps kept retain/discard discards discarded; present/absent; increase/decrease; strengthen/weaken; widen/narrow; confirm confirmed/refute refuted denied; recommended recommends/discouraged advised; attract attracts/repel repels; melt/freeze; lend lent/borrow borrowed; push/pull; parent/child',
  },
  de: {
    negators:
      'nicht kein keine keinen keinem keiner keines nie niemals niemand niemanden niemandem nichts ohne weder nirgends keinerlei keineswegs',
    implied:
      'kaum selten fehl verhinder vermeid unmöglich verbiet verbot untersag nur bis ausgenommen außer sonst ansonsten lehn abgelehnt wies gescheitert scheiter verzicht ohne statt weniger frei',
    only: 'nur ausschließlich lediglich bloß allein einzig',
    all: 'alle allen aller alles jede jeder jedes jeden jedem immer sämtliche sämtlichen stets ganze ganzen gesamte gesamten überall beide beiden ausnahmslos vollständig',
    opposites:
      'stieg stiegen steigt steigen gestiegen zunahm erhöht erhöhte erhöhen wuchs wuchsen wachsen gewachsen hob hebt/sank sanken sinkt sinken gesunken fiel fielen fallen gefallen abnahm senkt senkte senken gesenkt schrumpfte schrumpfen verringert verringerte; zunahme anstieg wachstum/abnahme rückgang; mehr/weniger; meisten/wenigsten; größer größere größeren höher höhere höheren/kleiner kleinere kleineren niedriger niedrigere geringer geringere; groß große großen/klein kleine kleinen; größte größten höchste höchsten/kleinste kleinsten niedrigste niedrigsten; schneller/langsamer; schnellste/langsamste; länger längere/kürzer kürzere; längste längsten/kürzeste kürzesten; älter ältere älteste ältesten/jünger jüngere jüngste jüngsten neueste; besser/schlechter; beste besten/schlechteste schlechtesten; stärker stärkere/schwächer schwächere; schwerer/leichter; vor bevor zuvor vorher/nach nachdem danach nachher; früher früh/später spät; über oberhalb/unter unterhalb; innerhalb/außerhalb; innen/außen; links linke linken linker/rechts rechte rechten rechter; oben obere oberen oberer/unten untere unteren unterer; vorne vordere/hinten hintere; norden nördlich nördliche nord/süden südlich südliche süd/osten östlich östliche ost/westen westlich westliche west; morgens morgen vormittags/mittags mittag/abends abend nachmittags/nachts nacht; sommer/winter/frühling frühjahr/herbst; montag/dienstag/mittwoch/donnerstag/freitag/samstag/sonntag; erste ersten erster erstes/zweite zweiten zweiter zweites/dritte dritten dritter drittes/vierte vierten/letzte letzten letzter; geöffnet öffnet offen öffnen eröffnet/geschlossen schließt schließen; beginnt begann beginnen anfang beginn/endet endete enden ende; gewonnen gewann gewinnt sieg/verloren verlor verliert niederlage; erlaubt erlaubte gestattet zulässig dürfen darf/verboten verbietet untersagt unzulässig; angenommen stattgegeben zugestimmt/abgelehnt abgewiesen zurückgewiesen; gekauft kaufte kauft erwarb/verkauft verkaufte verkauft; import importiert/export exportiert; hinzugefügt/entfernt gelöscht; aktiviert eingeschaltet ein/deaktiviert ausgeschaltet aus; immer stets/nie niemals; mit/ohne; höchstens maximal/mindestens minimal; billiger günstiger/teurer; warm heiß warme heiße wärmer/kalt kalte kälter kühl; nass feucht/trocken; hell/dunkel; hart/weich; einfach leicht/schwierig schwer; männer männlich/frauen weiblich; öffentlich/privat; erfolg erfolgreich/misserfolg erfolglos; breit/schmal eng; tief/flach; voll/leer; tag/nacht; schwarz/weiß/rot/grün/blau/gelb; pflicht verpflichtend vorgeschrieben muss müssen/freiwillig optional; gleich gleichem gleichen gleiche gleicher selben/anderem anderen andere anderer unterschiedlich verschieden; vorübergehend befristet/dauerhaft unbefristet; sicher/gefährlich; eingabe/ausgabe; lesen liest/schreiben schreibt; aufsteigend/absteigend; intern/extern; inland/ausland; mehrheit/minderheit; viele/wenige; oft häufig/selten; täglich/wöchentlich/monatlich/jährlich; vater/mutter; sohn/tochter; bruder/schwester; er sein/sie ihr; lang/kurz; hoch/niedrig; nah/fern weit; gewinn/verlust; positiv/negativ; dick/dünn; manuell/automatisch; vorwärts/rückwärts; ankunft/abfahrt; anziehen/abstoßen; stärkt/schwächt; oberste obersten/unterste untersten; häufigste häufigsten/seltenste seltensten; mehrheitlich/vereinzelt; bestätigt bestätigte/widerlegt widerlegte bestritten bestritt; unterstützt unterstützte befürwortet/ablehnt lehnte bekämpft; hin/zurück',
  },
  fr: {
    negators: 'ne pas jamais aucun aucune sans personne rien ni non nul nulle',
    implied:
      'seul rarement impossib interd évit évite empêch manqu défaut refus rejet rejeté échou sauf excepté moins peu dépourv privé absen sinon sans jusqu plus que',
    only: 'seul seule seuls seules seulement uniquement exclusivement',
    all: 'tous toutes tout toute chaque toujours partout entier entière ensemble intégralité totalité deux',
    opposites:
      'augmente augmenter augmenté augmenta augmentation augmentait hausse monter monte monté croît croître croissance progresse progressé progression accroît/diminue diminuer diminué diminua diminution baisse baissé baissait chute chuté recule reculé recul réduit réduire réduction décroît; plus/moins; beaucoup/peu; supérieur supérieure/inférieur inférieure; grand grande grands grandes/petit petite petits petites; meilleur meilleure/pire; mieux/pis; avant/après; tôt/tard; antérieur/postérieur; dessus haut/dessous bas; devant/derrière; intérieur dedans/extérieur dehors; gauche/droite droit; nord/sud/est/ouest; matin/midi/après-midi/soir/nuit; été/hiver/printemps/automne; lundi/mardi/mercredi/jeudi/vendredi/samedi/dimanche; premier première premiers premières/deuxième second seconde/troisième/quatrième/dernier dernière derniers dernières; ouvre ouvert ouverte ouvrit/ferme fermé fermée ferma; commence commencé début commença débute/finit fini fin termine terminé achève; gagne gagné remporte remporté victoire/perd perdu défaite; autorise autorisé permet permis autorisée peut/interdit interdite défend défendu; accepte accepté approuvé accueilli/refuse refusé rejeté rejette; inclut inclus comprend/exclut exclu exclus; achète acheté acquis racheté/vend vendu cédé; importe importation/exporte exportation; ajoute ajouté/supprime supprimé retire retiré enlève; active activé/désactive désactivé; toujours/jamais; avec/sans; maximum maximal plus/minimum minimal moins; chaud chaude/froid froide; sec sèche/humide; clair/sombre foncé; dur/mou tendre; facile/difficile; hommes homme masculin/femmes femme féminin; public publique/privé privée; succès réussi réussite/échec échoué; large/étroit; profond/superficiel; plein/vide; jour/nuit; noir noire/blanc blanche/rouge/vert verte/bleu bleue/jaune; obligatoire doit/facultatif facultative optionnel; même identique/différent différente autre; temporaire provisoire/permanent définitif; entrée/sortie; lecture lire/écriture écrire; croissant/décroissant; interne/externe; majorité/minorité; souvent fréquemment/rarement; quotidien/hebdomadaire/mensuel/annuel; père/mère; fils/fille; frère/sœur; long longue/court courte; haut haute/bas basse; proche/loin lointain; bénéfice gain/perte; positif/négatif; épais épaisse/mince fin fine; manuel manuellement/automatique automatiquement; avance/retard; ancien ancienne vieux/récent récente nouveau nouvelle jeune; rapide rapidement/lent lentement; fort forte/faible; riche/pauvre; lourd lourde/léger légère; confirme confirmé/dément démenti infirmé infirme; au-dessus/au-dessous; renforce renforcé/affaiblit affaibli; ascendant/descendant; supérieure/inférieure; favorable/défavorable hostile',
  },
  es: {
    negators: 'no nunca jamás ningún ninguna ninguno nadie nada sin tampoco ni',
    implied:
      'imposib rara raramente apenas evit impid impedi prohib falt carec carece fracas rechaz niega negó excepto salvo menos poco sólo solo únicamente libre ausen deneg desestim hasta lugar',
    only: 'solo sólo solamente únicamente exclusivamente único única únicos únicas sola solas',
    all: 'todos todas todo toda cada siempre cualquier entero entera ambos ambas completamente totalidad',
    opposites:
      'aumenta aumentar aumentó aumentado aumento aumentaron sube subió subida subieron crece creció crecimiento crecieron incrementa incrementó/disminuye disminuir disminuyó disminución disminuyeron baja bajó bajada bajaron cae cayó caída cayeron reduce reducir redujo reducción descendió descenso; más/menos; mayor mayores superior/menor menores inferior; grande grandes gran/pequeño pequeña pequeños pequeñas; mejor mejores/peor peores; antes/después; temprano pronto/tarde; anterior/posterior; encima arriba sobre/debajo abajo bajo; delante/detrás; dentro interior/fuera exterior; izquierda izquierdo/derecha derecho; norte/sur/este/oeste; mañana/mediodía/tarde/noche; verano/invierno/primavera/otoño; lunes/martes/miércoles/jueves/viernes/sábado/domingo; primer primero primera primeros/segundo segunda/tercer tercero tercera/cuarto cuarta/último última últimos; abre abrió abierto abierta/cierra cerró cerrado cerrada; comienza comenzó empieza empezó inicio inicia inició/termina terminó fin final acaba acabó; gana ganó ganado victoria venció/pierde perdió perdido derrota; permite permitió permitido puede pueden autoriza/prohíbe prohibió prohibido impide; acepta aceptó aprobó aprobado estimó/rechaza rechazó rechazado desestimó; incluye incluyó incluido/excluye excluyó excluido; compra compró adquirió comprado/vende vendió vendido; importa importación/exporta exportación; añade añadió/elimina eliminó quita retira; activa activó/desactiva desactivó; siempre/nunca jamás; con/sin; máximo/mínimo; caliente cálido calor/frío fría frío; seco seca/húmedo húmeda; claro/oscuro; duro/blando; fácil/difícil; hombres hombre masculino/mujeres mujer femenino; público pública/privado privada; éxito/fracaso; ancho/estrecho; profundo/superficial; lleno/vacío; día/noche; negro negra/blanco blanca/rojo roja/verde/azul/amarillo; obligatorio obligatoria debe deben/opcional voluntario facultativo; mismo misma igual/diferente distinto distinta otro otra; temporal provisional/permanente definitivo; entrada/salida; lectura leer/escritura escribir; ascendente/descendente; interno/externo; mayoría/minoría; menudo frecuentemente/raramente; diario/semanal/mensual/anual; padre/madre; hijo/hija; hermano/hermana; largo larga/corto corta; alto alta/bajo baja; cerca/lejos; beneficio ganancia/pérdida; positivo/negativo; grueso/delgado fino; manual manualmente/automático automáticamente; antiguo antigua viejo/nuevo nueva reciente joven; rápido rápida/lento lenta; fuerte/débil; rico/pobre; pesado/ligero; confirmó confirma/desmintió desmiente; llegada llegó/salida salió; reforzó refuerza/debilitó debilita; favorable/desfavorable contrario; lejano/cercano; delantero/trasero',
  },
  it: {
    negators: 'non mai nessun nessuno nessuna niente nulla senza né neppure neanche',
    implied: 'impossib raramente evit imped viet manc fallit rifiut tranne eccetto solo soltanto priv assen',
    only: 'solo soltanto solamente unicamente esclusivamente',
    all: 'tutti tutte tutto tutta ogni sempre ciascun ciascuno entrambi intero intera',
    opposites:
      'aumenta aumentato aumento cresce cresciuto crescita sale salito/diminuisce diminuito diminuzione cala calato calo scende sceso riduce ridotto; più/meno; maggiore superiore/minore inferiore; grande grandi/piccolo piccola piccoli; migliore meglio/peggiore peggio; prima/dopo; sopra/sotto; davanti/dietro; dentro interno/fuori esterno; sinistra/destra; nord/sud/est/ovest; mattina mattino/pomeriggio/sera/notte; estate/inverno/primavera/autunno; primo prima/secondo seconda/terzo terza/ultimo ultima; aperto apre/chiuso chiude; inizia iniziato inizio/finisce finito fine; vince vinto/perde perso; permesso consente permette/vietato vieta proibito; accettato accolto/rifiutato respinto; comprato acquistato/venduto; sempre/mai; con/senza; massimo/minimo; caldo/freddo; facile/difficile; uomini/donne; pubblico/privato; obbligatorio/facoltativo; stesso uguale/diverso; alto/basso; lungo/corto breve; vecchio antico/nuovo giovane; veloce/lento; forte/debole; entrata/uscita; positivo/negativo',
  },
  pt: {
    negators: 'não nunca jamais nenhum nenhuma ninguém nada sem nem tampouco',
    implied: 'impossív raramente evit imped proib falt fracass rejeit recus exceto salvo só apenas somente ausen',
    only: 'só apenas somente unicamente exclusivamente',
    all: 'todos todas todo toda cada sempre qualquer ambos ambas inteiro inteira',
    opposites:
      'aumenta aumentou aumento cresce cresceu crescimento sobe subiu/diminui diminuiu diminuição cai caiu queda reduz reduziu desce desceu; mais/menos; maior superior/menor inferior; grande grandes/pequeno pequena pequenos; melhor/pior; antes/depois; acima/abaixo; dentro/fora; esquerda/direita; norte/sul/leste/oeste; manhã/tarde/noite; verão/inverno/primavera/outono; primeiro primeira/segundo segunda/terceiro terceira/último última; aberto abre abriu/fechado fecha fechou; começa começou início/termina terminou fim; ganhou ganha venceu/perdeu perde; permite permitido pode/proíbe proibido; aceitou aprovou/rejeitou recusou; comprou compra/vendeu vende; sempre/nunca jamais; com/sem; máximo/mínimo; quente/frio; fácil/difícil; homens/mulheres; público/privado; obrigatório/facultativo opcional; mesmo igual/diferente; alto/baixo; longo/curto; velho antigo/novo jovem; rápido/lento; forte/fraco; entrada/saída; positivo/negativo',
  },
  nl: {
    negators: 'niet geen nooit niemand niets zonder noch nergens',
    implied: 'onmogelijk zelden evit voorkom verbied verbod verboden mislukt ontbre weiger behalve alleen slechts zonder amper',
    only: 'alleen slechts uitsluitend enkel',
    all: 'alle alles elke elk ieder iedere altijd steeds hele beide overal',
    opposites:
      'stijgt steeg gestegen groeit groeide groei stijging/daalt daalde gedaald daling kromp krimpt vermindert; meer/minder; meeste/minste; groter hoger/kleiner lager; groot grote/klein kleine; grootste hoogste/kleinste laagste; sneller/langzamer; langer/korter; ouder oudste/jonger jongste nieuwste; beter/slechter; beste/slechtste; voor voordat/na nadat; eerder/later; boven/onder; binnen/buiten; links linker/rechts rechter; noorden/zuiden/oosten/westen; ochtend/middag/avond/nacht; zomer/winter/lente/herfst; eerste/tweede/derde/laatste; open geopend opent/gesloten sluit dicht; begint begon begin/eindigt eindigde einde; won wint gewonnen/verloor verliest verloren; toegestaan mag mogen/verboten; kocht gekocht koopt/verkocht verkoopt; altijd/nooit; met/zonder; warm heet/koud; makkelijk/moeilijk; mannen/vrouwen; openbaar/privé; verplicht moet/vrijwillig optioneel; zelfde gelijk/anders verschillend; hoog/laag; lang/kort; oud/nieuw; snel/langzaam; sterk/zwak; positief/negatief',
  },
};

type Word = Pick<Token, 'folded' | 'stem'>;
export type Scope = 'only' | 'all';

/** The words of a language that decide what a sentence says of its subject. */
export interface ContrastTable {
  isNegator(word: Word): boolean;
  impliesNot(word: Word): boolean;
  /** "Only" and "all" and words like them. */
  scopeOf(word: Word): Scope | undefined;
  /** True if the words exclude each other: "rose" and "fell", "available" and "unavailable". */
  areOpposite(one: Word, other: Word): boolean;
}

const made = new Map<string, ContrastTable>();

export function contrastsOf(language: string): ContrastTable {
  const key = tables[language] ? language : 'en';
  let table = made.get(key);
  if (!table) made.set(key, (table = tableOf(tables[key]!, key)));
  return table;
}

const prefixes = ['un', 'in', 'im', 'ir', 'il', 'dis', 'non', 'des', 'mis', 'on'];
const minPrefixed = 4;

function tableOf({ negators, implied, only, all, opposites }: Contrasts, language: string): ContrastTable {
  const folded = (list: string) => list.split(' ').map(fold);
  const [denying, beginnings] = [new Set(folded(negators)), folded(implied)];
  const scopes = new Map<string, Scope>();
  for (const [scope, list] of [
    ['only', only],
    ['all', all],
  ] as const)
    for (const word of folded(list)) scopes.set(word, scope);
  const sides = new Map<string, Map<number, number>>();
  for (const [set, one] of opposites.split('; ').entries()) {
    for (const [side, list] of one.split('/').entries()) {
      for (const word of list.split(' ')) {
        const stem = fold(stemOf(word, language));
        sides.set(stem, (sides.get(stem) ?? new Map<number, number>()).set(set, side));
      }
    }
  }
  const denies = (one: string, other: string) => one.length >= minPrefixed && prefixes.some((prefix) => other === prefix + one);
  return {
    isNegator: ({ folded: word }) => denying.has(word) || word.endsWith("n't"),
    impliesNot: ({ folded: word }) => beginnings.some((beginning) => word.startsWith(beginning)),
    scopeOf: ({ folded: word }) => scopes.get(word),
    areOpposite: (one, other) =>
      denies(one.folded, other.folded) ||
      denies(other.folded, one.folded) ||
      [...(sides.get(one.stem) ?? [])].some(([set, side]) => (sides.get(other.stem)?.get(set) ?? side) !== side),
  };
}
