import { expect, test } from 'vitest';
import { oldLibraryIn } from '../../src/audit/old-libraries.ts';

test.each([
  ['/js/jquery-3.4.1.min.js', 'jquery-3.4.1.min.js'],
  ['https://example.org/ajax/libs/jquery/1.12.4/jquery.min.js', 'jquery/1.12.4/jquery.min.js'],
  ['../wp-includes/js/jquery/jquery.js?ver=1.12.4', 'jquery.js?ver=1.12.4'],
])('%s names a jQuery with known holes', (src, named) => {
  expect(oldLibraryIn(src)).toBe(named);
});

test.each(['/js/jquery-3.5.0.min.js', '/js/jquery-ui-1.12.1.js', '/jquery-migrate.min.js?ver=3.4.1', '/jquery.min.js?ver=3.7.1'])(
  '%s does not',
  (src) => {
    expect(oldLibraryIn(src)).toBe('');
  },
);
