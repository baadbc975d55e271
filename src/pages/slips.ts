import { coloursIn } from './contrast.ts';
import { sourceOf } from './controls.ts';
import type { PageFacts } from './page-facts.ts';
import { region } from './regions.ts';
import type { Attributes, Opened, Walk } from './walk.ts';

const maxOfKind = 200;

type Slips = PageFacts['slips'];

/** Slips of markup that no browser complains of: each is kept with its line and what stands there. */
export function readSlips(walk: Walk): () => Pick<PageFacts, 'slips'> {
  const slips: Slips = [];
  const seenTags = new Set<string>();
  const keep = (what: Slips[number]['what'], source: string) => {
    if (slips.length < maxOfKind) slips.push({ line: walk.line, what, source });
  };

  let documents = 0;
  walk.on('html', () => {
    if (documents++ > 0 && !walk.inHead) keep('document', 'a second <html>');
  });

  /** Only text that stands in the element itself: what is within may have colours of its own. */
  const keepPale = (flags: number, ratio: number) => {
    const { line, elements } = walk;
    walk.gather(flags, (text) => {
      if (walk.elements === elements && /\p{L}/u.test(text) && slips.length < maxOfKind)
        slips.push({ line, what: 'pale', source: `${text.slice(0, 60)} (${(Math.floor(ratio * 10) / 10).toFixed(1)}:1)` });
    });
  };

  walk.on(obsoleteTags, ({ tag }) => {
    if (!seenTags.has(tag)) keep('obsolete', `<${tag}>`);
    seenTags.add(tag);
  });
  walk.on('span div', (element) => {
    if (posesAsLink(element)) keep('posing', `<${element.tag}> ${sourceOf(element.attributes)}`.trim());
  });
  walk.onAny((element) => {
    const { tag, attributes, flags, around, parent } = element;
    if ((parent === 'ul' || parent === 'ol') && !listParts.has(tag) && (around & region.drawing) === 0)
      keep('in_list', `<${tag}> in <${parent}>`);
    if (attributes.role) {
      const roles = attributes.role.toLowerCase().trim().split(/\s+/, 5);
      if (roles[0] !== '' && !roles.some((role) => knownRoles.has(role) || role.startsWith('doc-') || role.startsWith('graphics-')))
        keep('role', `role="${attributes.role.slice(0, 60)}"`);
      if (roles[0] === 'link' && attributes.href === undefined && attributes.tabindex === undefined && (flags & region.hidden) === 0)
        keep('posing', `<${tag} role="link">`);
    }
    if (attributes['aria-hidden'] === 'true' && isFocusable(element)) keep('hidden_focusable', `<${tag}> ${sourceOf(attributes)}`.trim());
    if (attributes.style && (flags & (region.hidden | region.drawing)) === 0 && attributes.disabled === undefined) {
      const colours = coloursIn(attributes.style);
      if (colours !== null && colours.ratio < (colours.isSmall ? minContrast : minContrastOfLarge)) keepPale(flags, colours.ratio);
    }
    if (attributes.style && (flags & region.hidden) !== 0 && (around & (region.hidden | region.drawing)) === 0 && hidesText(attributes)) {
      const { line } = walk;
      walk.gather(flags, (text) => {
        const words = text.split(' ').length;
        if (words > maxHiddenWords && slips.length < maxOfKind) slips.push({ line, what: 'hidden_text', source: text.slice(0, 120) });
      });
    }
  });

  return () => ({ slips });
}

const obsoleteTags = 'center font big strike basefont dir acronym nobr listing xmp plaintext';
const listParts = new Set(['li', 'script', 'template', 'style']);
const maxHiddenWords = 50;
/** WCAG 2.2, 1.4.3: of large letters less is enough, and a style attribute seldom says how large they are. */
const minContrast = 4.5;
const minContrastOfLarge = 3;

/** Of text that a script is to show there mostly is a sign: an id, a role, a class that names what it is. */
function hidesText(attributes: Attributes): boolean {
  for (const name in attributes) if (name !== 'style' && name !== 'class' && name !== 'lang') return false;
  return !/modal|tab|menu|pop|dialog|accord|collaps|dropdown|panel|slide|toggle|drawer|more|lightbox|tooltip|js-|nav|form|cookie|consent/i.test(
    attributes.class ?? '',
  );
}

function posesAsLink({ attributes, flags, around }: Opened): boolean {
  const click = attributes.onclick?.slice(0, 500) ?? '';
  if (!/\blocation\b\s*(?:\.href\s*)?=|location\.(?:assign|replace)\(|window\.open\(/.test(click)) return false;
  return (
    attributes.role === undefined && attributes.tabindex === undefined && (flags & region.hidden) === 0 && (around & region.link) === 0
  );
}

function isFocusable({ tag, attributes }: Opened): boolean {
  const { tabindex, href, type, disabled } = attributes;
  if (tabindex !== undefined) return /^\s*\d+\s*$/.test(tabindex);
  if (disabled !== undefined) return false;
  if (tag === 'a') return href !== undefined;
  return tag === 'button' || tag === 'select' || tag === 'textarea' || (tag === 'input' && type?.toLowerCase() !== 'hidden');
}

/** Of WAI-ARIA 1.3. */
const knownRoles = new Set(
  `alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox comment complementary
  contentinfo definition deletion dialog directory document emphasis feed figure form generic grid gridcell group heading image img
  insertion link list listbox listitem log main mark marquee math menu menubar menuitem menuitemcheckbox menuitemradio meter navigation
  none note option paragraph presentation progressbar radio radiogroup region row rowgroup rowheader scrollbar search searchbox
  sectionfooter sectionheader separator slider spinbutton status strong subscript suggestion superscript switch tab table tablist tabpanel
  term text textbox time timer toolbar tooltip tree treegrid treeitem`.split(/\s+/),
);
