import type { Services } from '../src/services/index.ts';
import { defineOperation } from '../src/operation.ts';

export const operation = defineOperation<Services>();
