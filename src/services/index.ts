import { openAccount, type Opened } from './account/index.ts';
import { openArticles } from './articles/index.ts';
import type { Door, Foundation, ServiceGroup } from './common/group.ts';
import { createOverviews } from './common/overview.ts';
import { openDeliveries } from './deliveries/index.ts';
import { openKnowledge } from './knowledge/index.ts';

/** Opens the groups of the product, each upon those before it. */
export function createServices(foundation: Omit<Foundation, 'groups'>) {
  const groups: ServiceGroup[] = [];
  const { services: all } = opening({ ...foundation, groups }, groups, {})
    .open(openAccount)
    .open(openDeliveries)
    .open(openKnowledge)
    .open(openArticles);
  const { vault, ...services } = all;
  const keyProblem = async () => {
    const sealed = await Promise.all(groups.map((group) => group.sealed?.() ?? []));
    const problems = sealed.flat().flatMap((one) => problemOf(vault.tryOpen(one)));
    return problems[0] ?? null;
  };
  const overviews = createOverviews({ system: foundation.system, groups, requireProject: services.projects.get, keyProblem });
  return { services: { ...services, overviews }, groups: groups as readonly ServiceGroup[], keyProblem };
}

const problemOf = (opened: Opened) => ('problem' in opened ? [opened.problem] : []);

type Desk = ReturnType<typeof createServices>;

/** The rules of the product, by the names that operations know them by. */
export type Services = Desk['services'];

interface Opening<Before extends object> {
  services: Before;
  open<Given extends object>(door: Door<Before, Given>): Opening<Before & Given>;
}

function opening<Before extends object>(foundation: Foundation, groups: ServiceGroup[], services: Before): Opening<Before> {
  return {
    services,
    open(door) {
      const group = door(foundation, services);
      groups.push(group);
      return opening(foundation, groups, { ...services, ...group.services });
    },
  };
}
