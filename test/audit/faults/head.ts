import type { Case } from './example.ts';

const canonical = (href: string) => `<link rel="canonical" href="${href}">`;
const robots = (content: string) => ({ head: `<meta name="robots" content="${content}">` });
const versions = (...pairs: [string, string][]) => ({
  head: pairs.map(([lang, href]) => `<link rel="alternate" hreflang="${lang}" href="${href}">`).join(''),
});
const own = 'https://example.com/kilns/firing';
const german = 'https://example.com/de/oefen';

/** What the head and the answer say to machines. */
export const headCases: Case[] = [
  { code: 'canonicals_several', faulty: { head: canonical('https://example.com/glazes') }, good: { head: canonical(own) }, companions: [] },
  { code: 'canonical_invalid', faulty: { canonical: canonical('file:///srv/kilns.html') } },
  { code: 'canonical_invalid', faulty: { canonical: canonical('') } },
  { code: 'canonical_relative', faulty: { canonical: canonical('/kilns/firing') } },
  { code: 'canonical_fragment', faulty: { canonical: canonical(`${own}#why`) } },
  {
    code: 'canonical_other_host',
    faulty: { canonical: canonical('https://example.org/kilns/firing'), social: '', jsonLd: '' },
    good: { canonical: canonical('https://www.example.com/kilns/firing') },
  },
  { code: 'canonical_insecure', faulty: { canonical: canonical('http://example.com/kilns/firing') }, good: { canonical: canonical(own) } },
  { code: 'canonical_in_body', faulty: { canonical: '', more: canonical(own) } },
  {
    code: 'canonical_in_body',
    faulty: { doctype: '<!doctype html><div>Sale!</div>' },
    good: { head: '<noscript><img src="https://example.org/p.gif"></noscript>' },
  },
  {
    code: 'canonical_missing',
    faulty: { canonical: '' },
    answer: { url: `${own}?sort=name` },
    good: { canonical: canonical(`${own}?sort=name`), social: '', jsonLd: '' },
  },
  {
    code: 'noindex_with_canonical',
    faulty: { ...robots('noindex'), canonical: canonical('https://example.com/kilns'), social: '', jsonLd: '' },
  },
  {
    code: 'meta_refresh',
    faulty: { head: '<meta http-equiv="refresh" content="0; url=/new">' },
    good: { head: '<meta http-equiv="refresh">' },
  },
  {
    code: 'meta_refresh',
    faulty: '<html><head><meta http-equiv="refresh" content="0; URL=\'/new\'"></head><body><a href="/new">Moved</a></body></html>',
  },
  {
    code: 'meta_refresh',
    faulty: '<!DOCTYPE html><html><head><meta http-equiv="refresh" content="0;url=/new"></head></html>',
  },
  {
    code: 'doctype_missing',
    faulty: { doctype: '' },
    good: { doctype: '<!-- kilns --><!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN">' },
  },
  { code: 'charset_missing', faulty: { charset: '' }, answer: { headers: { 'content-type': 'text/html' } } },
  {
    code: 'charset_late',
    faulty: { charset: `<!-- ${'kiln '.repeat(250)}--><meta http-equiv="Content-Type" content="text/html; charset=utf-8">` },
    answer: { headers: { 'content-type': 'text/html' } },
  },
  { code: 'charset_conflict', faulty: { charset: '<meta charset="iso-8859-1">' }, good: { charset: '<meta charset="UTF8">' } },

  { code: 'noindex', faulty: robots('NOINDEX, follow'), good: { head: '<meta name="googlebot-news" content="noindex">' } },
  { code: 'noindex', faulty: {}, faultyAnswer: { headers: { 'x-robots-tag': 'noindex' } } },
  {
    code: 'noindex',
    faulty: { ...robots('noindex'), canonical: '' },
    good: { canonical: '' },
    answer: { url: 'https://example.com/searching/accounts/merciless' },
  },
  ...['/kilns?replytocom=3', '/wp-login.php', '/account/orders', '/danke', '/shop/thank-you.html', '/fr/merci/', '/gracias'].map(
    (path): Case => ({
      code: 'noindex_expected',
      faulty: { ...robots('noindex, follow'), canonical: '', social: '', jsonLd: '' },
      good: { canonical: canonical(`https://example.com${path}`), social: '', jsonLd: '' },
      answer: { url: `https://example.com${path}` },
    }),
  ),
  {
    code: 'noindex_expected',
    faulty: { ...robots('noindex'), more: '<form method="post" action="/in"><input type="password" aria-label="Password"></form>' },
    good: { more: '<form method="post" action="/in"><input type="password" aria-label="Password"></form>' },
  },
  { code: 'nofollow_page', faulty: robots('nofollow'), good: robots('index, follow') },
  { code: 'noarchive', faulty: robots('noarchive'), good: robots('max-image-preview:large') },
  { code: 'images_not_shown', faulty: robots('max-image-preview: none'), good: robots('max-image-preview:standard') },
  { code: 'robots_conflict', faulty: robots('index'), faultyAnswer: { headers: { 'x-robots-tag': 'noindex' } }, companions: ['noindex'] },
  { code: 'robots_misspelt', faulty: robots('no-index'), good: robots('index, noydir') },

  { code: 'unavailable_after', faulty: robots('unavailable_after: 25 Jun 2026'), good: robots('max-snippet: 25') },
  {
    code: 'script_redirect',
    faulty:
      '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Potters’ Yard moves</title><meta name="viewport" content="width=device-width"><meta name="description" content="Where the yard has gone to, and how."></head><body><main><h1>Moved</h1><a href="/new">On to the yard</a></main><script>window.location.href = "/new";</script></body></html>',
    companions: ['thin_content'],
    good: { more: '<script>window.location.href = "/new";</script>' },
  },

  { code: 'lang_missing', faulty: { root: '<html>' } },
  {
    code: 'lang_missing',
    faulty: { root: '<html xml:lang="en">' },
    good: { root: '<html xml:lang="en">' },
    answer: { headers: { 'content-type': 'application/xhtml+xml; charset=utf-8' } },
    faultyAnswer: { headers: { 'content-type': 'text/html; charset=utf-8' } },
  },
  { code: 'lang_missing', faulty: { root: '<html lang="">' } },
  { code: 'lang_invalid', faulty: { root: '<html lang="en_US">' }, good: { root: '<html lang="zh-Hant-TW">' } },
  { code: 'lang_invalid', faulty: { root: '<html lang="xq">' }, good: { root: '<html lang="gsw">' } },
  { code: 'lang_conflict', faulty: { root: '<html lang="en" xml:lang="de">' }, good: { root: '<html lang="en" xml:lang="en-GB">' } },
  { code: 'direction_missing', faulty: { root: '<html lang="ar">' }, good: { root: '<html lang="ar" dir="rtl">' } },
  {
    code: 'hreflang_invalid',
    faulty: versions(['en', own], ['en-UK', german]),
    good: versions(['en', own], ['en-GB', german], ['x-default', own]),
  },
  { code: 'hreflang_invalid', faulty: versions(['en', own], ['germany', german]) },
  { code: 'hreflang_url_invalid', faulty: versions(['en', own], ['de', '']) },
  { code: 'hreflang_relative', faulty: versions(['en', own], ['de', '/de/oefen']), good: versions(['en', own], ['de', german]) },
  { code: 'hreflang_duplicate', faulty: versions(['en', own], ['de', german], ['de', `${german}2`], ['x-default', own]) },
  { code: 'hreflang_without_self', faulty: versions(['de', german]), good: versions(['de', german], ['en', `${own}/`]) },
  { code: 'hreflang_without_default', faulty: versions(['en', own], ['de', german], ['fr', 'https://example.com/fr/fours']) },
  {
    code: 'hreflang_in_body',
    faulty: { more: versions(['en', own], ['de', german]).head },
    good: { more: `<a href="${german}" hreflang="de">Deutsch</a>` },
  },
  { code: 'hreflang_other_language', faulty: { ...versions(['de', own], ['fr', german]) }, good: versions(['en-GB', own], ['de', german]) },

  { code: 'viewport_missing', faulty: { viewport: '' } },
  {
    code: 'viewport_missing',
    faulty: { viewport: '<meta name="viewport" content="">' },
    good: { viewport: '<meta name="viewport" content="initial-scale=1">' },
  },
  { code: 'viewport_fixed', faulty: { viewport: '<meta name="viewport" content="width=1024">' } },
  { code: 'zoom_forbidden', faulty: { viewport: '<meta name="viewport" content="width=device-width, user-scalable=no">' } },
  {
    code: 'zoom_forbidden',
    faulty: { viewport: '<meta name="viewport" content="width=device-width, maximum-scale=1.0">' },
    good: { viewport: '<meta name="viewport" content="width=device-width, maximum-scale=5">' },
  },
  { code: 'page_reloads', faulty: { head: '<meta http-equiv="refresh" content="30">' } },
];
