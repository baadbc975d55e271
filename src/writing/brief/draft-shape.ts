import type { Draft } from '../../../schema/drafts.ts';

const example: Draft = {
  title: 'Repairing a Bicycle Tube',
  metaTitle: 'Repairing a Bicycle Tube: Five Steps',
  metaDescription:
    'Find the hole, roughen the rubber, let the glue dry and press the patch on: how to repair a bicycle tube at the roadside.',
  slug: 'repair-bicycle-tube',
  markdown:
    'A punctured tube can be patched in about ten minutes [2].\n\n## Finding the Hole\n\nPump the tube up and listen; where the noise of the road is louder, water shows the bubbles [1][4].\n\n## Patching It\n\n1. Roughen the rubber around the hole [3].\n2. Let the glue dry until it no longer shines [3].',
  faq: [{ question: 'How long does the glue take?', answer: 'About five minutes, until it no longer shines [3].' }],
};

/** The exact shape of a draft, field by field, as handed out with the brief. */
export const draftShape = {
  fields: {
    title: 'Required. Plain text, with the keyword. At most 200 characters.',
    metaTitle: 'At most 60 characters, with the keyword. Default: made from the title.',
    metaDescription: 'At most 160 characters, 70 at least for full points, with the keyword. Default: made from the introduction.',
    slug: 'Lower-case ASCII words joined by hyphens, with the keyword’s. Default: made from the keyword.',
    markdown: 'Required. The body, from the introduction on.',
    faq: 'Optional [{ question, answer }], at most 20; answers as plain text with citations, not repeated in the body. Their claims are checked like the body’s.',
  },
  markdown: [
    'Begin with the introduction: no title, no heading above it. The keyword stands in the first 100 words.',
    'Sections under “## ”, parts of them under “### ”; the outline’s headings in its order. The keyword in one heading at least.',
    'Cite right after the claim, before its full stop: “… about ten minutes [2].” Several: [1][4]. Only numbers of passages in the brief, for what they show: what “…” left out does not count. No list of sources: it is made from the citations, which are then numbered in the order of the text.',
    'Write in your own words; the figures, dates, units and names must be the source’s, and so must who did what to whom. Each claim is told with its verdict: mend what is contradicted or unsupported by `edits`; where a passage says it in other words, bring `evidence`. More than 25 % of four-word runs copied costs originality.',
    'wordCount counts the words of paragraphs and lists; headings, tables, code blocks, citations and the FAQ do not count.',
    'Paragraphs of at most 150 words; a heading every 100–350 words. Lists, tables, bold and links are Markdown; no HTML, no images, no footnotes.',
    'Internal links as [anchor](url), from internalLinks only.',
  ],
  example,
} as const;
