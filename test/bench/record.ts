// npm run bench … | npm run figures: writes what the benches print into docs/figures.md, and marks as old what they did not measure and whose code has changed since.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { codeOf } from './figure-code.ts';
import { figureRows, figuresIn } from './figure-rows.ts';
import { readFigures, type Figure } from './figures-table.ts';

const path = fileURLToPath(new URL('../../docs/figures.md', import.meta.url));
const top = fileURLToPath(new URL('../..', import.meta.url));
const git = (...args: string[]) => execFileSync('git', args, { cwd: top, encoding: 'utf8' }).trim();

const measured = new Map<string, Map<string, string>>();
for await (const line of createInterface({ input: process.stdin })) {
  if (!line.startsWith('{"bench":')) continue;
  const { bench, tiny, ...found } = JSON.parse(line) as { bench: string; tiny?: true };
  if (!tiny) measured.set(bench, figuresIn(bench, found));
}

const text = readFileSync(path, 'utf8');
const before = new Map(readFigures(text).map((figure) => [`${figure.bench} ${figure.what}`, figure]));
const today = new Date().toISOString().slice(0, 10);
const commit = git('rev-parse', '--short', 'HEAD');

const figures = figureRows.flatMap(({ bench, what, aim }): Figure[] => {
  const figure = measured.get(bench)?.get(what);
  const where = `A, Node ${process.versions.node}`;
  if (figure !== undefined) return [{ bench, what, aim, figure, where, measured: `${today}, ${commit}` }];
  const old = before.get(`${bench} ${what}`);
  return old ? [{ ...old, measured: isCurrent(old) ? old.measured : `${old.measured.replace(', old', '')}, old` }] : [];
});
const rows = figures.map((one) => `| \`${one.bench}\` | ${one.what} | ${one.figure} | ${one.aim} | ${one.where} | ${one.measured} |`);
const lines = text.split('\n');
const first = lines.findIndex((line) => line.startsWith('| ---'));
const after = lines.findIndex((line, index) => index > first && !line.startsWith('|'));
writeFileSync(path, [...lines.slice(0, first + 1), ...rows, ...lines.slice(after)].join('\n'));
execFileSync('npx', ['oxfmt', path], { cwd: top, stdio: 'ignore' });

function isCurrent({ bench, measured: when }: Figure): boolean {
  try {
    git('diff', '--quiet', when.split(', ')[1]!, 'HEAD', '--', ...codeOf[bench]!);
    return true;
  } catch {
    // It has changed, or there is no such commit any more.
    return false;
  }
}
