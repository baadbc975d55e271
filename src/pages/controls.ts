import type { PageFacts } from './page-facts.ts';
import { region } from './regions.ts';
import { isNamed, type Attributes, type Opened, type Walk } from './walk.ts';

const maxUnnamed = 2000;
const maxSource = 200;

/** Buttons, areas of image maps and drawings that nothing names. */
export function readControls(walk: Walk): () => Pick<PageFacts, 'unnamed'> {
  const unnamed: PageFacts['unnamed'] = [];

  const keep = (what: PageFacts['unnamed'][number]['what'], { attributes }: Opened, line: number) => {
    if (unnamed.length < maxUnnamed && !isFilledLater(attributes)) unnamed.push({ line, what, source: sourceOf(attributes) });
  };

  walk.on('input', (element) => {
    const { attributes, flags, around } = element;
    const kind = attributes.type?.trim().toLowerCase();
    const text = kind === 'image' ? attributes.alt : kind === 'button' ? attributes.value : undefined;
    if ((kind !== 'image' && kind !== 'button') || text?.trim() || (flags | around) & (region.hidden | region.label)) return;
    if (!isNamed(attributes)) keep('button', element, walk.line);
  });
  walk.on('button', (element) => {
    const { attributes, flags, around } = element;
    if (flags & region.hidden || around & region.label || isNamed(attributes)) return;
    const { line } = walk;
    walk.gather(flags, (text, isNamedWithin) => {
      if (text === '' && !isNamedWithin) keep('button', element, line);
    });
  });
  walk.on('area', (element) => {
    const { attributes } = element;
    if (attributes.href !== undefined && !attributes.alt?.trim() && !isNamed(attributes)) keep('area', element, walk.line);
  });
  walk.on('svg', (element) => {
    if (element.attributes.role !== 'img' || isNamed(element.attributes) || element.flags & region.hidden) return;
    const { line } = walk;
    walk.gather(element.flags, (text) => {
      if (text === '') keep('drawing', element, line);
    });
  });

  return () => ({ unnamed });
}

/** True where a script's template writes the name. */
function isFilledLater(attributes: Attributes): boolean {
  for (const name in attributes) if (/^(?::|v-|x-|ng-|\[|data-(?:i18n|bind|l10n))/.test(name)) return true;
  return false;
}

/** Which control it is, for people: its name, id or class. */
export function sourceOf({ name, id, class: classes, href }: Attributes): string {
  const said = name ? `name="${name}"` : id ? `id="${id}"` : classes ? `class="${classes}"` : href ? `href="${href}"` : '';
  return said.slice(0, maxSource);
}
