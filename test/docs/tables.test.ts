import { neededPartsOf, partsOf } from '../../schema/provider-parts.ts';
import { expect, test } from 'vitest';
import { fieldsOf, providerNames, providers, variableOf } from '../../schema/providers.ts';
import { rewriteChecks } from '../../src/writing/rewrite/checks.ts';
import { checkCatalogue } from '../../src/writing/score/catalogue.ts';
import { scoringFormula } from '../../src/writing/score/formula.ts';
import { optimizationFormula } from '../../src/writing/optimize/formula.ts';
import { read, tableOf } from './table-of.ts';

test('the docs publish the formula of the score as it is', () => {
  expect(tableOf('quality', 'part', 'points', 'rule')).toEqual(scoringFormula.map(({ name, max, rule }) => [name, String(max), rule]));
});

test('the docs publish the formula of the optimizer as it is, and its limits', () => {
  expect(tableOf('optimizer', 'part', 'points', 'rule')).toEqual(
    optimizationFormula.map(({ name, max, rule }) => [name, String(max), rule]),
  );
  for (const [name, value] of tableOf('optimizer', 'constant', 'value', 'why')) {
    const [file, constant] = name!.replaceAll('`', '').split('.');
    expect(read(`src/writing/optimize/${file}.ts`), name).toContain(`const ${constant} = ${value};`);
  }
});

test('the docs name every flag, whether it is a gate, and what it means', () => {
  expect(tableOf('quality', 'flag', 'gate', 'what it says')).toEqual(
    checkCatalogue.map(({ code, gate, means }) => [`\`${code}\``, gate ? 'yes' : '', means]),
  );
});

test('the docs name every flag of a rewrite', () => {
  expect(tableOf('optimizer', 'flag', 'gate', 'what it says of a rewrite')).toEqual(
    rewriteChecks.map(({ code, gate, means }) => [`\`${code}\``, gate ? 'yes' : '', means]),
  );
});

test('the docs name every variable of the configuration', () => {
  const known = Array.from(read('src/config.ts').matchAll(/variable: '(\w+)'/g), ([, variable]) => `\`${variable}\``);
  const told = tableOf('configuration', 'variable', 'default', 'what it is').map(([variable]) => variable);
  expect(told.toSorted()).toEqual([...known, '`NODE_ENV`'].toSorted());
});

test('the docs name the variables of every provider, and which of them it needs', () => {
  const variablesOf = (provider: (typeof providerNames)[number]) =>
    fieldsOf(provider).flatMap((field) => {
      const isNeeded = providers[provider].required.includes(field);
      const all = partsOf(field).length > 0 ? partsOf(field) : [field];
      return all.map((one) => {
        const variable = `\`${variableOf(provider, one)}\``;
        return isNeeded && (one === field || neededPartsOf(field).includes(one)) ? `**${variable}**` : variable;
      });
    });
  expect(tableOf('configuration', 'provider', 'variables')).toEqual(
    providerNames.map((provider) => [`\`${provider}\``, variablesOf(provider).join(', ')]),
  );
});

test('the docs name every package that is depended on', () => {
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };
  const told = tableOf('contributing', 'package', 'what for, and why this one').flatMap(([names]) => names!.match(/[\w@./…-]+/g)!);
  const full = told.map((name) => name.replace(/^…/, '@modelcontextprotocol'));
  expect(full.toSorted()).toEqual(Object.keys(dependencies).toSorted());
});

test('the docs name every field of a group', () => {
  const [, fields] = /interface ServiceGroup[^{]*\{\n(.*?)\n\}/s.exec(read('src/services/common/group.ts'))!;
  const names = Array.from(fields!.matchAll(/^ {2}(\w+)/gm), ([, name]) => `\`${name}\``);
  expect(tableOf('contributing', 'field', 'what the desk does with it').map(([name]) => name)).toEqual(names);
});

const inKebab = (name: string) => name.replace(/\B[A-Z]/g, '-$&').toLowerCase();

test('the docs name every group of services, in their order', () => {
  const opened = Array.from(read('src/services/index.ts').matchAll(/\.open\(open(\w+)\)/g), ([, group]) => `\`${inKebab(group!)}\``);
  expect(/The groups in their order: (.*?)\./.exec(read('docs/contributing.md'))![1]).toBe(opened.join(', '));
});

test('the docs publish the limits of crawling as they are', () => {
  for (const [name, value] of tableOf('crawling', 'constant', 'value', 'what it bounds, and why so')) {
    const [file, constant] = name!.replaceAll('`', '').split('.');
    expect(read(`src/crawl/${file}.ts`), name).toContain(`const ${constant} = ${value!.replaceAll('`', '')};`);
  }
});

test('the docs tell every reason why an address is not asked, and every end of a crawl', () => {
  const namesOf = (path: string, type: string) =>
    Array.from(new RegExp(`type ${type} =([^;]*);`).exec(read(path))![1]!.matchAll(/'(\w+)'/g), ([, name]) => `\`${name}\``);
  expect(tableOf('crawling', 'reason', 'what it is').map(([name]) => name)).toEqual(namesOf('src/crawl/visit.ts', 'SkipReason'));
  expect(tableOf('crawling', 'end', 'what it means').map(([name]) => name)).toEqual(namesOf('src/crawl/spending.ts', 'CrawlEnd'));
});
