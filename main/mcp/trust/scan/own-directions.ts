// Pure. Sentences in which a server says how its own tools go together ("You must call resolve-id before
// this tool"), or how their arguments are filled in: said to a model, and no orders about anything else. Only
// such a sentence is let be that speaks of nothing but them.

/** A verb and one of its own tools, by name, by title in quotes, or as "this tool". */
const CALLS = /\b(?:(?:call|run|invoke)(?:ed|ing|s)?|us(?:e|ed|es|ing))\b/i
const THIS = /\b(?:this|that|the) (?:tool|function)\b/i
/**
 * What reaches beyond its own tools: others' tools, whatever is at hand, the person, places to send to. One of
 * these, and the sentence is looked at like any other.
 */
const BEYOND =
  /\b(?:others?|another|any(?:thing|one)?|every(?:thing|one)?|each|all|always|never|whatever|whole|entire|instead|prefer|rather|ignor\w*|skip|bypass|only|trust\w*|approv\w*|confirm\w*|permission\w*|allow\w*|files?|folders?|director\w*|keys?|secrets?|passwords?|passphrases?|tokens?|credentials?|config\w*|settings?|environment|conversations?|messages?|chats?|history|contexts?|prompts?|instructions?|system|summar\w*|tasks?|plans?|notes?|answers?|repl\w+|respon\w+|results?|says?|said|reads?|follow\w*|obey\w*|do as|mails?|e-?mails?|send\w*|sent|forward\w*|upload\w*|post\w*|copy|copies|cop\w+ed|paste|append|include|pass(?:es|ed|ing)?|put|share|report\w*|log|logs|logging|install\w*|download\w*|shell|terminal|commands?|script\w*|sudo|root|admin\w*|pay\w*|money|transfer\w*|silent\w*|secretly|quiet\w*|without|tell|mention|inform|ask)\b|https?:|@|~\/|\$/i

/** How an argument is filled in, and what of it is said. */
const FILLS = /\b(?:provide|specify|set|give|use|analyze|include this|make another call)\b/i
const ARGUMENT =
  /\b(?:parameters?|arguments?|fields?|variables?|(?:absolute|relative) (?:file )?paths?|(?:json|xml|csv|iso) format|schema)\b/i
/** Of what would reach beyond, what is only part of such a sentence. */
const IN_ARGUMENTS: readonly RegExp[] = [
  /\b(?:absolute|relative) (?:file )?paths?(?: to the files?(?: you want to \w+)?)?/gi,
  /\binclude this (?:variable|parameter|argument|field)\b/gi,
  /\bmake another call\b/gi,
  /\b(?:when|if) the user (?:asks for|wants|needs)\b/gi,
  /\bthe user['’]s (?:query|question|request)\b/gi,
]
/** Somebody’s own, which no form of an argument is. */
const PERSONAL =
  /\b(?:users?|persons?|people|customers?|phone|telephone|address(?:es)?|names? of|their|his|her|my|private|personal|contents?|source|code|screens?|clipboard)\b/i
/** What is said of how much a call costs, and to whom a note is. */
const ASIDE: readonly RegExp[] = [
  /\btoken[- ](?:intensive|heavy|expensive|efficient)\b/gi,
  /\bcontext window(?: usage| size)?\b/gi,
  /\b(?:always )?use the exact (?:ids?|names?|values?) (?:that were )?returned\b/gi,
]
const NOTE = /\bnotes? (?:to|for) (?:the )?(?:llms?|ais?|models?) ?: ?/gi
/** A doubt is the person's to settle. */
const CLARIFY = /\byou should clarify with the user what they meant\b/gi
/** A sentence that says which places are refused names them. */
const REFUSED_PLACES =
  /\b(?:paths|directories|folders|places) \((?:e\.g\.,? )?["'`][~/.\w-]{1,40}["'`](?:, ?["'`][~/.\w-]{1,40}["'`]){0,5}\) are (?:rejected|refused|blocked|denied|not allowed)(?=[.;\n]|$)/gi

const without = (text: string, parts: readonly RegExp[]): string =>
  parts.reduce((left, part) => left.replaceAll(part, ' '), text)

/** The text without the places that it says are refused. */
export const withoutRefusedPlaces = (text: string): string => text.replaceAll(REFUSED_PLACES, ' ')

/** A note to a model that speaks of nothing beyond the server’s own tools, without its address. */
export const withoutPlainNotes = (text: string): string =>
  sentences(text)
    .map((sentence) => {
      const rest = sentence.replaceAll(NOTE, ' ')
      return rest !== sentence && !BEYOND.test(without(rest, ASIDE)) ? rest : sentence
    })
    .join('\n')

const sentences = (text: string): readonly string[] => text.split(/(?<=[.!?])(?=\s)|\n|\\n/)
const escaped = (name: string): string => name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
/** Longer or of more words, and it could be a sentence of its own. */
const isPlainTitle = (title: string): boolean =>
  title.length <= 60 && title.split(' ').length <= 6 && !BEYOND.test(title)

/**
 * The text without those sentences. `own`: names and titles of all tools of the same server. What is left out
 * here is only what reads like an order; codes, secrets and names of others are looked for in all of it.
 */
export function withoutOwnDirections(text: string, own: ReadonlySet<string>): string {
  if (own.size === 0) return text
  const asked = text.replaceAll(CLARIFY, ' ')
  const names = [...own].filter((name) => /^[\w-]{2,64}$/.test(name))
  const titles = [...own].filter((name) => !names.includes(name) && isPlainTitle(name))
  const any = (list: readonly string[]): string => list.map(escaped).join('|')
  const named =
    names.length === 0 ? null : new RegExp(`(?<![\\w-])(?:${any(names)})(?![\\w-])`, 'g')
  const titled = titles.length === 0 ? null : new RegExp(`["'“‘](?:${any(titles)})["'”’]`)
  const isOwn = (sentence: string): boolean => {
    const left = named === null ? sentence : sentence.replaceAll(named, ' ')
    const mentions = left !== sentence || THIS.test(sentence) || titled?.test(sentence) === true
    const once =
      (sentence.match(/\byou (?:must|should|have to|need to|are required to)\b/gi) ?? []).length < 2
    if (!once) return false
    const argued = without(left, IN_ARGUMENTS)
    return (
      (mentions && CALLS.test(sentence) && !BEYOND.test(without(left, ASIDE))) ||
      (FILLS.test(sentence) &&
        ARGUMENT.test(sentence) &&
        !BEYOND.test(argued) &&
        !PERSONAL.test(argued))
    )
  }
  return sentences(asked)
    .map((sentence) => (isOwn(sentence) ? '.' : sentence))
    .join('\n')
}
