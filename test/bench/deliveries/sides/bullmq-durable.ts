import { bullMq } from './bullmq.ts';

/** As the desk keeps things: each attempt as what its job returns. Its Redis answers no sooner than what it wrote is on the disk. */
export const side = bullMq({ keepsAttempts: true });
