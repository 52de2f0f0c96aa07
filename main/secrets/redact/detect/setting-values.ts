// What is written as the value of a setting, and whether it can be a secret. Pure; every step is
// bounded.

export type Value = {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly quoted: boolean
}

const LONGEST = 1_024
/** Quotes in JSON inside JSON are behind one, three, seven … backslashes. */
const OPENING = /(\\{0,31})(["'`])/y
const BARE = /[^\s"'`,;<>&|(){}[\]]{1,1024}/y
const WHOLE = /[^\s"'`<>]{1,1024}/y

/**
 * The value that begins at `at`: within quotes to the same quote behind as many backslashes, else
 * one word. `whole`: the line holds nothing else, so a word may hold any sign but white space and
 * quotes. Null where there is none.
 */
export function readValue(text: string, at: number, whole = false): Value | null {
  OPENING.lastIndex = at
  const opening = OPENING.exec(text)
  if (opening !== null) {
    const start = OPENING.lastIndex
    const mark = opening[0]
    let end = text.indexOf(mark, start)
    // As many backslashes, and not more: `\\"` does not close `\"`. Two quotes are one of the value,
    // in YAML, SQL and tables.
    while (end > start && mark.length === 1) {
      if (text[end - 1] === '\\') end = text.indexOf(mark, end + 1)
      else if (text[end + 1] === mark && /[^\s,;:)\]}=]/.test(text[end + 2] ?? ' '))
        end = text.indexOf(mark, end + 2)
      else break
    }
    end = lineEnd(text, start, end < 0 ? 4 * LONGEST : end - start)
    return start < end ? { start, end, text: text.slice(start, end), quoted: true } : null
  }
  const bare = whole ? WHOLE : BARE
  bare.lastIndex = at
  let end = bare.test(text) ? bare.lastIndex : at
  while (end > at && text[end - 1] === '\\') end -= 1
  return end > at ? { start: at, end, text: text.slice(at, end), quoted: false } : null
}

const BLOCK = /[|>][+-]?[1-9]?[+-]?[ \t]{0,20}(?:#[^\n]{0,200})?\r?\n/y
const MOST_LINES = 64

/**
 * A block of YAML: lines further in than the name they belong to, behind `|` or `>`. Null where it is
 * none, or sentences.
 * @param line where the line of the name begins.
 */
export function readBlock(text: string, line: number, at: number): Value | null {
  BLOCK.lastIndex = at
  if (!BLOCK.test(text)) return null
  const indent = indentOf(text, line)
  let [next, start, end] = [BLOCK.lastIndex, -1, -1]
  for (let count = 0; count < MOST_LINES && next < text.length; count++) {
    const close = lineEnd(text, next)
    const own = indentOf(text, next)
    const isBlank = next + own >= close
    if (!isBlank && own <= indent) break
    if (!isBlank) {
      if (start < 0) start = next + own
      end = close
    }
    next = close + (text.startsWith('\r\n', close) ? 2 : 1)
  }
  if (start < 0) return null
  const lines = text
    .slice(start, end)
    .split(/\r?\n/)
    .map((each) => each.trim())
  if (lines.some((each) => /\s/.test(each)) && !isPhrase(lines)) return null
  return { start, end, text: lines[0] ?? '', quoted: false }
}

/** `correct horse battery staple`, and no sentence. */
const isPhrase = ([only = '', ...more]: readonly string[]): boolean =>
  more.length === 0 &&
  /^[a-z\d]{2,12}(?: [a-z\d]{2,12}){2,11}$/.test(only) &&
  !/\b(?:an?|the|your?|this|that|to|of|is|be|by|and|or|for|with|must|please|no|not)\b/.test(only)

function indentOf(text: string, line: number): number {
  let at = line
  while (text[at] === ' ' || text[at] === '\t') at += 1
  return at - line
}

/** Where the line ends, or far enough. */
export function lineEnd(text: string, at: number, far: number = 4 * LONGEST): number {
  const most = Math.min(text.length, at + far)
  for (let end = at; end < most; end++) if (isLineEnd(text.charCodeAt(end))) return end
  return most
}

const isLineEnd = (code: number): boolean => code === 10 || code === 13

/** Whether nothing but white space comes before the end of the line. */
export function endsLine(text: string, at: number): boolean {
  for (let end = at; end < text.length && end < at + 4 * LONGEST; end++) {
    if (isLineEnd(text.charCodeAt(end))) return true
    if (!/\s/.test(text[end] ?? '')) return false
  }
  return true
}

const WORDS = new Set(
  `a an and are as at be by for from has have if in into is it its no nor not of on or per so than that the then this to too use used was were will with without you your
   null none nil undefined nan void true false yes off empty unset missing absent blank default auto any all optional required mandatory enabled disabled enable disable unknown
   unsupported supported invalid valid wrong incorrect correct expired changed reset set hashed encrypted stored sent asked needed given protected weak strong short long
   string str text number int integer bool boolean object array bytes buffer char varchar secretstr password passwd pass passphrase pwd pin token secret key keys value
   example sample placeholder redacted hidden masked dummy changeme change_me todo fixme tbd yourpassword your_password mypassword prompt input ask file path env
   siehe bitte erforderlich vergessen falsch leer unbekannt eingeben requis requise invalide requerida obligatoria olvidada
   include omit same-origin inherit always never latest async await return function const let var new type class def interface bearer basic digest`.split(
    /\s+/,
  ),
)

/** `$X`, `${X}`, `%X%`, `<x>`, `{{ x }}`, `****`, `./x`: names a value, or hides one. */
const STANDS_FOR =
  /^(?:\$[A-Za-z_{(]|\$$|%[A-Za-z_]+%|<|\{|\[|\(|\*|•|@|[./~]|https?:|!|[xX]{4,}|\.{3}|-{1,2}[a-z]|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$|&?(?:str|String)\b)/
/** A call, an index, a member of something: code and no value. */
const CODE =
  /^[A-Za-z_$][\w$]*(?:(?:\.|::|->|\?\.)[A-Za-z_$][\w$]*)*\s?[([]|^(?:process|os|env|ENV|config|settings|self|this|req|request|ctx|args|options|props|var|data|local|module|z|params|body|user|state|vault|secrets)[.[:]|^[A-Za-z_$]\w*(?:\.[A-Za-z_$]\w*)+\.(?:value|password|token|secret)$/
const PLACEHOLDER =
  /example|placeholder|your[_-]|changeme|redacted|dummy|xxxx|\.\.\.|^\*+$|\{\{|\$\{|\$\(|<[a-z]/i

/** Nothing that a person or a program would take for the secret itself. */
export function isStandIn({ text, quoted }: Pick<Value, 'text' | 'quoted'>): boolean {
  if (text.startsWith('[secret: ') || text.startsWith('[hidden')) return true
  if (STANDS_FOR.test(text) && !(quoted && /^[!@.[(*-]/.test(text))) return true
  if (PLACEHOLDER.test(text) || WORDS.has(text.toLowerCase().replace(/[.!?;:]+$/, ''))) return true
  if (!quoted && CODE.test(text)) return true
  // One sign again and again, or nothing but signs.
  return /^(.?)\1*$/su.test(text) || !/[A-Za-z0-9]|[\p{L}\p{N}]/u.test(text)
}

const TYPE =
  /^(?:[A-Z][a-z]+){0,3}(?:String|Text|Str|Buffer|Bytes?|Any|Number|Integer|Int|Bool|Boolean|Object|Array|List|Map|Set|Option|Optional|Nullable|Maybe|Secret|Password|Passphrase|Token|Key|Credentials?|Type|Field|Input|Value|Provider|Service|Manager|Handler|Policy|Schema|Column|Param|Parameter|Validator|Hash|Hasher|Encoder|Required|Enabled|Disabled|Char|Varchar|Data|Box|Label|Edit|View|Widget|Component|Props|Error|Exception|Result|Request|Response|Config|Settings|Options|Rules?|Form|Control|Factory|Store|Storage|Source|Ref|Reader|Writer|Generator|Mode|State|Status|Login|Auth|User|Account|Prompt|Dialog|Length|Strength|Reset|Change|Confirm|Confirmation|Repeat|Again|New|Old|Current|Show|Hide|Forgot|Forgotten|Minimum|Maximum|Must|Please|Enter|Your|Missing|Nothing|Expired|Expires|Protected|Used|Successful|Failed|Accepted|Rejected|Correct|Updated|Only)[!?]?$/

/** A password by its name: a plain word is one, too. */
export function mayBePassword(value: Value): boolean {
  if (value.text.length < 4 || value.text.length > LONGEST || isStandIn(value)) return false
  if (value.quoted) return true
  // A type such as `String` or `KeyObject`, or a word of a form.
  return (
    !TYPE.test(value.text) && (!/^(?:[A-Z][a-z]+){2,}$/.test(value.text) || value.text.length > 12)
  )
}

/** A key or token by its name: long and of one piece, or of several kinds of characters. */
export function mayBeToken(value: Value): boolean {
  const { text } = value
  if (text.length < 8 || text.length > LONGEST || /\s/.test(text) || isStandIn(value)) return false
  if (looksRandom(text)) return true
  // A name in code is no token: `refreshTokenProvider`.
  return (
    /^[A-Za-z0-9+/=_-]+$/.test(text) &&
    (value.quoted ? text.length >= 8 : text.length >= 16) &&
    !/[a-z][A-Z]/.test(text) &&
    !/[_-][a-z]{3,}[_-]/.test(text)
  )
}

/**
 * Tells `hunter2-Horse9` from `getPassword`, `string`, `required`, `${TOKEN}`, `your-token-here`,
 * `./path/to/key`.
 */
export function looksRandom(value: string): boolean {
  if (
    /^[./~$%*]|^(?:process|os|env|config|settings|self|this|req|request|ctx|args|options|props)[.]|^https?:|^[x*.•-]+$/i.test(
      value,
    )
  )
    return false
  if (/example|placeholder|your[_-]|changeme|redacted|hidden|dummy|xxxx|\.\.\./i.test(value))
    return false
  const kinds = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^A-Za-z0-9]/].filter((kind) =>
    kind.test(value),
  ).length
  return (
    kinds >= 2 &&
    /[0-9!@#$%^&*?]/.test(value) &&
    new Set(value).size >= 5 &&
    !/^[0-9.:-]+$/.test(value)
  )
}

/** Letters and digits. */
export const hasBoth = (text: string): boolean => /[0-9]/.test(text) && /[A-Za-z]/.test(text)
