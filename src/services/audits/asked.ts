import type { AuditQuestion } from '../../../schema/audit.ts';
import { checkOf } from '../../audit/catalogue.ts';
import { AppError } from '../../errors.ts';

type View = NonNullable<AuditQuestion['view']>;
type Narrowing = 'code' | 'severity' | 'category' | 'change' | 'url';

/** What narrows each view; an issue's places are a list of their own. */
const narrowing: Readonly<Record<View | 'places', readonly Narrowing[]>> = {
  summary: [],
  issues: ['severity', 'category', 'change'],
  places: ['code', 'severity', 'category', 'change', 'url'],
  pages: ['code', 'url'],
};

/** The view that is meant: what narrows a list asks for that list. Throws `invalid_input` for what the view cannot be narrowed by, and for a check that does not exist. */
export function viewOf(asked: Pick<AuditQuestion, 'view' | Narrowing>): View {
  const isIssues = (['code', 'severity', 'category', 'change'] as const).some((name) => asked[name] !== undefined);
  const view = asked.view ?? (isIssues ? 'issues' : asked.url === undefined ? 'summary' : 'pages');
  const list = view === 'issues' && asked.code !== undefined ? 'places' : view;
  const unfit = narrowing.places.filter((name) => asked[name] !== undefined && !narrowing[list].includes(name));
  if (unfit.length > 0) throw unfitFor(view, unfit);
  if (asked.code !== undefined && !checkOf(asked.code)) throw noSuchCheck(asked.code);
  return view;
}

function unfitFor(view: View, unfit: readonly Narrowing[]): AppError {
  const detail = `does not narrow view ${view}`;
  return new AppError('invalid_input', `${unfit.join(', ')}: ${detail}.`, {
    hint: 'severity, category and change narrow view issues; code its places; code and url view pages, and url with code the places.',
    errors: unfit.map((name) => ({ pointer: `/${name}`, detail, code: 'unfit_filter' })),
  });
}

function noSuchCheck(code: string): AppError {
  return new AppError('invalid_input', `code: there is no check ${JSON.stringify(code)}.`, {
    hint: 'Take a code from topIssues of the summary, or from view issues.',
    errors: [{ pointer: '/code', detail: 'There is no such check.', code: 'unknown_code' }],
  });
}
