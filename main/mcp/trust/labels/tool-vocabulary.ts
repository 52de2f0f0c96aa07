// Pure. What the words of a tool's name say that it does: words of several languages, whole, so that
// `list_payments` is no payment and `pay_invoice` is one.

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

/** A name that begins so only looks, whatever it looks at. */
export const LOOKS = set(
  'get list read search find show describe fetch query view count check status lookup look browse inspect info explain help summarize preview stat stats compare diff validate verify history estimate quote is has can retrieve load open peek poll watch calculate compute convert simulate hole zeige suche lies lista obtener buscar leer lire chercher afficher trova leggi',
)

/** Money or value leaves, by the verb alone. */
export const PAYS = set(
  'pay pays payment payout payouts repay prepay purchase buy checkout charge refund withdraw withdrawal donate donation remit remittance wire tip topup invest stake unstake spend disburse settle payroll redeem zahle zahlen bezahle bezahlen ueberweise ueberweisen ueberweisung uberweise uberweisen uberweisung kaufe kaufen pagar pago comprar transferir payer paiement acheter virement virer pagare bonifico acquista betaal betalen overboeken zaplac zaplatit',
)
/** Where money is meant, these verbs move it. */
export const MOVES = set(
  'transfer send move place submit create make execute confirm authorize authorise capture trade swap sell order book exchange convert release approve request initiate issue schedule top',
)
/** What is moved is money, by its name or by what it asks for. */
export const MONEY = set(
  'fund funds money amount currency iban bic swift payee beneficiary wallet crypto bitcoin btc eth ether ethereum sats satoshi satoshis usdc usdt cash invoice payment payments cvc cvv bank sepa ach geld betrag dinero importe argent montant denaro importo cents',
)
/** Orders and things that mean money, in a name. */
export const VALUES = set(
  'order orders stock stocks shares trade token tokens coin coins credits balance gift voucher',
)
/** Words of `PAYS` that name a thing as well: `get_payment` pays nothing. */
export const PAY_NOUNS = set(
  'payment payout payouts payroll donation withdrawal remittance refund charge checkout purchase stake tip wire settle virement paiement pago bonifico ueberweisung uberweisung',
)

/** With the word for an account: it ends, or somebody else has it. */
export const ENDS = set(
  'delete remove close terminate deactivate transfer cancel erase purge destroy disable deprovision wipe drop suspend reassign handover migrate deregister unregister kill nuke loesche loeschen losche loschen entferne schliesse eliminar borrar cerrar supprimer fermer elimina chiudi verwijder',
)
export const ACCOUNTS = set(
  'account accounts user users tenant tenants org orgs organization organizations organisation organisations membership identity ownership owner profile subscription customer konto benutzer cuenta usuario compte utilisateur utente',
)

/** Somebody gets rights or keys, by the verb alone. */
export const RAISES = set(
  'grant grants revoke elevate escalate impersonate sudo chmod chown setfacl setuid promote demote delegate',
)
export const GIVES = set(
  'add set update assign create attach put change modify give make edit enable generate issue rotate mint allow remove invite reset register upsert bind patch',
)
export const RIGHTS = set(
  'role roles permission permissions privilege privileges acl acls admin admins administrator administrators superuser root policy policies scope scopes collaborator collaborators owner owners iam rights apikey password passwd mfa 2fa sudoers',
)
/** With `GIVES`: two words that together mean a key to somebody's house. */
export const KEYS = set('key keys token tokens secret credential credentials')
export const KEY_OF = set('api access ssh deploy personal bearer auth service signing gpg oauth')

/** Mail and messages, by the verb alone. */
export const MESSAGES = set(
  'send email mail reply forward tweet retweet dm sms broadcast notify message publish announce invite toot whatsapp telegram sende senden schicke schicken antworte enviar mandar responder envoyer repondre invia invii rispondi stuur verstuur',
)
/** With one of those below: posts where others read it. */
export const POSTS = set('post add create submit write leave draft share schedule')
export const POSTED = set(
  'message messages mail email comment comments tweet chat dm sms notification notifications reply thread announcement newsletter invitation invite post',
)

/** Leaves this machine, though it is no message to anybody. */
export const LEAVES = set(
  'post upload share publish push submit export sync deploy webhook request http curl ping fetch navigate browse goto crawl scrape download visit translate',
)

/** What is read is the person's own. */
export const PRIVATE = set(
  'mail mails email emails inbox message messages chat chats dm conversation conversations calendar calendars event events contact contacts note notes file files folder folders directory directories document documents doc drive memory memories graph node nodes entity entities database db sql table tables row rows record records account accounts balance balances transaction transactions payment payments invoice invoices order orders customer customers patient patients employee employees salary profile health photo photos picture pictures clipboard screen screenshot location diary journal task tasks todo todos password passwords secret secrets token tokens credential credentials key keys history bookmark bookmarks repo repository repositories code commit commits log logs env config settings vault wallet crm hr tax medical private personal my datei dateien nachrichten kalender kontakte archivo archivos correo fichier fichiers courrier',
)
/** Anyone may have written what is read. */
export const ANYONES = set(
  'mail mails email emails inbox message messages chat chats comment comments issue issues pull pulls pr prs review reviews web webpage website page pages url urls html search internet fetch browse browser crawl scrape feed feeds rss news article articles tweet tweets post posts timeline forum thread threads ticket tickets channel channels slack discord reddit wiki wikipedia transcript transcripts video invite invites event events calendar attachment attachments download downloads stackoverflow hackernews mastodon social review rating ratings profile bio readme package packages registry document documents doc docs drive database db sql table tables row rows record records customer customers crm lead leads order orders invoice invoices transaction transactions submission submissions survey',
)
/** Answers of these say nothing about anybody, and nobody else wrote them. */
export const PLAIN = set(
  'time date clock timezone weather forecast convert calculate calculator compute math add sum multiply divide echo ping uuid random hash format version health unit units currency rates rate status thinking sequentialthinking think base64 encode decode',
)
