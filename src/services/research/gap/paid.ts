import type { Db, Tx } from '../../../db/open.ts';
import { parsed } from '../../common/wire.ts';

/** What a provider knows a site to rank for, as it lies among the pieces of a job. */
export interface PaidList {
  places: { keyword: string; position: number; url: string; searchVolume: number | null }[];
  complete: boolean;
  wholeAbove: number | null;
  askedAt: number;
}

/** The lists that a job has paid for, by site: an attempt that goes on where another was cut off asks for the others only. */
export interface PaidLists {
  of(side: Side): Promise<PaidList | undefined>;
  keep(side: Side, list: PaidList): Promise<unknown>;
}

type Side = 'own' | number;

/** Below those of the rows. */
const numberOf = (side: Side): number => (side === 'own' ? -1 : -2 - side);

interface Job {
  jobId: string;
  projectId: string;
  /** Writes while the job is still ours. */
  write(also: (tx: Tx) => Promise<void>): Promise<unknown>;
}

export function paidLists(db: Db, { jobId, projectId, write }: Job): PaidLists {
  return {
    async of(side) {
      const kept = db.selectFrom('gap_pieces').select('lines').where('job_id', '=', jobId).where('number', '=', numberOf(side));
      const row = await kept.executeTakeFirst();
      return row && parsed<PaidList>(row.lines);
    },
    keep: (side, list) =>
      write(async (tx) => {
        const place = { job_id: jobId, number: numberOf(side), project_id: projectId };
        await tx
          .insertInto('gap_pieces')
          .values({ ...place, lines: JSON.stringify(list), made_at: list.askedAt })
          .execute();
      }),
  };
}

/** Once the job is done they are of no more use. */
export async function forgetPaid(tx: Tx, jobId: string): Promise<void> {
  await tx.deleteFrom('gap_pieces').where('job_id', '=', jobId).where('number', '<', 0).execute();
}
