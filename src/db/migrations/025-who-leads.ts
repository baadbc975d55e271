/** Months of pairs of a query and a page tell on how many days each page led: they are added up anew. */
export const whoLeads = `
delete from search_months where grouped_by = 'query_page';
`;
