import { attemptsAtOnce, crash, type CrashFindings } from './crash/harness.ts';

/** `npm run soak crash [rounds]`: nothing that was accepted is lost, whatever is killed. Leases and the schedule take the time they take. */
export async function soak([rounds = '500']: readonly string[]): Promise<CrashFindings & { passed: boolean }> {
  const findings = await crash({ rounds: Number(rounds), patienceMs: 180_000 });
  return { passed: isClean(findings), ...findings };
}

function isClean({ rounds, accepted, delivered, lost, invented, changed, duplicates, crooked, integrity }: CrashFindings): boolean {
  const right = accepted > 0 && delivered === accepted && lost + invented + changed + crooked === 0;
  return right && duplicates <= rounds * attemptsAtOnce && integrity === 'ok';
}
