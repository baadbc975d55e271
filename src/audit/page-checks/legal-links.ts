import type { PageLink } from '../../pages/page-facts.ts';

const legalNames =
  /^(?:(?:our |the |website |read )?(?:privacy(?: (?:policy|notice|statement))?|terms(?:(?: and| &) conditions| of (?:use|service|sale)|)|cookies?(?: policy| notice)|legal(?: notice|s)?|imprint|(?:terms|privacy) (?:and|&) (?:privacy|terms))|impressum|datenschutz(?:erklärung|hinweise?)?|agb|nutzungsbedingungen|widerrufs(?:recht|belehrung)|mentions légales|(?:politique|charte) de (?:confidentialité|cookies)|confidentialité|cg[uv]|conditions générales(?: (?:de vente|d[’']utilisation))?|aviso legal|política de (?:privacidade?|cookies)|privacidade?|términos(?: y condiciones| de uso)?|termos(?: de uso| e condições)?|note legali|informativa(?: sulla)? privacy|cookie policy|termini(?: e condizioni| d[’']uso)?|privacy(?:verklaring|beleid)|algemene voorwaarden|polityka prywatności|regulamin|プライバシー(?:ポリシー)?|利用規約|特定商取引法.{0,10}|隐私政策|服务条款|개인정보 ?처리방침|이용약관)$/i;

/** Whether the words of a link are the name of a text that the law asks for. */
export function isLegal({ text, label }: PageLink): boolean {
  return legalNames.test((text || label || '').slice(0, 100).trim());
}
