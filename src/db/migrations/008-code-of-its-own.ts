/** Passages of older documents are all prose: their code was left out, until they are read again. */
export const codeOfItsOwn = `
alter table passages add column kind text not null default 'prose';
`;
