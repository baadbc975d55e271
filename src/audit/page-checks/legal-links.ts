import type { PageLink } from '../../pages/page-facts.ts';

const maxName = 45;
const law =
  /(?<!\p{L})(?:privacy|imprint|legal notice|terms (?:and|&|of (?:use|service|sale))|datenschutz\p{L}*|impressum|agb|nutzungsbedingungen|widerruf\p{L}*|mentions légales|confidentialité|cg[uv]|conditions (?:générales|d[’']utilisation)|aviso legal|privacidade?|términos|termos|note legali|riservatezza|termini|privacyverklaring|algemene voorwaarden|polityka prywatności|regulamin)(?!\p{L})|^terms$|(?<!\p{L})(?:cookies?[ -](?:policy|notice|richtlinie)|(?:policy|politique|política|informativa|polityka)\P{L}{1,3}(?:\p{L}{1,7}\P{L}{1,3}){0,3}cookies?)(?!\p{L})|プライバシーポリシー|利用規約|特定商取引|隐私政策|服务条款|개인정보 ?처리방침|이용약관/iu;
/** What opens the choices of a consent is for a script. */
const choice = /setting|preferen|choice|consent|manage|einstellung|verwalten|gérer|paramètre|gestion|preferencias|configur|instellingen/i;

/** Whether the words of a link are the name of a text that the law asks for. */
export function isLegal({ text, label }: PageLink): boolean {
  return isLegalName(text || label || '');
}

export function isLegalName(given: string): boolean {
  const name = given.trim();
  return name.length <= maxName && law.test(name) && !choice.test(name);
}
