import { expect, test } from 'vitest';
import { fieldsOf, providerNames, providers, variableOf } from '../../schema/providers.ts';
import { checkCatalogue } from '../../src/writing/score/catalogue.ts';
import { scoringFormula } from '../../src/writing/score/formula.ts';
import { read, tableOf } from './table-of.ts';

test('the docs publish the formula of the score as it is', () => {
  expect(tableOf('quality', 'part', 'points', 'rule')).toEqual(scoringFormula.map(({ name, max, rule }) => [name, String(max), rule]));
});

test('the docs name every flag, whether it is a gate, and what it means', () => {
  expect(tableOf('quality', 'flag', 'gate', 'what it says')).toEqual(
    checkCatalogue.map(({ code, gate, means }) => [`\`${code}\``, gate ? 'yes' : '', means]),
  );
});

test('the docs name every variable of the configuration', () => {
  const known = Array.from(read('src/config.ts').matchAll(/variable: '(\w+)'/g), ([, variable]) => `\`${variable}\``);
  const told = tableOf('configuration', 'variable', 'default', 'what it is').map(([variable]) => variable);
  expect(told.toSorted()).toEqual([...known, '`NODE_ENV`'].toSorted());
});

test('the docs name the variables of every provider, and which of them it needs', () => {
  const variablesOf = (provider: (typeof providerNames)[number]) =>
    fieldsOf(provider).map((field) => {
      const variable = `\`${variableOf(provider, field)}\``;
      return providers[provider].required.includes(field) ? `**${variable}**` : variable;
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

test('the docs name every group of services, in their order', () => {
  const opened = Array.from(read('src/services/index.ts').matchAll(/\.open\(open(\w+)\)/g), ([, group]) => `\`${group!.toLowerCase()}\``);
  expect(/The groups in their order: (.*?)\./.exec(read('docs/contributing.md'))![1]).toBe(opened.join(', '));
});
