/** An import writes in slices. Until the last of them its project is hidden, and goes again where the import ends before. */
export const projectsThatArrive = `
alter table projects add column arriving integer not null default 0;

create index projects_arriving on projects (id) where arriving = 1;
create index projects_here on projects (id) where arriving = 0;
`;
