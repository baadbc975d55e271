import type { PageFacts } from '../../pages/page-facts.ts';
import type { Evidence, PageCheck } from '../check.ts';
import { at, html, quote, when, whole } from './evidence.ts';
import { isCanonicalElsewhere, needsScripts } from './kinds.ts';
import { minZoom } from './thresholds.ts';

/** The basics that a page's source can tell (WCAG 2.2, level A and AA). */
export const accessibilityChecks: readonly PageCheck[] = [
  {
    code: 'link_without_name',
    severity: 'warning',
    category: 'accessibility',
    title: 'Links without a name',
    why: 'Screen readers say “link” and nothing more, and search engines learn nothing of the target.',
    howToFix: 'Write text into the link, alt on its image, or aria-label.',
    find: html((facts) => unnamedLinks(facts)),
  },
  {
    code: 'button_without_name',
    severity: 'warning',
    category: 'accessibility',
    title: 'Buttons without a name',
    why: 'Screen readers say “button” and nothing more.',
    howToFix: 'Write text into the button, or aria-label.',
    find: html(({ unnamed }) => unnamed.filter(({ what }) => what === 'button').map((one) => at(one, `a button ${one.source}`))),
  },
  {
    code: 'area_without_name',
    severity: 'warning',
    category: 'accessibility',
    title: 'Areas of image maps without a name',
    why: 'Who cannot see the image cannot tell where the area leads.',
    howToFix: 'Write alt on each area.',
    find: html(({ unnamed }) => unnamed.filter(({ what }) => what === 'area').map((one) => at(one, `an area ${one.source}`))),
  },
  {
    code: 'drawing_without_name',
    severity: 'notice',
    category: 'accessibility',
    title: 'Drawings without a name',
    why: 'An <svg> with role="img" stands for a picture, and nothing says of what.',
    howToFix: 'Write a <title> into it or aria-label on it; on mere decoration aria-hidden="true".',
    find: html(({ unnamed }) => unnamed.filter(({ what }) => what === 'drawing').map((one) => at(one, `an svg ${one.source}`))),
  },
  {
    code: 'field_without_label',
    severity: 'warning',
    category: 'accessibility',
    title: 'Fields without a label',
    why: 'Screen readers cannot say what is to be filled in, and a click on the words does not lead there.',
    howToFix: 'Give each field an id and a <label for>, or aria-label.',
    find: html(({ fields }) => fields.filter(({ isNamed }) => !isNamed).map((field) => at(field, field.what))),
  },
  {
    code: 'frame_without_title',
    severity: 'warning',
    category: 'accessibility',
    title: 'Frames without a title',
    why: 'Screen readers cannot say what is in them.',
    howToFix: 'Write title on the frame.',
    find: html(({ frames }) =>
      frames
        .filter(({ isNamed, isHidden }) => !isNamed && !isHidden)
        .map((frame) => at(frame, frame.src === '' ? 'a frame without src' : quote(frame.src))),
    ),
  },
  {
    code: 'viewport_missing',
    severity: 'warning',
    category: 'performance',
    title: 'No viewport for phones',
    why: 'Phones show the page as small as on a desk, and readers have to zoom.',
    howToFix: 'Write `<meta name="viewport" content="width=device-width, initial-scale=1">`.',
    find: html((facts, page) => (isCanonicalElsewhere(facts, page) ? [] : lackOfViewport(facts.meta))),
  },
  {
    code: 'viewport_fixed',
    severity: 'warning',
    category: 'performance',
    title: 'A viewport of fixed width',
    why: 'Phones show the page as wide as that, and their readers have to zoom.',
    howToFix: 'Write width=device-width.',
    find: html(({ meta: { viewport } }) =>
      when(viewport !== null && /\bwidth\s*=\s*["']?\d{3,}/i.test(viewport.content), () => at(viewport!, quote(viewport!.content))),
    ),
  },
  {
    code: 'zoom_forbidden',
    severity: 'warning',
    category: 'accessibility',
    title: 'Readers may not zoom',
    why: 'Who needs larger letters cannot have them.',
    howToFix: 'Leave user-scalable and maximum-scale away.',
    find: html(({ meta: { viewport } }) =>
      when(viewport !== null && forbidsZoom(viewport.content), () => at(viewport!, quote(viewport!.content))),
    ),
  },
  {
    code: 'ids_repeated',
    severity: 'warning',
    category: 'accessibility',
    title: 'Ids given twice that something leads to',
    why: 'Labels and links reach only the first of them.',
    howToFix: 'Give each element an id of its own.',
    find: html(({ repeatedIds }) => repeatedIds.map((one) => at(one, `id=${quote(one.id)} a second time`))),
  },
  {
    code: 'reference_missing',
    severity: 'notice',
    category: 'accessibility',
    title: 'Labels and descriptions that name an id which is not there',
    why: 'What was to be named stays without a name.',
    howToFix: 'Correct the id.',
    find: html(({ missingReferences }) => missingReferences.map((one) => at(one, `${one.attribute}=${quote(one.id)}`))),
  },
  {
    code: 'table_without_headers',
    severity: 'notice',
    category: 'accessibility',
    title: 'Tables without headers',
    why: 'Screen readers cannot say to which column a cell belongs.',
    howToFix: 'Make the cells of the first row, or of the first column, <th>.',
    find: html(({ tables }) =>
      tables
        .filter(
          ({ rows, columns, hasHeaders, hasWords, saysData, saysLayout }) =>
            // Two columns of words are terms with their meanings: the order of reading tells what belongs together.
            !saysLayout && !hasHeaders && columns >= (hasWords ? 3 : 2) && (saysData ? rows >= 3 : hasWords && rows >= 4),
        )
        .map((table) => at(table, `${table.rows} rows and ${table.columns} columns without <th>`)),
    ),
  },
  {
    code: 'tabindex_positive',
    severity: 'notice',
    category: 'accessibility',
    title: 'An order of its own for the keyboard',
    why: 'A positive tabindex comes before all that has none: the keyboard jumps about.',
    howToFix: 'Put the elements in the right order and write tabindex="0", or none.',
    find: html(({ positiveTabindexes }) => positiveTabindexes.map((one) => at(one, `tabindex=${one.value}`))),
  },
  {
    code: 'media_plays',
    severity: 'warning',
    category: 'accessibility',
    title: 'Sound that starts by itself',
    why: 'It drowns out screen readers, and browsers stop it anyway.',
    howToFix: 'Leave autoplay away, or mute it.',
    find: html(({ media }) => media.filter(({ plays, isMuted }) => plays && !isMuted).map((one) => at(one, `<${one.tag} autoplay>`))),
  },
  {
    code: 'main_missing',
    severity: 'notice',
    category: 'accessibility',
    title: 'No main landmark',
    why: 'Screen readers cannot jump to the content, and machines have to guess where it begins.',
    howToFix: 'Put the content into <main>.',
    find: html((facts) =>
      when(!facts.text.hasMain && facts.text.words > 0 && !needsScripts(facts), () => whole('no <main> and no role="main"')),
    ),
  },
  {
    code: 'page_reloads',
    severity: 'notice',
    category: 'accessibility',
    title: 'Pages that reload by themselves',
    why: 'Readers lose their place, and screen readers begin anew.',
    howToFix: 'Let readers reload, or change only what is new by a script.',
    find: html(({ meta: { refresh } }) =>
      when(refresh !== null && refresh.url === null && refresh.seconds < 72_000, () => at(refresh!, `every ${refresh!.seconds} s`)),
    ),
  },
];

/** An image without alt is told already, and so is an anchor beside a heading that only a style sheet fills. */
function unnamedLinks({ links }: PageFacts): Evidence[] {
  return links
    .filter(
      (link) =>
        !link.isNamed && !link.isHidden && !link.holdsUnnamedImage && !(link.url !== null && link.href.startsWith('#')) && !link.isArea,
    )
    .map((link) => at(link, `to ${quote(link.href)}`));
}

/** Without a width or a scale a phone takes the page for one of a desk. */
function lackOfViewport({ viewport }: PageFacts['meta']): Evidence[] {
  if (viewport === null) return [whole('no <meta name="viewport">')];
  return when(!/\bwidth\s*=|\binitial-scale\s*=/i.test(viewport.content), () => at(viewport, `content=${quote(viewport.content)}`));
}

function forbidsZoom(content: string): boolean {
  const most = /maximum-scale\s*=\s*["']?([\d.]+)/i.exec(content)?.[1];
  return /user-scalable\s*=\s*["']?(?:no|0)\b/i.test(content) || (most !== undefined && Number(most) < minZoom);
}
