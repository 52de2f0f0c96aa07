// Passwords that are plain words: only the sentence, statement or call around them says what they
// are. Every pattern is bounded; what a sentence about passwords goes on with is no password.
import { isStandIn, looksRandom, mayBePassword } from './setting-values.ts'
import type { Shape } from './shape.ts'

/** What is written behind the word `password` without being one. */
const ABOUT = new Set(
  `access account accounts address admin aging algorithm alone algorithms anything attempts attribute auth authenticated authenticator autofill bcrypt plaintext yescrypt
   away back based begins below birthday blob books both boxes breach breaches button bytes caching certificate challenge change changes character characters check checks code codes
   column complexity content contents copy cracking credential credentials criteria dates default defaults details dialog dictionary digest digits disabled
   either email enabled encoded encoder encryption entry error errors event everywhere expiration expiry fails failure fallback field fields file files fill fine fingerprint first flow form
   format fragment from generator grant group guessing hash hashes hashing header hints history hostname identifier inline input inputs instead item items itself keeper keychain label later
   length letters license lifetime line list lists lockout logic login logon longer lookup manager managers maximum message metadata method minimum mode names nothing number numbers object once online only
   option options origin output outside over owner page panel parameter parameters part parts pasted phone phrase policies policy popup port possible prefix prefixes
   proof properties property protocol quality query recovery record redaction remains remember request requests requirement requirements resets result retries reuse rollback root rotation rules salt same scheme screen
   scopes secrets sensitive security selector sentence separately serial server service session settings setup shape sharing show shown sign signature simple size something source spray staging state status stays still
   storage store stores strategy string stringth strength stuffing subject submit suffix support switch system table template there these thing this those timeout timestamp tokens
   tool tools type types typed until update updates user username users validation validator validity value values variable variables vault version
   whatever when where which while whole widget window with within without words works yourself zone`.split(
    /\s+/,
  ),
)
const isAbout = (text: string): boolean => {
  const word = text.toLowerCase().replace(/[.!?:-]+$/, '')
  return ABOUT.has(word) || /(?:tion|ment|ness|ing|ity|ence|able|ible|less|ly|ed)s?$/.test(word)
}

/** A plain word has to be long, and no word that sentences about passwords have. */
const isPlain = (text: string): boolean =>
  mayBePassword({ text, start: 0, end: 0, quoted: false }) &&
  (looksRandom(text) || (text.length >= 6 && !/[-/\\_.=]/.test(text) && !isAbout(text)))
const isWord = (text: string): boolean => !isStandIn({ text, quoted: true })
const isSecret = (text: string): boolean =>
  mayBePassword({ text, start: 0, end: 0, quoted: false }) &&
  (text.length >= 8 || looksRandom(text))

const SPOKEN = String.raw`["'\x60\u201c]?([^\s"'\x60\u201c\u201d,;<>()[\]{}]{6,128}?)`
/** Of databases, queues, proxies and mail: by these an address without a scheme is one. */
const SERVICE_PORTS = [
  ...[':5432', ':5433', ':3306', ':3307', ':6379', ':27017', ':1433', ':1521', ':9042', ':5984'],
  ...[':5672', ':4222', ':9092', ':3128', ':8080', ':1080', ':587', ':465', ':993', ':143', ':22'],
]
/** What ends the sentence, or joins the next thing to do. */
const ENDS = String.raw`(?=["'\x60\u201d.,;!?)]{0,2}[ \t]{0,8}(?:$|[\r\n])|["'\x60\u201d]?[.,;!?)][ \t]|["'\x60\u201d]?[ \t](?:and|then|to|on|at|in|for|if|when|until|or)[ \t])`
/** The word `password` is said, and no other word of which it is a part: `password manager`. */
const SAID = String.raw`(?=[.,;!?)"'\x60]|[ \t]{0,8}(?:$|[\r\n])|[ \t](?:for|and|to|on|at|in|if|when|then|or|now|please|there|here)\b)`
/** What somebody does with a password, or what one is like. */
const SEEMS =
  /^(?:continue|proceed|regain|protect|unlock|access|enable|finish|complete|avoid|secure|prevent|confirm|activate|ensure|stolen|given|written|chosen|forgotten|broken|unknown|hidden|different|obvious|complex|random|identical|empty|another|better|stronger|simpler|shorter|correctly|easily|guessable|evident|public|private|common|unique|safe|weak|strong)$/i

