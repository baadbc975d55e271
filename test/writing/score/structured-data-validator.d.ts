declare module '@adobe/structured-data-validator' {
  export default class Validator {
    /** `schemaOrg`: a release of schema.org's vocabulary in JSON-LD. */
    constructor(schemaOrg?: unknown);
    validate(
      extracted: Record<'jsonld' | 'microdata' | 'rdfa', Record<string, unknown[]>>,
    ): Promise<{ issueMessage: string; severity: string }[]>;
  }
}
