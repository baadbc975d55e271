import { createHash } from 'node:crypto';
import { createCopydesk } from '../../src/app.ts';
import { readArchive } from '../../src/services/common/archive/read.ts';
import { round } from './figures.ts';

export interface CarryTask {
  home: string;
  path: string;
  what: 'export' | 'import';
}

export interface CarriedRun {
  seconds: number;
  cpuSeconds: number;
  /** The most memory it held beyond what the desk holds before. */
  aboveIdleMiB: number;
  counts: Record<string, number>;
  /** A hash of what the archive holds. */
  contents: string;
}

/** Exports or imports once, in a process whose memory is that of nothing else. */
const { home, path, what } = JSON.parse(process.argv[2]!) as CarryTask;
const desk = await createCopydesk({ home, logLevel: 'silent' });
const { data } = (await desk.call('projects_list', {})) as { data: { id: string }[] };
const idle = process.memoryUsage.rss();
let peak = idle;
const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 10);
const [began, cpu] = [performance.now(), process.cpuUsage()];
const { portability } = desk.services;
const { counts } = await (what === 'export' ? portability.export({ projectId: data[0]!.id, path }) : portability.import({ path }));
const { user, system } = process.cpuUsage(cpu);
const seconds = round((performance.now() - began) / 1000);
clearInterval(watch);
peak = Math.max(peak, process.memoryUsage.rss());
await desk.close();
const done: CarriedRun = {
  seconds,
  cpuSeconds: round((user + system) / 1e6),
  aboveIdleMiB: Math.round((peak - idle) / 2 ** 20),
  counts,
  contents: await contentsOf(),
};
process.send!(done);

/** All but the time. */
async function contentsOf(): Promise<string> {
  const hash = createHash('sha256');
  await readArchive(path, {
    manifest: (manifest) => void hash.update(JSON.stringify({ ...manifest, exportedAt: '' })),
    async member(_member, lines) {
      for await (const line of lines) hash.update(line);
    },
  });
  return hash.digest('hex');
}
