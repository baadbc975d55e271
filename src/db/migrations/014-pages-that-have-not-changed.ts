/** What tells of a page that it has not changed: the bytes that its text was read from, and what the next reading of posts may ask by. */
export const pagesThatHaveNotChanged = `
-- A hash of the bytes that it was read from, for who compares them.
alter table crawled_pages add column source text;
-- JSON: what the next reading needs where the page has not changed.
alter table post_pages add column kept text;
`;
