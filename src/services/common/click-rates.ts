/**
 * Clicks per hundred impressions of the organic results at positions 1 to 10, over 80 million keywords on phones: SISTRIX, 14 July 2020,
 * www.sistrix.com/blog/why-almost-everything-you-knew-about-google-ctr-is-no-longer-valid. Positions 1, 2, 3 and 10 stand in its text, the others
 * in its chart; mwmbl/mwmbl (mwmbl/rankeval/evaluation/evaluate.py) has read the same ten from it.
 */
export const clickRates: readonly number[] = [28.5, 15.7, 11, 8, 7.2, 5.1, 4, 3.2, 2.8, 2.5];
