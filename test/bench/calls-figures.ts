import { eras } from './calls-connections.ts';
import type { FigureRow } from './figure-rows.ts';

type Sides = Record<'mcp' | 'bare', number>;
type Crowd = { callsPerSecond: Sides; p99Ms: Sides };
type Calls = Record<string, { ofBare: number; timesBare: number; cpuMsPerCall: Sides; cpuMsPerListing: Sides; crowd?: Crowd }>;

const join = (values: readonly number[], unit = '') => `${values.map((value) => value.toLocaleString('en-US')).join(', ')}${unit}`;

export const callRows: readonly FigureRow[] = [
  {
    bench: 'calls',
    what: 'MCP calls a second over HTTP (2026-07-28, 2025-11-25) as a part of a bare JSON-RPC loop with the same validation',
    aim: '≥ 0.75',
    figure: (found: Calls) => join(eras.map((era) => found[`http ${era}`]!.ofBare)),
  },
  callCpu('http', 'CPU of an MCP call over HTTP (2026-07-28, 2025-11-25) beside a bare JSON-RPC loop with the same validation', '≤ 1.33×'),
  callCpu('stdio', 'the same over stdio', '≤ 1.2×'),
  {
    bench: 'calls',
    what: '200 clients at once over HTTP (2026-07-28, 2025-11-25): calls a second; p99, and that of the bare loop',
    aim: 'as the bare loop',
    figure: (found: Calls) => {
      const crowds = eras.map((era) => found[`http ${era}`]!.crowd!);
      const [perSecond, p99, bareP99] = [
        crowds.map(({ callsPerSecond }) => Math.round(callsPerSecond.mcp)),
        crowds.map(({ p99Ms }) => Math.round(p99Ms.mcp)),
        crowds.map(({ p99Ms }) => Math.round(p99Ms.bare)),
      ];
      return `${join(perSecond)}; ${join(p99, ' ms')}, ${join(bareP99, ' ms')}`;
    },
  },
  {
    bench: 'calls',
    what: 'CPU of one `tools/list` of all tools: over HTTP, on stdio',
    aim: '≤ 0.6 ms',
    figure: (found: Calls) =>
      join(
        Object.keys(found)
          .filter((key) => / \d/.test(key))
          .map((key) => found[key]!.cpuMsPerListing.mcp),
        ' ms',
      ),
  },
];

function callCpu(transport: string, what: string, aim: string): FigureRow {
  return {
    bench: 'calls',
    what,
    aim,
    figure: (found: Calls) => {
      const both = eras.map((era) => found[`${transport} ${era}`]!);
      return `${join(
        both.map(({ timesBare }) => timesBare),
        '×',
      )}; ${join(
        both.map(({ cpuMsPerCall }) => cpuMsPerCall.mcp),
        ' ms',
      )}`;
    },
  };
}
