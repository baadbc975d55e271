import { Resvg } from '@resvg/resvg-js';

/** The same picture in four files: 48 × 24 pixels, the left half red, the right half blue. */
export const pictures = {
  png: new Resvg(
    '<svg xmlns="http://www.w3.org/2000/svg" width="48" height="24"><rect width="24" height="24" fill="#c82828"/><rect x="24" width="24" height="24" fill="#2828c8"/></svg>',
  )
    .render()
    .asPng(),
  jpeg: Buffer.from(
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wCEAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk8BDg4OExETJhUVJk81LTVPT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT//AABEIABgAMAMBEQACEQEDEQH/xAGiAAABBQEBAQEBAQAAAAAAAAAAAQIDBAUGBwgJCgsQAAIBAwMCBAMFBQQEAAABfQECAwAEEQUSITFBBhNRYQcicRQygZGhCCNCscEVUtHwJDNicoIJChYXGBkaJSYnKCkqNDU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6g4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV1tfY2drh4uPk5ebn6Onq8fLz9PX29/j5+gEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoLEQACAQIEBAMEBwUEBAABAncAAQIDEQQFITEGEkFRB2FxEyIygQgUQpGhscEJIzNS8BVictEKFiQ04SXxFxgZGiYnKCkqNTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqCg4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV1tfY2dri4+Tl5ufo6ery8/T19vf4+fr/2gAMAwEAAhEDEQA/AMauA+uCgAoAza+9PigoAKANKvgj7UKACgDNr70+KCgAoA0q+CPtQoAKAM2vvT4oKACgD//Z',
    'base64',
  ),
  lossless: Buffer.from('UklGRioAAABXRUJQVlA4TB0AAAAvL8AFAA8wKEcBPRjy/EcLxILJ/KUz6I7of1Q4AQA=', 'base64'),
  lossy: Buffer.from(
    'UklGRloAAABXRUJQVlA4IE4AAABwAwCdASowABgAPp1CmkglpCKhMAgAsBOJQBdl0gAPK96y0AAA/uveL69Nt5Uf/maP5I/YHsR1v/N7Fn9f4nvx+whzel0Gs+vg3gPVAAA=',
    'base64',
  ),
};
