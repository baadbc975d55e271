import type { DialOptions } from '../net/request.ts';
import type { System } from '../system.ts';
import { whyNoChromium } from './chromium/find.ts';
import type { Renderer } from './render.ts';

/** The way to pages as a browser shows them. */
export interface Rendering {
  /** Why this machine renders no pages, as far as it shows without a try; null if it may. */
  problem(): string | null;
  /** Starts a browser. Rejects with `RenderError` where there is none that works. */
  open(): Promise<Renderer>;
}

interface Needs {
  system: System;
  /** What the pages may reach. */
  dialing: DialOptions;
  /** The browser's path. Default: the machine's own, at the usual places. */
  executablePath: string | undefined;
}

/** Loads what renders with the first page. */
export function createRendering({ system, dialing, executablePath }: Needs): Rendering {
  return {
    problem: () => whyNoChromium(executablePath),
    async open() {
      const { openRenderer } = await import('./render.ts');
      return openRenderer({ system, dialing, executablePath, userAgent: system.agent });
    },
  };
}
