import { openAccount, type Opened } from './account/index.ts';
import { openArticles } from './articles/index.ts';
import { openAudits } from './audits/index.ts';
import { openAutopilot } from './autopilot/index.ts';
import type { Door, Foundation, ServiceGroup } from './common/group.ts';
import type { KeyProblem } from './common/sealed.ts';
import { createOverviews } from './common/overview.ts';
import { openDeliveries } from './deliveries/index.ts';
import { openKnowledge } from './knowledge/index.ts';
import { openLinks } from './links/index.ts';
import { openOptimizer } from './optimizer/index.ts';
import { openPlanning } from './planning/index.ts';
import { openRankings } from './rankings/index.ts';
import { openResearch } from './research/index.ts';
import { openSearchConsole } from './search-console/index.ts';
import { openSite } from './site/index.ts';
import { openTopics } from './topics/index.ts';
import { openVisibility } from './visibility/index.ts';

/** Opens the groups of the product, each upon those before it. */
export function createServices(foundation: Omit<Foundation, 'groups'>) {
  const groups: ServiceGroup[] = [];
  const { services: all } = opening({ ...foundation, groups }, groups, {})
    .open(openAccount)
    .open(openDeliveries)
    .open(openKnowledge)
    .open(openSearchConsole)
    .open(openSite)
    .open(openAudits)
    .open(openArticles)
    .open(openPlanning)
    .open(openResearch)
    .open(openRankings)
    .open(openTopics)
    .open(openOptimizer)
    .open(openVisibility)
    .open(openLinks)
    .open(openAutopilot);
  const { vault, ...services } = all;
  const keyProblem = async (): Promise<KeyProblem | null> => {
    const sealed = (await Promise.all(groups.map((group) => group.sealed?.() ?? []))).flat();
    const lost = sealed.flatMap(({ text, renewal }) => problemOf(vault.tryOpen(text)).map((problem) => ({ problem, renewal })));
    // Every event waits for the signing secret: it comes first, stored credentials last.
    const renewals = lost.map(({ renewal }) => renewal).toSorted(([one], [other]) => (one < other ? 1 : -1));
    return lost[0] ? { problem: lost[0].problem, advice: adviceFor(renewals), renewals } : null;
  };
  const { projects, actions } = services;
  const overviews = createOverviews({
    system: foundation.system,
    groups,
    requireProject: projects.get,
    keyProblem,
    firstActions: actions.first,
  });
  return { services: { ...services, overviews }, groups: groups as readonly ServiceGroup[], keyProblem };
}

/** Names only what cannot be opened. */
function adviceFor(renewals: KeyProblem['renewals']): string {
  const each: Record<string, string> = {
    publishing_webhook_rotate: ' for every project with a publishing webhook',
    integrations_set: ' for every stored credential',
  };
  const calls = [...new Set(renewals.map(([operation]) => operation))].map((operation) => `${operation}${each[operation] ?? ''}`);
  return `Restore copydesk.key from the backup of this database, or make new secrets with ${calls.join(', and ')}.`;
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
