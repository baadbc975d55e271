/** Milliseconds since the epoch. */
export type Millis = number;
/** 0 or 1. */
export type Bit = number;
/** JSON as text. */
export type Json = string;
