/** Answers to a mail that asks for a link, by what they say of wanting more mail. Each is all that its writer wrote. */
export const answers = {
  /** They ask for no more, in plain words. */
  asks: [
    'unsubscribe',
    'Unsubscribe.',
    'UNSUBSCRIBE!!!',
    '“Unsubscribe”',
    'Please unsubscribe.',
    'Hi Ben,\n\nplease unsubscribe me. Thanks!\n\nAnn',
    'Hello Ben, unsubscribe please',
    'Unsubscribe\n\n--\nAnn Example\nEditor, we never unsubscribe from life',
    'Please remove me from your mailing list.\n\nBest,\nAnn',
    'Take us off your list.',
    'I would like to unsubscribe.',
    'Can you remove me from this list?',
    'Opt out',
    'opt-out',
    'STOP',
    'remove',
    'Do not contact me again.',
    "Don't email me anymore.",
    'Stop sending me emails.',
    'Please stop emailing us',
    'No more emails please.',
    'Unsubscribe. We never place links of others.',
    'Bitte abmelden.',
    'Abmeldung',
    'Guten Tag,\n\nbitte austragen!\n\nMit freundlichen Grüßen\nAnna',
    'Sehr geehrter Herr Weaver,\nbitte streichen Sie mich aus Ihrem Verteiler.',
    'Bitte melden Sie mich ab, danke.',
    'Bitte tragen Sie uns aus dem Verteiler aus.',
    'Keine weiteren E-Mails bitte',
    'Bitte schicken Sie mir keine Mails mehr.',
    'Bitte schreiben Sie mir nicht mehr.',
    'Bitte löschen',
    'Désabonnement',
    'Me désabonner, merci',
    'Bonjour,\n\nmerci de me désinscrire.\n\nCordialement',
    'Désabonnez-moi s’il vous plaît.',
    'Retirez-moi de votre liste.',
    "Ne m'écrivez plus.",
    'Merci de ne plus m’envoyer de mails',
    'Baja',
    'Darme de baja, por favor',
    'Hola Ben:\n\nQuiero darme de baja.',
    'Cancelar suscripción',
    'No me escriban más.',
    'No más correos, gracias',
    'Por favor, elimíneme de su lista.',
  ],
  /** They may ask for it: a person is to read them. */
  may: [
    'We get ten of these a day and I have had enough, so kindly take this as my wish to unsubscribe.',
    'Where did you get my address? This is spam.',
    'Thanks, but we have no interest, and no more mails of this kind please.',
    'Ich habe kein Interesse und möchte aus dem Verteiler heraus.',
    'Das ist Werbung, die ich nicht bestellt habe. Auskunft nach DSGVO bitte.',
    "Je ne suis pas intéressé et j'aimerais me désabonner de ces envois.",
    'No nos interesa. Les ruego que nos den de baja.',
    'We are not interested, remove me if you can.',
    'Great page!\n\nAnn\n\n--\nGuides Ltd\nUnsubscribe',
  ],
  /** They ask for no such thing. */
  no: [
    'Yes, gladly.',
    'Stop by our booth at the fair, we would love to talk!',
    'We removed that page long ago, sorry.',
    'Who are you?',
    'Thanks for the hint. The dead link is gone.',
    'Hi Ben,\n\nplease send me the text you would want there.\n\nAnn',
    'How much do you pay for a link?',
    'No, thank you.',
    'Danke für den Hinweis, ich habe den Link ergänzt.',
    'Was kostet das?',
    'Bitte senden Sie mir mehr dazu.',
    'Wir nehmen Sie gern in die Liste auf.',
    'Merci, le lien est ajouté.',
    'Pouvez-vous m’envoyer le texte ?',
    'Gracias, ya está corregido.',
    '¿Cuánto pagan por el enlace?',
    'Take a look: it is done.',
    'Delete the second paragraph of your text and we take it.',
  ],
} as const;

type Program = (words: string, quoted: string) => { type: string; body: string };

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', '<br>\r\n');
const marked = (text: string) => text.replaceAll(/^/gm, '> ');

/** How mail programs write an answer below or above what it answers. */
export const programs: Readonly<Record<string, Program>> = {
  'the words alone': (words) => ({ type: 'text/plain', body: words }),
  'Gmail, plain': (words, quoted) => ({
    type: 'text/plain',
    body: `${words}\n\nOn Mon, May 4, 2026 at 8:00 AM Ben Weaver <ben@example.com>\nwrote:\n\n${marked(quoted)}\n`,
  }),
  'Thunderbird, below the quote': (words, quoted) => ({
    type: 'text/plain',
    body: `Am 04.05.26 um 08:00 schrieb Ben Weaver:\n${marked(quoted)}\n\n${words}`,
  }),
  'Outlook, plain': (words, quoted) => ({
    type: 'text/plain',
    body: `${words}\n\n-----Original Message-----\nFrom: Ben Weaver <ben@example.com> \nSent: Monday, May 4, 2026 8:00 AM\nTo: Ann\nSubject: Your list\n\n${quoted}`,
  }),
  'Outlook in French, without a rule': (words, quoted) => ({
    type: 'text/plain',
    body: `${words}\n\nDe : Ben Weaver <ben@example.com>\nEnvoyé : lundi 4 mai 2026 08:00\nÀ : Ann\nObjet : Your list\n\n${quoted}`,
  }),
  'Outlook on a phone': (words, quoted) => ({
    type: 'text/plain',
    body: `${words}\n\nGet Outlook for iOS\n________________________________\nFrom: Ben Weaver <ben@example.com>\n\n${quoted}`,
  }),
  'Gmail, HTML': (words, quoted) => ({
    type: 'text/html',
    body: `<div dir="ltr">${escaped(words)}</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Mon, May 4, 2026 Ben wrote:<br></div><blockquote class="gmail_quote">${escaped(quoted)}</blockquote></div>`,
  }),
  'Outlook, HTML': (words, quoted) => ({
    type: 'text/html',
    body: `<html xmlns:o="urn"><head><style><!-- p.MsoNormal {margin:0} --></style><title>x</title></head><body><!--[if gte mso 9]><xml>y</xml><![endif]--><div class="WordSection1"><p class="MsoNormal">${escaped(words)}<o:p></o:p></p><p>&nbsp;</p></div><div id="appendonsend"></div><hr><div id="divRplyFwdMsg"><b>From:</b> Ben Weaver &lt;ben@example.com&gt;<br><b>Sent:</b> Monday<br></div><div>${escaped(quoted)}</div></body></html>`,
  }),
  'Apple Mail, HTML': (words, quoted) => ({
    type: 'text/html',
    body: `<html><body style="word-wrap: break-word;">${escaped(words)}<br><div><br><blockquote type="cite"><div>On 4 May 2026, at 08:00, Ben Weaver wrote:</div><div>${escaped(quoted)}</div></blockquote></div></body></html>`,
  }),
};
