import sharp from 'sharp';
import { expect, test } from 'vitest';

test('WebP is decoded by a libwebp without CVE-2023-4863, which 1.3.2 mended', () => {
  const { webp } = sharp.versions;
  expect(webp).toMatch(/^\d+\.\d+\.\d+$/);
  expect(webp!.localeCompare('1.3.2', 'en', { numeric: true })).toBeGreaterThanOrEqual(0);
});
