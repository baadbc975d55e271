import { ofParent, ofProject, type Portable } from '../common/portable.ts';

export const optimizerPortable: Portable = {
  group: 'optimizer',
  carried: [
    ofProject('optimizations', { addresses: ['webhook_url'] }),
    ofParent('optimization_pages', 'optimizations', 'optimization_id', { order: ['position'] }),
  ],
};
