import type { OptimizedPage, OptimizeInput } from '../../../src/writing/optimize/shapes.ts';
import { readSubject } from '../score/variants.ts';

export function pageOf(url: string, markdown: string, more: Partial<OptimizedPage> = {}): OptimizedPage {
  return { url, title: 'A page', h1: null, metaDescription: null, language: 'en', markdown, ...more };
}

export function inputOf(keyword: string, page: OptimizedPage, competitors: readonly OptimizedPage[], more: Partial<OptimizeInput> = {}) {
  return { keyword, language: page.language, page, competitors, asked: [], siteUrl: null, ...more } satisfies OptimizeInput;
}

const competitors = 4;

/** An article kept here against pages made of the passages that it was written from, dealt out. */
export function honestInput(name: string): OptimizeInput {
  const { keyword, language, title, slug, metaDescription, markdown, evidence } = readSubject(name);
  const passages = [...evidence.values()].flatMap((item) => item.passages);
  const own = pageOf(`https://own.example/${slug}`, markdown.replace(/ ?\[\d+\]/g, ''), { title, h1: title, metaDescription, language });
  const others = Array.from({ length: competitors }, (_, at) => {
    const dealt = passages.filter((_one, index) => index % competitors === at);
    return pageOf(`https://other${at}.example/`, dealt.join('\n\n'), { title: `${keyword} ${at}`, language });
  });
  return inputOf(keyword, own, others);
}