export const PLAIN: readonly Shape[] = [
  {
    // .username("ada").password("…"), or the call alone
    name: 'credential-setting',
    cues: ['.password(', '.passwd(', '.passphrase('],
    anyCase: true,
    pattern:
      /(?:[\w)\]]|^[ \t]{0,40})\.pass(?:word|wd|phrase)\([ \t]{0,3}["']([^"'\s]{4,256})["'][ \t]{0,3}\)/dgim,
    holds: (text) =>
      isWord(text) && !isAbout(text) && !/pass(?:word|phrase)|^[a-z]+[A-Z][a-z]+/.test(text),
  },
  {
    name: 'credential-setting',
    cues: ['.username(', '.user('],
    anyCase: true,
    pattern:
      /\.user(?:_?name)?\([^()\n]{1,80}\)\s{0,40}\.passw(?:or)?d\([ \t]{0,3}["']([^"'\s]{4,256})["'][ \t]{0,3}\)/dgi,
    holds: isWord,
  },
  {
    // CREATE USER ada IDENTIFIED BY …, SET PASSWORD FOR ada = '…'
    name: 'credential-setting',
    cues: ['identified by', 'set password for'],
    anyCase: true,
    pattern:
      /\b(?:(?:create|alter|grant)\b[^;\n]{1,200}\s{1,20}identified[ \t]{1,3}by[ \t]{1,3}(?!values\b)|set[ \t]{1,3}password[ \t]{1,3}for[ \t]{1,3}\S{1,80}[ \t]{0,3}=[ \t]{0,3}(?:password\([ \t]{0,3})?)["']?([^\s"';,()]{4,256})/dgi,
    holds: isWord,
  },
  {
    // The rest of such a statement, alone on its line.
    name: 'credential-setting',
    cues: ['identified by'],
    anyCase: true,
    pattern:
      /^[ \t]{0,40}identified[ \t]{1,3}by[ \t]{1,3}([^\s"';,()]{6,256})[ \t]{0,3}(?:;|$)/dgim,
    holds: isPlain,
  },
  {
    // The password is set to …, credentials: ada/…
    name: 'credential-setting',
    cues: ['password', 'cred', 'login:', 'p/w'],
    anyCase: true,
    pattern:
      /(?:\bpassword[ \t](?:is|was|has been|will be)[ \t](?:now[ \t])?set[ \t]to[ \t]|\b(?:new|temporary|initial|admin|root)[ \t]password[ \t]{0,3}(?:->|\u2192)[ \t]{0,3}|\b(?:cred(?:ential)?s|login|logon)[ \t]{0,3}:[ \t]{0,3}[\w.@+-]{2,64}(?:[ \t]{0,2}\/[ \t]{0,2}|:)|\bp\/w[ \t]{0,3}[:=][ \t]{0,3})["'\x60]?([^\s"'\x60,;<>()[\]{}]{4,128}?)(?=["'\x60.,;!?)]{0,2}[ \t]{0,8}(?:$|[\r\n]))/dgim,
    holds: isSecret,
  },
  {
    // log in with password …
    name: 'credential-setting',
    cues: ['with password', 'with the password', 'using password', 'using the password'],
    anyCase: true,
    pattern: new RegExp(
      String.raw`\b(?:log|sign|connect|authenticat|login|logon|logged|signed)[a-z]{0,5}[ \t][^\n]{0,80}?\b(?:with|using)[ \t](?:the[ \t])?password[ \t]{1,3}${SPOKEN}${ENDS}`,
      'dgim',
    ),
    holds: isPlain,
  },
  {
    name: 'credential-setting',
    cues: ['with password', 'with the password', 'using password', 'using the password'],
    anyCase: true,
    pattern:
      /\b(?:with|using)[ \t](?:the[ \t])?password[ \t]{1,3}["'\x60]?([^\s"'\x60,;<>()[\]{}]{6,128})/dgi,
    holds: (text) =>
      looksRandom(text) && /[A-Z!@#$%^&*?]/.test(text) && !/sha|md5|argon|scram/i.test(text),
  },
  {
    // use … as the password
    name: 'credential-setting',
    cues: [' as the ', 'as password', ' as your ', ' as my '],
    anyCase: true,
    pattern: new RegExp(
      String.raw`\b(?:use|used|using|set|enter|type|try|give|choose|chose|took|take)[ \t]${SPOKEN}["'\x60\u201d]?[ \t]as[ \t](?:the[ \t]|your[ \t]|my[ \t])?(?:\w{1,20}[ \t])?password${SAID}`,
      'dgi',
    ),
    holds: isPlain,
  },
  {
    // the password's …
    name: 'credential-setting',
    cues: ['password'],
    anyCase: true,
    pattern: new RegExp(String.raw`\bpassword['\u2019]s[ \t]${SPOKEN}${ENDS}`, 'dgim'),
    holds: isPlain,
  },
  {
    // **Password:** …, password → …
    name: 'credential-setting',
    cues: ['password', 'passphrase'],
    anyCase: true,
    pattern: new RegExp(
      String.raw`\b(?:password|passphrase)(?:\*{0,2}:\*{1,2}|\*{1,2}:|__:|:__|[ \t]{1,3}(?:->|[\u2192\u2013\u2014]|\.{3}))[ \t]{1,3}${SPOKEN}(?=["'\x60\u201d.,;!?)]{0,2}[ \t]{0,8}(?:$|[\r\n]))`,
      'dgim',
    ),
    holds: isPlain,
  },
  {
    // changed the password to …, her password was …, the passphrase for the key is …
    name: 'credential-setting',
    cues: ['password', 'passphrase'],
    anyCase: true,
    pattern: new RegExp(
      String.raw`\b(?:password|passphrase)[ \t](?:(?<=\b(?:change|changed|set|reset|updated?)[ \t](?:\w{1,8}[ \t]){0,2}pass\w{4,6}[ \t])to|(?:(?:was|is|has been)[ \t])?(?:changed|reset|updated)[ \t]to|(?<=\b(?:his|her|my|our|their|your|the|old|new)[ \t](?:\w{1,12}[ \t])?pass\w{4,6}[ \t])was|(?:here|there|now)[ \t]is|(?:for|of|to)[ \t][^\n.]{1,40}?[ \t]is)[ \t]${SPOKEN}(?=["'\x60\u201d.,;!?)]{0,2}[ \t]{0,8}(?:$|[\r\n]))`,
      'dgim',
    ),
    holds: (text) => isPlain(text) && !SEEMS.test(text),
  },
  {
    // DB_PASSWORD<tab>…, as columns of settings are printed
    name: 'credential-setting',
    cues: ['password\t', 'password:\t', 'passwd\t', 'passphrase\t', '_pass\t', '_pwd\t'],
    anyCase: true,
    pattern:
      /^[ \t]{0,20}(?:[\w.-]{1,30}[ ]){0,2}[\w.-]{0,60}(?:passw(?:or)?d|passphrase|_pass|_pwd):?\t{1,4}["']?([^\s"'\x60,;<>()[\]{}]{6,128})["']?[ \t]{0,8}$/dgim,
    holds: isPlain,
  },
  {
    // ada:…@db:5432/app
    name: 'url-credentials',
    cues: SERVICE_PORTS,
    pattern:
      /(?<![\w/:.@+%-])(?!(?:sips?|xmpp|mailto|acct|npm|jsr|tel|sha\d{1,3}|https?|s?ftp|git|ssh):)[\w.-]{2,64}:([^\s"'\x60@:/,;<>()[\]{}]{4,128})@(?=[\w-][\w.-]{0,120}:\d{2,5}(?![\w.:]))/dg,
    holds: (text) => isSecret(text) && !/^\d+$/.test(text),
  },
]
