/**
 * A full-text index merges its segments while rows are deleted. From a tenth of a segment on, FTS5's default, the deletion
 * of one long document merged many times over, for up to 150 ms at a step; from half of it on, it stays below 80 ms.
 */
export const deletionInSmallSteps = `
insert into passages_fts (passages_fts, rank) values ('deletemerge', 50);
insert into articles_fts (articles_fts, rank) values ('deletemerge', 50);
`;
