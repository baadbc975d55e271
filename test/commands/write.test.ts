import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Article } from '../../schema/articles.ts';
import { run } from '../support/cli.ts';
import { docxOf } from '../support/docx.ts';
import { temporaryHome } from '../support/home.ts';
import { pdfOf, textLines } from '../support/pdf.ts';
import { manual } from '../support/scenario.ts';

/** A site of one page that is not there. */
async function missingPage(): Promise<string> {
  const server = createServer((_request, response) => void response.writeHead(404).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/gone`;
}

test('sources are repeated, and those that cannot be read are named while the others go on', async () => {
  const home = temporaryHome();
  const docs = join(home, 'docs');
  mkdirSync(docs);
  writeFileSync(join(docs, 'pools.md'), manual);
  writeFileSync(join(home, 'how-it_was.txt'), `${'We made an unrelated trip to the sea in summer and swam a lot. '.repeat(9)}\n`);
  writeFileSync(
    join(home, 'titled.txt'),
    `A day in the hills\n\n${'Our walk over the hills took all day because of the rain. '.repeat(9)}\n`,
  );
  writeFileSync(join(home, 'long.md'), 'Pools keep connections. '.repeat(220_000));
  writeFileSync(join(home, 'huge.pdf'), '');
  truncateSync(join(home, 'huge.pdf'), 50 * 1024 * 1024 + 1);
  writeFileSync(join(docs, 'empty.md'), '');
  symlinkSync(join(home, 'nowhere.md'), join(docs, 'moved.md'));
  const gone = await missingPage();
  const sources = [docs, gone, join(home, 'how-it_was.txt'), join(home, 'titled.txt'), join(home, 'long.md'), join(home, 'huge.pdf')];
  const args = ['write', ...sources.flatMap((source) => ['-s', source]), 'connection pool', '-w', '250', '--language', 'en', '--json'];
  const { code, stdout, stderr } = await run([...args, '--outline', 'Opening a pool', '--outline', 'Closing a pool'], { home });
  expect(code, stderr).toBe(0);
  expect((JSON.parse(stdout) as Article).language).toBe('en');
  expect(stderr).toContain(`passed over ${gone}: `);
  expect(stderr).toContain(`passed over ${join(docs, 'empty.md')}: It is empty.`);
  expect(stderr).toContain(`passed over ${join(docs, 'moved.md')}: It cannot be read: no such file or directory.`);
  expect(stderr).toContain(`passed over ${join(home, 'long.md')}: The document has more than 5,000,000 characters of text.`);
  expect(stderr).toContain(`passed over ${join(home, 'huge.pdf')}: It is larger than 50 MiB.`);
  const { stdout: listed } = await run(['call', 'knowledge_list'], { home });
  const titles = (JSON.parse(listed) as { data: { title: string }[] }).data.map(({ title }) => title);
  expect(titles).toEqual(expect.arrayContaining(['how it was', 'A day in the hills']));
  expect(titles).toHaveLength(3);
});

test('if no source can be read nothing is written, not even from existing knowledge', async () => {
  const home = temporaryHome();
  await run(['call', 'knowledge_create', '--json', '-'], { home, stdin: JSON.stringify({ markdown: manual }) });
  const gone = await missingPage();
  const { code, stdout, stderr } = await run(['write', 'connection pool', '-s', gone, '--json'], { home });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain(`passed over ${gone}: `);
  expect(JSON.parse(stderr.trim().split('\n').at(-1)!)).toMatchObject({ code: 'unreadable_source' });
});

test('a folder of PDF, Word and text files in any encoding is added', async () => {
  const home = temporaryHome();
  const docs = join(home, 'docs');
  mkdirSync(join(docs, 'inner'), { recursive: true });
  const prose = 'A kiln turns clay into pottery by slow and even heat. The potter opens the door only when it has cooled.';
  writeFileSync(
    join(docs, 'firing.pdf'),
    pdfOf([[{ text: 'On firing', y: 740, size: 20 }, ...textLines([prose.slice(0, 53), prose.slice(54)])]]),
  );
  writeFileSync(
    join(docs, 'inner', 'glaze.docx'),
    docxOf([{ text: 'On glaze', style: 'Title' }, { text: 'Glaze needs a higher temperature than the first firing of the clay does.' }]),
  );
  writeFileSync(
    join(docs, 'ofen.txt'),
    Buffer.from('Alte \u00D6fen\n\nDie \u00D6fen der alten T\u00F6pfer waren aus Lehm und standen am Fluss.', 'latin1'),
  );
  writeFileSync(join(docs, 'scan.pdf'), pdfOf([[]]));
  writeFileSync(join(docs, '~$glaze.docx'), 'locked');
  const { stderr } = await run(['write', '-s', docs, 'kiln', '--json'], { home });
  expect(stderr).toContain(`passed over ${join(docs, 'scan.pdf')}: The PDF has no text layer`);
  expect(stderr).toContain('Run OCR over it first');
  const { stdout: listed } = await run(['call', 'knowledge_list'], { home });
  const found = (JSON.parse(listed) as { data: { title: string; kind: string }[] }).data.map(({ title, kind }) => `${kind} ${title}`);
  expect(found.toSorted()).toEqual(['docx On glaze', 'pdf On firing', 'text Alte Öfen']);
});

test('an unreadable kind of file is refused by name before anything is added', async () => {
  const home = temporaryHome();
  writeFileSync(join(home, 'plan.xlsx'), 'PK');
  const { code, stderr } = await run(['write', '-s', join(home, 'plan.xlsx'), 'plans'], { home });
  expect(code).toBe(2);
  expect(stderr).toContain(`${join(home, 'plan.xlsx')} cannot be read; PDF, Word, Markdown, HTML and text can`);
});

test.each([
  [['pools', '--language', 'english'], ['--language: Expected a two-letter language code such as en.']],
  [[''], ['<keyword> must have at least 1 character.']],
  [['x'.repeat(500)], ['<keyword> must have at most 200 characters.']],
  [
    ['pools', '--webhook-url', 'nourl'],
    ['--webhook-url: ', 'http:// or https://'],
  ],
  [
    ['pools', '--type', 'foo', '--tone', 'x'.repeat(301)],
    ['--type must be one of guide, ', '--tone must have at most 300 characters.'],
  ],
])('write %j is a wrong command line, reported by its flags', async (args, told) => {
  const { code, stdout, stderr } = await run(['write', ...args], { home: temporaryHome() });
  expect({ code, stdout }, stderr).toEqual({ code: 2, stdout: '' });
  for (const words of told) expect(stderr).toContain(words);
  expect(stderr).not.toMatch(/webhookUrl|named in errors|\n {2}\//);
});

test('with --json a wrong flag is also reported under its field', async () => {
  const { code, stderr } = await run(['write', 'pools', '--language', 'english', '--json'], { home: temporaryHome() });
  expect(code).toBe(2);
  expect(JSON.parse(stderr)).toMatchObject({ code: 'invalid_input', errors: [{ pointer: '/language' }] });
});

test('hints for a person speak of flags and commands', async () => {
  const home = temporaryHome();
  const told = async (...args: string[]) => {
    const { code, stderr } = await run(['write', 'pools', ...args], { home });
    return `${code} ${stderr.trim().split('\n').at(-1)}`;
  };
  expect(await told()).toBe('1   Add documents on the subject with --source <path-or-url>, or ask for fewer words with --words.');
  expect(await told('--writer', 'llm')).toContain('npx copydesk call integrations_set. Or write without one: --writer extractive');
  expect(await told('--project', 'prj_x')).toBe('1   See npx copydesk call projects_list.');
  await run(['call', 'projects_create', '--json', '{"name":"Blog"}'], { home });
  expect(await told()).toBe('1   Name one with --project <id>.');
});
