import type { PageImage } from '../../pages/page-facts.ts';
import type { PageCheck } from '../check.ts';
import { at, html, quote, when } from './evidence.ts';
import { maxAltLength, maxInlineImage, maxEagerImages } from './thresholds.ts';

/** Images, as they are written. Whether they are there is for the checks of the whole site. */
export const imageChecks: readonly PageCheck[] = [
  {
    code: 'image_alt_missing',
    severity: 'warning',
    category: 'images',
    title: 'Images without an alt attribute',
    why: 'Screen readers read the file’s name instead, and search engines do not learn what is shown.',
    howToFix: 'Say in alt what the image shows; write alt="" for mere decoration.',
    find: html(({ images }) =>
      images
        .filter((image) => isSeen(image) && image.alt === null && !image.hasOtherName && !image.lacksSource)
        .map((image) => at(image, `no alt: ${nameOf(image)}`)),
    ),
  },
  {
    code: 'image_alt_too_long',
    severity: 'notice',
    category: 'images',
    title: 'Alternative texts as long as paragraphs',
    why: 'Screen readers read them in one go, and nobody can stop or go back.',
    howToFix: 'Say what matters in a sentence, and put the rest beside the image.',
    find: html(({ images }) =>
      images
        .filter(({ alt }) => (alt?.length ?? 0) > maxAltLength)
        .map((image) => at(image, `${image.alt!.length} characters: ${quote(image.alt!)}`)),
    ),
  },
  {
    code: 'image_alt_filename',
    severity: 'notice',
    category: 'images',
    title: 'File names as alternative texts',
    why: '“IMG_2034.jpg” tells nobody what the image shows.',
    howToFix: 'Say what the image shows.',
    find: html(({ images }) =>
      images
        .filter((image) => isSeen(image) && fileName.test(image.alt?.trim() ?? ''))
        .map((image) => at(image, `alt=${quote(image.alt!)}`)),
    ),
  },
  {
    code: 'image_alt_generic',
    severity: 'notice',
    category: 'images',
    title: 'Alternative texts that say “image”',
    why: 'Who cannot see the image learns only that there is one.',
    howToFix: 'Say what the image shows.',
    find: html(({ images }) =>
      images
        .filter((image) => isSeen(image) && genericAlt.test(image.alt?.trim() ?? ''))
        .map((image) => at(image, `alt=${quote(image.alt!)}, ${nameOf(image)}`)),
    ),
  },
  {
    code: 'image_size_missing',
    severity: 'notice',
    category: 'images',
    title: 'Images without width and height',
    why: 'The text jumps when they arrive, unless a style sheet keeps their place.',
    howToFix: 'Write width and height as the file has them; CSS may still scale it.',
    find: html(({ images }) =>
      images
        .filter((image) => isSeen(image) && image.place === 'content' && !image.hasSize && !image.lacksSource && image.inlineSize === 0)
        .map((image) => at(image, nameOf(image))),
    ),
  },
  {
    code: 'image_source_missing',
    severity: 'warning',
    category: 'images',
    title: 'Images without a source',
    why: 'Nothing can be shown.',
    howToFix: 'Write the address in src, or remove the image.',
    find: html(({ images }) =>
      images
        .filter(({ lacksSource, isHidden }) => (lacksSource === 'missing' || lacksSource === 'empty') && !isHidden)
        .map((image) =>
          at(
            image,
            `an <img> with${image.lacksSource === 'empty' ? ' an empty' : 'out'} src${image.alt ? `, alt=${quote(image.alt)}` : ''}`,
          ),
        ),
    ),
  },
  {
    code: 'image_needs_script',
    severity: 'notice',
    category: 'images',
    title: 'Images that only a script loads',
    why: 'Crawlers that run no scripts find no image, and readers wait for the script first.',
    howToFix: 'Write the address in src, with loading="lazy" where it can wait.',
    find: html(({ images }) =>
      images
        .filter((image) => image.needsScript && isSeen(image))
        .map((image) => at(image, image.alt ? `alt=${quote(image.alt)}` : nameOf(image))),
    ),
  },
  {
    code: 'image_source_invalid',
    severity: 'warning',
    category: 'images',
    title: 'Images with a source that is no address',
    why: 'Browsers cannot load them.',
    howToFix: 'Write the image’s address on the web.',
    find: html(({ images }) =>
      images
        .filter(({ src, url, inlineSize }) => src !== '' && inlineSize === 0 && url === null && !/^(?:blob|cid|about):/i.test(src))
        .map((image) => at(image, quote(image.src))),
    ),
  },
  {
    code: 'image_inline_large',
    severity: 'notice',
    category: 'performance',
    title: 'Large images within the page',
    why: 'They arrive before the text, on every page anew, and no cache keeps them.',
    howToFix: 'Put them into files of their own.',
    find: html(({ images }) =>
      images
        .filter(({ inlineSize }) => inlineSize > maxInlineImage)
        .map((image) => at(image, `${Math.round(image.inlineSize / 1000)} kB: ${quote(image.src)}`)),
    ),
  },
  {
    code: 'images_not_lazy',
    severity: 'notice',
    category: 'performance',
    title: 'Many images that load at once',
    why: 'Those far below compete with what the reader sees first.',
    howToFix: 'Write loading="lazy" on all but the first few.',
    find: html(({ images }) => {
      const eager = images.filter((image) => isSeen(image) && image.place === 'content' && image.url !== null && !image.isLazy);
      const different = new Set(eager.map(({ url }) => url)).size;
      return when(different > maxEagerImages, () => at(eager[maxEagerImages]!, `${different} images without loading="lazy"`));
    }),
  },
  {
    code: 'image_first_lazy',
    severity: 'notice',
    category: 'performance',
    title: 'First image of the page loads late',
    why: 'Browsers wait for the layout before they ask for it, though it is seen at once.',
    howToFix: 'Leave loading="lazy" away on the first image of the content.',
    find: html(({ images }) => {
      const first = images.find((image) => isSeen(image) && image.place === 'content' && image.url !== null);
      return when(first?.saysLazy === true && !first.isFurtherDown, () => at(first!, nameOf(first!)));
    }),
  },
  {
    code: 'image_format_unsuited',
    severity: 'warning',
    category: 'images',
    title: 'Image formats that browsers do not show',
    why: 'TIFF, Photoshop and HEIC files are not shown by most browsers, and bitmaps are many times as large as they need be.',
    howToFix: 'Save them as WebP, AVIF, JPEG or PNG.',
    find: html(({ images }) =>
      images
        .filter(({ url }) => url !== null && /^[^?]*\.(?:tiff?|bmp|psd|hei[cf]|ai|eps)(?:\?|$)/i.test(url))
        .map((image) => at(image, nameOf(image))),
    ),
  },
];

const fileName = /^\S+\.(?:jpe?g|png|gif|webp|svg|avif|bmp|tiff?)$|^(?:img|dsc[nf]?|dscn|image|pict?|screenshot|photo)[-_]?\d{3,}\S*$/i;
const genericAlt =
  /^(?:an? )?(?:image|img|picture|photo|photograph|graphic|alt|alt text|placeholder|spacer|bild|foto|imagen|imagem|untitled|null|undefined)$/i;

/** Meant for readers, and there from the start. */
function isSeen({ isHidden, isDecoration }: PageImage): boolean {
  return !isHidden && !isDecoration;
}

function nameOf({ src }: PageImage): string {
  return src === '' ? 'an image that a script fills in' : quote(src);
}
