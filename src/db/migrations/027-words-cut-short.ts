/** A term that the indexes hold, in any project. */
const holding = (index: string) => `
  select ${index}.rowid from cut_short cross join projects
    cross join ${index} on ${index} match '"' || substr(projects.id, -6) || '_' || cut_short.term || '"'`;

/**
 * English words cut short have the terms of the whole words. What holds them is indexed anew: passages and articles before the next search, pages when
 * they are next read.
 */
export const wordsCutShort = `
create temp table cut_short (term text primary key);
insert into cut_short values ('admin'), ('async'), ('cert'), ('condo'), ('config'), ('doc'), ('env'), ('info'), ('intro'), ('math'), ('param'), ('photo'),
  ('pic'), ('rehab'), ('repo'), ('stat'), ('sync'), ('synch'), ('synchronis'), ('vocab');
insert or ignore into passages_to_index ${holding('passages_fts')};
update article_words set waits = 1 where number in (${holding('articles_fts')});
update crawled_pages set fingerprint = fingerprint || ' ', source = null
  where id in (select page_id from crawled_passages where number in (${holding('crawled_fts')}));
drop table cut_short;
`;
