import { createCopydesk } from '../../src/app.ts';

/**
 * Serves the desk of a home in a process of its own and prints its address: `idempotent-desk.ts <home> <when it dies> [milliseconds its clock is ahead]`.
 * It dies by SIGKILL, `before` or `after` the commit of an article, or `never`.
 */
const [home, dies, ahead = '0'] = process.argv.slice(2);
// With a clock of its own it does no work in the background, so that what is in the database is the request's.
const desk = await createCopydesk({ home: home!, logLevel: 'silent', now: () => Date.now() + Number(ahead) });
const { articles, jobs } = desk.services;

function die(): Promise<never> {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => {});
}

if (dies === 'before') jobs.createAll = die;
if (dies === 'after') {
  const { create } = articles;
  articles.create = (input) => create(input).then(die);
}
const { url } = await desk.listen({ port: 0 });
process.stdout.write(`${url}\n`);
