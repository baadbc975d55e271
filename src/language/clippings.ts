/**
 * Words that people cut short and documents write out, in English; the cut forms by what they stand for. Only those that mean one thing in nearly all
 * texts, and whose long form shares its stem with little else: an "app" is no job application, "auth" may be authorization, "specification" has the
 * stem of "specific". All begin like the long form.
 */
export const clippings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en: {
    administrator: 'admin',
    asynchronous: 'async',
    certificate: 'cert',
    condominium: 'condo',
    configuration: 'config',
    documents: 'doc',
    environment: 'env',
    information: 'info',
    introduction: 'intro',
    mathematics: 'math',
    parameter: 'param',
    photograph: 'photo',
    picture: 'pic',
    rehabilitation: 'rehab',
    repository: 'repo',
    statistics: 'stat',
    synchronization: 'sync synch synchronisation',
    vocabulary: 'vocab',
  },
};
