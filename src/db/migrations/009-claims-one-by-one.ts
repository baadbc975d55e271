/** What each claim of an article came to, and the share that its sources support. */
export const claimsOneByOne = `
alter table articles add column claims text;
alter table articles add column grounding text;
`;
