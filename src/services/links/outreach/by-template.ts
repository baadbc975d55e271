import type { LinkOpportunityRow } from '../../../db/rows/links.ts';
import { AppError } from '../../../errors.ts';
import { parsed } from '../../common/wire.ts';
import { targetOf } from '../prospects/told.ts';
import type { Material } from './material.ts';
import type { MailText } from './text.ts';

/** What discovery keeps of a page, as far as a mail speaks of it. */
interface Seen {
  brokenUrl?: string;
  anchor?: string;
}

interface Facts {
  /** Who is greeted; null where no name is known. */
  name: string | null;
  /** The page there. */
  page: string;
  seen: Seen;
  project: string;
  /** The page to link to. */
  target: string;
}

interface Wording {
  greeting(name: string | null): string;
  first: Readonly<Record<LinkOpportunityRow['kind'], (facts: Facts) => MailText>>;
  /** `subject`: of the mail before, or one of its own. */
  followup(facts: Facts, subject: string): MailText;
}

const english: Wording = {
  greeting: (name) => (name === null ? 'Hello,' : `Hello ${name},`),
  first: {
    broken_link: ({ page, seen, target, project }) => ({
      subject: 'A broken link on your page',
      body: `your page ${page} links to ${seen.brokenUrl ?? 'a page that is gone'}${seen.anchor ? ` (“${seen.anchor}”)` : ''}, which can no longer be reached.\n\nAt ${project} we have a page on the same subject: ${target}\n\nIf it helps your readers, you could link to it in place of the one that is gone.`,
    }),
    mention: ({ page, target, project }) => ({
      subject: `You mention ${project}`,
      body: `you mention ${project} on ${page}. Thank you.\n\nThe mention has no link. Would you add one, so that your readers find it? This is the page: ${target}`,
    }),
    cited: ({ page, target, project }) => ({
      subject: 'A page that may go with yours',
      body: `AI answers on our subject cite your page ${page}.\n\nAt ${project} we have a page on it too: ${target}\n\nIf you find that it adds something for your readers, would you link to it?`,
    }),
    resource_page: ({ page, target, project }) => ({
      subject: 'A page for your list',
      body: `your page ${page} lists resources on the subject.\n\nAt ${project} we have one that is not on it: ${target}\n\nIf you find that it belongs there, would you add it?`,
    }),
    given: ({ page, target, project }) => ({
      subject: 'A page that may go with yours',
      body: `I am writing about your page ${page}.\n\nAt ${project} we have a page that may go with it: ${target}\n\nIf you find that it adds something for your readers, would you link to it?`,
    }),
  },
  followup: ({ page, target }, subject) => ({
    subject,
    body: `I wrote to you about your page ${page} and ours, ${target}. Did you have time to look?\n\nIf it is of no use to you, a short no is fine.`,
  }),
};

const german: Wording = {
  greeting: (name) => (name === null ? 'Guten Tag,' : `Guten Tag ${name},`),
  first: {
    broken_link: ({ page, seen, target, project }) => ({
      subject: 'Ein defekter Link auf Ihrer Seite',
      body: `Ihre Seite ${page} verlinkt auf ${seen.brokenUrl ?? 'eine Seite, die es nicht mehr gibt'}${seen.anchor ? ` („${seen.anchor}“)` : ''}. Dort ist nichts mehr zu erreichen.\n\nBei ${project} haben wir eine Seite zum selben Thema: ${target}\n\nWenn sie Ihren Lesern hilft, könnten Sie stattdessen auf sie verlinken.`,
    }),
    mention: ({ page, target, project }) => ({
      subject: `Sie erwähnen ${project}`,
      body: `Sie erwähnen ${project} auf ${page}. Vielen Dank dafür.\n\nDie Erwähnung hat keinen Link. Würden Sie einen setzen, damit Ihre Leser die Seite finden? Dies ist sie: ${target}`,
    }),
    cited: ({ page, target, project }) => ({
      subject: 'Eine Seite, die zu Ihrer passen könnte',
      body: `KI-Antworten zu unserem Thema zitieren Ihre Seite ${page}.\n\nBei ${project} haben wir auch eine Seite dazu: ${target}\n\nWenn sie Ihren Lesern etwas bringt, würden Sie auf sie verlinken?`,
    }),
    resource_page: ({ page, target, project }) => ({
      subject: 'Eine Seite für Ihre Liste',
      body: `Ihre Seite ${page} führt Quellen zum Thema auf.\n\nBei ${project} haben wir eine, die dort fehlt: ${target}\n\nWenn sie dazugehört, würden Sie sie aufnehmen?`,
    }),
    given: ({ page, target, project }) => ({
      subject: 'Eine Seite, die zu Ihrer passen könnte',
      body: `ich schreibe Ihnen wegen Ihrer Seite ${page}.\n\nBei ${project} haben wir eine Seite, die dazu passen könnte: ${target}\n\nWenn sie Ihren Lesern etwas bringt, würden Sie auf sie verlinken?`,
    }),
  },
  followup: ({ page, target }, subject) => ({
    subject,
    body: `ich hatte Ihnen wegen Ihrer Seite ${page} und unserer, ${target}, geschrieben. Hatten Sie Zeit, sie anzusehen?\n\nWenn sie für Sie nichts ist, genügt ein kurzes Nein.`,
  }),
};

const wordings: Readonly<Record<string, Wording>> = { en: english, de: german };

/** A plain mail that says what was seen. Throws `invalid_input` in other languages, `conflict` where it has nothing to say or to link to. */
export function writeByTemplate({ row, project, place, opportunities, earlier }: Material): MailText {
  const wording = wordings[project.language];
  if (!wording) {
    const detail = `writes mails in ${Object.keys(wordings).join(' and ')}; the project's language is ${project.language}`;
    throw new AppError('invalid_input', `writer: extractive ${detail}.`, {
      hint: 'Use writer agent, or llm with a model.',
      errors: [{ pointer: '/writer', detail, code: 'language' }],
    });
  }
  const [best] = opportunities;
  const seen = best ? parsed<Seen>(best.evidence) : {};
  const target = targetOf(row, best).url ?? (best?.kind === 'mention' ? project.siteUrl : null);
  if (target === null) {
    throw new AppError('conflict', `It is not known which page ${row.host} is to link to.`, {
      hint: 'Set targetUrl with link_prospects_update, or use writer agent.',
    });
  }
  const facts = { name: row.contact_name, page: best?.url ?? `https://${row.host}/`, seen, project: project.name, target };
  const first = wording.first[best?.kind ?? 'given'](facts);
  const text = place.kind === 'followup' ? wording.followup(facts, reminding(earlier.at(-1)?.subject) ?? first.subject) : first;
  return { subject: text.subject.slice(0, 150), body: `${wording.greeting(facts.name)}\n\n${text.body}` };
}

function reminding(subject: string | undefined): string | undefined {
  return subject === undefined || /^re:/i.test(subject) ? subject : `Re: ${subject}`;
}
