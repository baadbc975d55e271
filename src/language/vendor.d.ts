declare module 'stopword' {
  const lists: Record<string, readonly string[] | undefined>;
  export = lists;
}

declare module 'snowball-stemmers' {
  export interface Stemmer {
    stem(word: string): string;
  }
  export function newStemmer(algorithm: string): Stemmer;
}
