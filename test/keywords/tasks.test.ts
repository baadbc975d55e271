import { expect, test } from 'vitest';
import { baseOf, taskOf } from '../../src/keywords/tasks.ts';

const gerunds =
  'adding applying archiving avoiding backing beginning building caching cancelling changing checking cloning closing combining committing compiling ' +
  'configuring controlling creating cropping debugging defining deleting describing downloading editing embedding enabling executing exporting filing ' +
  'filling focusing formatting generating handling hiding importing improving installing invoking joining labeling logging making managing merging ' +
  'mounting moving opening overwriting parsing pasting preparing printing processing pruning publishing reading rebuilding renaming replacing resizing ' +
  'resolving restoring rotating routing running saving scaling scheduling scripting selecting setting sharing signing sorting splitting storing syncing ' +
  'tagging testing tracking typing tying undoing upgrading using validating verifying viewing writing';
const bases =
  'add apply archive avoid back begin build cache cancel change check clone close combine commit compile ' +
  'configure control create crop debug define delete describe download edit embed enable execute export file ' +
  'fill focus format generate handle hide import improve install invoke join label log make manage merge ' +
  'mount move open overwrite parse paste prepare print process prune publish read rebuild rename replace resize ' +
  'resolve restore rotate route run save scale schedule script select set share sign sort split store sync ' +
  'tag test track type tie undo upgrade use validate verify view write';

test('the verb of a word in -ing is spelled as in a dictionary', () => {
  expect(gerunds.split(' ').map(baseOf)).toEqual(bases.split(' '));
});

test('what is named after what it does is nothing to do', () => {
  const headings = ['Convert Plugin', 'Combine Algorithm', 'Configure Plugins', 'Write a Plugin'];
  expect(headings.map((heading) => taskOf(heading, 'en'))).toEqual([null, null, 'configure plugins', 'write a plugin']);
});
