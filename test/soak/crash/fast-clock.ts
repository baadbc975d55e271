// Preloaded into a desk's process (`--import`): its clock runs faster, so that leases end and retries come due sooner, while the schedule is what it is.
import { fastTime, type FastClock } from './clock.ts';

const clock = JSON.parse(process.env['SOAK_CLOCK']!) as FastClock;
const realNow = Date.now;
Date.now = () => Math.floor(fastTime(clock, realNow()));
