import type { FigureRow } from './figure-rows.ts';

type Cost = { wallMs: number; cpuMs: number };
type Start = { copydesk: Cost & { list: Cost; call: Cost; rssMiB: number }; wallRatio: number; cpuRatio: number };

const inMs = (values: readonly number[]) => `${values.map(Math.round).join(', ')} ms`;
const besideBare = ({ wallRatio, cpuRatio, copydesk: { wallMs, cpuMs } }: Start) => `${wallRatio}, ${cpuRatio}×; ${inMs([wallMs, cpuMs])}`;

export const startRows: readonly FigureRow[] = [
  {
    bench: 'start',
    what: '`copydesk stdio` to its first answer, after which it loads the rest, beside a bare script that has the SDK, zod, SQLite and Kysely loaded (compile cache warm): wall, CPU',
    aim: '≤ 1.3×',
    figure: besideBare,
  },
  {
    bench: 'start',
    what: 'the same without a compile cache',
    aim: '',
    figure: ({ cold }: Start & { cold: Start }) => besideBare(cold),
  },
  {
    bench: 'start',
    what: 'the desk to the list of its tools, and to the first answer of one, which needs all of it (compile cache warm): wall; CPU',
    aim: '',
    figure: ({ copydesk: { list, call } }: Start) => `${inMs([list.wallMs, call.wallMs])}; ${inMs([list.cpuMs, call.cpuMs])}`,
  },
  {
    bench: 'start',
    what: 'its memory half a second later',
    aim: '≤ 150 MiB',
    figure: (found: Start) => `${Math.round(found.copydesk.rssMiB)} MiB`,
  },
];
