import { attemptsAtOnce, crash, type CrashFindings, type CrashOptions } from './crash/harness.ts';

export const tiny: CrashOptions = { rounds: 4, speed: 20, patienceMs: 30_000 };

/** `npm run soak crash [rounds]`: nothing that was accepted is lost, whatever is killed. Leases and the schedule take the time they take. */
export async function run(
  options: Partial<CrashOptions>,
  [rounds = '500']: readonly string[],
): Promise<CrashFindings & { passed: boolean }> {
  const findings = await crash({ rounds: Number(rounds), patienceMs: 180_000, ...options });
  return { passed: isClean(findings), ...findings };
}

function isClean({ rounds, accepted, delivered, lost, invented, changed, duplicates, crooked, integrity }: CrashFindings): boolean {
  const right = accepted > 0 && delivered === accepted && lost + invented + changed + crooked === 0;
  return right && duplicates <= rounds * attemptsAtOnce && integrity === 'ok';
}
