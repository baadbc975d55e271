import { ofProject, type Portable } from '../common/portable.ts';

export const autopilotPortable: Portable = {
  group: 'autopilot',
  carried: [
    // An action's id is made of the project's and the target's: those of a copy are others.
    ofProject('action_marks', { notCopied: true }),
    ofProject('autofill_plans'),
  ],
};
