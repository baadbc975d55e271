import { expect, test } from 'vitest';
import { createTestApp } from '../../support/test-app.ts';

/** A page of a manual; `steps` are instructions with their code. */
const pageOf = (title: string, opening: string, steps: readonly (readonly [string, string, string])[]) =>
  `<html><head><title>${title}</title></head><body><nav><a href="/">Home</a></nav><main><h1>${title}</h1><p>${opening}</p>
${steps.map(([heading, told, code]) => `<h2>${heading}</h2><p>${told}</p><pre>${code}</pre>`).join('\n')}</main></body></html>`;

const making = pageOf(
  'Making a package archive',
  'A package archive is a folder on a server from which machines install their packages over the network. It needs no software on the server apart from one that hands out files, so that any old machine in the house can keep an archive for all the others.',
  [
    [
      'Create the folder',
      'The archive lives below the root of the web server, and every distribution has a folder of its own in it. Create the folder of the first distribution of the package archive with this command:',
      'mkdir -p /srv/archive/dists/stable',
    ],
    [
      'Sign the archive',
      'Machines refuse a package archive whose index bears no signature, because anyone on the way could have put another package into it. Make a key for the archive, and keep its secret part away from the server:',
      'gpg --quick-generate-key archive@example.org\n  gpg --export --armor &gt; archive.asc',
    ],
    [
      'Index the packages',
      'The index of the archive names each package with its size and its checksum, and it has to be made again whenever a package is added. Write the index of the package archive into the folder of its distribution:',
      'apt-ftparchive packages . &gt; dists/stable/Packages',
    ],
  ],
);

/** Enough documents about the same words that the manual's own surroundings are not brought for all of them. */
const others = Array.from(
  { length: 14 },
  (_, index) =>
    `The package archive of house number ${index} is a package archive for ${index + 3} machines. ${['Its owner', 'A neighbour', 'The caretaker'][index % 3]} cleans the package archive every ${index + 2} weeks and counts ${index * 7} packages in it.`,
);

test('an extractive how-to has the code of a page below the sentence that leads to it', async () => {
  const { desk } = await createTestApp();
  await desk.call('knowledge_create', { html: making });
  for (const [index, text] of others.entries()) await desk.call('knowledge_create', { title: `House ${index}`, text });
  const request = { keyword: 'make a package archive', articleType: 'how-to', targetWordCount: 200, includeImage: false };
  const { id } = (await desk.call('articles_create', request)) as { id: string };
  await desk.runDue();
  const { status, contentMarkdown } = (await desk.call('articles_get', { id })) as { status: string; contentMarkdown: string };
  expect(status).toBe('ready');
  expect(contentMarkdown).toContain('with this command: [1]\n\n```\nmkdir -p /srv/archive/dists/stable\n```');
  expect(contentMarkdown).toContain('```\ngpg --quick-generate-key archive@example.org\n  gpg --export --armor > archive.asc\n```');
  expect(contentMarkdown.indexOf('mkdir')).toBeLessThan(contentMarkdown.indexOf('gpg --quick'));
  expect(contentMarkdown.indexOf('gpg --quick')).toBeLessThan(contentMarkdown.indexOf('apt-ftparchive'));
});

test('a writer gets the code right after what was found, wherever its document ranks', async () => {
  const { desk } = await createTestApp();
  const text = (index: number) =>
    `<p>The kettle of house ${index} is a kettle ${'that boils water '.repeat(index)} each day:</p><pre>boil ${index}</pre>`;
  for (let index = 0; index < 13; index++) await desk.call('knowledge_create', { title: `House ${index}`, html: text(index) });
  const { id: projectId } = await desk.services.projects.resolve(undefined);
  const found = await desk.services.knowledge.retrieve({ query: 'kettle', language: 'en', projectId, limit: 40 });
  expect(found.filter(({ kind }) => kind === 'prose')).toHaveLength(13);
  expect(found.filter(({ kind }) => kind === 'code')).toHaveLength(13);
});
