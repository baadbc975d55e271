declare module 'vader-sentiment/src/vader_lexicon.js' {
  /** Valences from -4 to 4. */
  export const lexicon: Readonly<Record<string, number>>;
}
