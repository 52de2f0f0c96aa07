// Pure. Sentences in which a server says how its own tools go together ("You must call resolve-id before
// this tool"): said to a model, and no orders about anything else. Only such a sentence is let be that
// speaks of nothing but them.

/** A verb and one of its own tools, by name, by title in quotes, or as "this tool". */
const CALLS = /\b(?:call|use|run|invoke)(?:ed|ing|s)?\b/i
const THIS = /\b(?:this|that|the) (?:tool|function)\b/i
/**
 * What reaches beyond its own tools: others' tools, whatever is at hand, the person, places to send to. One of
 * these, and the sentence is looked at like any other.
 */
const BEYOND =
  /\b(?:others?|another|any(?:thing|one)?|every(?:thing|one)?|each|all|always|never|whatever|whole|entire|instead|prefer|rather|ignor\w*|skip|bypass|only|trust\w*|approv\w*|confirm\w*|permission\w*|allow\w*|files?|folders?|director\w*|keys?|secrets?|passwords?|passphrases?|tokens?|credentials?|config\w*|settings?|environment|conversations?|messages?|chats?|history|contexts?|prompts?|instructions?|system|summar\w*|tasks?|plans?|notes?|answers?|repl\w+|respon\w+|results?|says?|said|reads?|follow\w*|obey\w*|do as|mails?|e-?mails?|send\w*|sent|forward\w*|upload\w*|post\w*|copy|copies|cop\w+ed|paste|append|include|pass(?:es|ed|ing)?|put|share|report\w*|log|logs|logging|install\w*|download\w*|shell|terminal|commands?|script\w*|sudo|root|admin\w*|pay\w*|money|transfer\w*|silent\w*|secretly|quiet\w*|without|tell|mention|inform|ask)\b|https?:|@|~\/|\$/i

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
    return mentions && once && CALLS.test(sentence) && !BEYOND.test(left)
  }
  return sentences(text)
    .map((sentence) => (isOwn(sentence) ? '.' : sentence))
    .join('\n')
}
