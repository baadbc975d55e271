/** What links may lead to, in what we read and in what we write. */
export const linkSchemes: readonly string[] = ['http', 'https', 'mailto', 'tel'];
export const linkAddress = new RegExp(`^(?:${linkSchemes.join('|')}):`);
