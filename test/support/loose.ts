// oxlint-disable-next-line typescript/no-explicit-any -- A test looks into an answer before its shape is known.
export type Loose = any;
