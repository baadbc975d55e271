import { readFileSync } from 'node:fs';

/** The most memory this process ever held. What `process.resourceUsage()` tells begins with that of the process that started it. */
export function peakMiB(): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))![1]) / 1024;
}
