// Finds sentences in which a model says that it did something outside of the conversation. Words
// alone, in four languages; no model is asked. Rather too few than too many: a mark that is wrong is soon
// ignored. Pure.
import type { Deed } from './deed.ts'
import { claimedElsewhere } from './other-languages.ts'

/** One of `deeds` would make it true. */
export type Claim = { readonly sentence: string; readonly deeds: readonly Deed[] }

type Kind = {
  readonly deeds: readonly Deed[]
  readonly verbs: string
  /** What has to follow in the sentence; left out: nothing. */
  readonly object?: RegExp
}

/** What can be changed outside of an answer. A code span and a path are such things. */
const THINGS = String.raw`(?:files?|folders?|director(?:y|ies)|branch(?:es)?|repositor(?:y|ies)|repo|issues?|pull requests?|PRs?|tickets?|calendars?|events?|meetings?|appointments?|reminders?|tasks?|to-?dos?|records?|rows?|databases?|configuration|config|settings?|labels?|accounts?|subscriptions?|jobs?|cron|alarms?|contacts?|entr(?:y|ies)|backups?|workspace|disk|commits?|code_span|path_name)`
/** These as well where they are moved or removed; one that is written is mostly a draft. */
const LETTERS = String.raw`(?:e-?mails?|mails?|messages?|notes?)`
const PLACES = String.raw`(?:files?|folder|directory|calendar|database|repository|repo|branch|workspace|disk|trash|archive|code_span|path_name|settings|configuration|config|your notes)`

const subject = new RegExp(String.raw`\b(?:${THINGS}|${LETTERS}|invoices?|bills?)\b`, 'i')

/** Right behind the verb, or where it was put. */
const objectOf = (things: string): RegExp =>
  new RegExp(
    String.raw`^(?:\s+(?!(?:for|in|on|by|of|to|from|with|as|at|after|that|straight)\b)[\w'\u2019-]+,?){0,4}?\s+${things}\b(?! straight)|\b(?:in|to|into|on|from)\s+(?:(?:your|the|an?|all)\s+)?(?:[\w-]+\s+)?${PLACES}\b`,
    'i',
  )

const KINDS: readonly Kind[] = [
  { deeds: ['send'], verbs: 'sent|e-?mailed|forwarded|messaged|notified|texted|dispatched' },
  {
    deeds: ['send'],
    verbs: 'posted|published|submitted|uploaded',
    object: /\b(?:to|on|in|at|with)\b/i,
  },
  {
    deeds: ['send'],
    verbs: 'replied|responded|shared',
    object:
      /^[^.!?]*?\b(?:to|with|on)\s+(?!you\b|each\b|every|both\b|all\b|your question|the point)/i,
  },
  { deeds: ['send'], verbs: 'bought|purchased|booked|refunded|subscribed|unsubscribed' },
  {
    deeds: ['send'],
    verbs: 'paid|ordered|transferred|wired',
    object:
      /^(?!\s+attention).*(?:\d|\b(?:one|two|three|invoice|bill|money|amount|account|fee)\b)/i,
  },
  {
    deeds: ['run', 'send'],
    verbs: 'committed|pushed|merged',
    object: new RegExp(
      String.raw`^(?!\s+(?:to|back)\b).*\b(?:changes?|commits?|code|it|them|${THINGS})\b`,
      'i',
    ),
  },
  {
    deeds: ['run', 'send'],
    verbs: 'deployed|installed|restarted|rebooted|upgraded|uninstalled',
  },
  {
    deeds: ['change', 'run', 'send'],
    verbs: 'opened|filed',
    object: /^\s+(?:an?|the)\s+(?:new\s+)?(?:issue|pull request|PR|ticket)\b/i,
  },
  {
    deeds: ['run'],
    verbs: 'ran|executed|re-?ran|launched',
    object:
      /\b(?:tests?|suite|commands?|scripts?|build|linter|formatter|migrations?|programs?|benchmarks?|code_span|path_name)\b/i,
  },
  {
    deeds: ['change', 'run', 'send'],
    verbs:
      'deleted|removed|erased|renamed|moved|archived|downloaded|reverted|marked|labell?ed|closed|cancell?ed|trashed|overwrote|cleared|restored',
    object: objectOf(`(?:${THINGS}|${LETTERS})`),
  },
  {
    deeds: ['change', 'run', 'send'],
    verbs:
      'created|wrote|written|saved|stored|updated|edited|changed|modified|added|fixed|replaced|patched|scheduled|set|recorded|assigned|configured|enabled|disabled',
    object: objectOf(THINGS),
  },
]

const BETWEEN = String.raw`(?:(?:\s+(?:have|just|already|also|then|now|successfully|since|therefore|and|both|finally|first))*)`
const patterns = KINDS.map(({ verbs, ...kind }) => ({
  ...kind,
  said: [
    new RegExp(String.raw`\b(?:I|we)(?:['\u2019]ve)?${BETWEEN}\s+(?:${verbs})\b`, 'i'),
    // “I read the page and sent it on.”
    new RegExp(
      String.raw`\b(?:I|we)(?:['\u2019]ve)?\s[^.?!;:]{0,80}?\b(?:and|then),?(?:\s+then)?\s+(?:${verbs})\b`,
      'i',
    ),
    // “The reply has been sent.”
    new RegExp(
      String.raw`\b(?:the|your|an?|all|both|these|those)\s[^.?!;:]{0,60}\b(?:has|have)\s+(?:now\s+|just\s+|already\s+|successfully\s+)*been\s+(?:now\s+|successfully\s+)*(?:${verbs})\b`,
      'i',
    ),
  ],
}))

/** Before the verb: nothing is said to be done. */
const NOT_DONE =
  /\b(?:not|never|nothing|cannot|unable|without|would|could|should|might|will|shall|going to|if|whether|unless|until|once|before|when|whenever|in case|as if|suppose|pretend)\b|n['\u2019]t\b/i
/** It is in the answer itself, or a question. */
const IN_WORDS =
  /\b(?:example|draft(?:ed)?|above|below|following|follows|here (?:is|are)|you can|priority)\b|\?\s*$/i
/** Of the perfect passive only: told about what was found. */
const FOUND =
  /\b(?:by|according to|says?|shows?|reports?|log|history|commit [0-9a-f]{6,}|since|in \d{4}|yesterday|last (?:week|month|year)|ago)\b/i

/** Without a subject, or with what was done as one: “Email sent!”, “Your appointment is booked.” */
const SHORT =
  /^(?:(?:done|ok(?:ay)?|great|all set)\W+)?(?:sent|(?:the |your )?(?:e-?mails?|messages?|mails?|repl(?:y|ies)|invitations?|invites?|forms?|payments?|appointments?|meetings?|flights?|tickets?|orders?)(?:\s+(?:is|are|was|were|has been|have been))?(?:\s+(?:now|successfully))*\s+(?:sent|submitted|booked|scheduled|paid|placed|confirmed|cancell?ed))(?:\s+to\s[^.?!]{1,60})?[.!]*$/i

export function claimsIn(text: string): readonly Claim[] {
  return sentencesOf(text).flatMap((sentence): Claim[] => {
    const plain = plainOf(sentence)
    if (plain === '' || IN_WORDS.test(plain)) return []
    if (SHORT.test(plain))
      return [
        { sentence: sentence.trim(), deeds: /sent/i.test(plain) ? ['send'] : ['send', 'change'] },
      ]
    const kind = patterns.find(({ said, object }) => {
      const found = said.map((each) => each.exec(plain))
      const at = found.findIndex((match) => match !== null)
      const match = found[at]
      if (match === null || match === undefined) return false
      const end = match.index + match[0].length
      const rest = plain.slice(end)
      if (NOT_DONE.test(plain.slice(0, end)) || /^\s+(?:no|nothing|none)\b/i.test(rest))
        return false
      if (at === 2) return !FOUND.test(plain) && (object === undefined || subject.test(match[0]))
      return object === undefined || object.test(rest)
    })
    const deeds = kind?.deeds ?? claimedElsewhere(plain)
    return deeds === null ? [] : [{ sentence: sentence.trim(), deeds }]
  })
}

/** A list of what was done says it without a subject; what is quoted or code is not the model’s word. */
function sentencesOf(text: string): readonly string[] {
  return text
    .replaceAll(/^(`{3,}|~{3,})[\s\S]*?(?:^\1|$(?![\s\S]))/gm, '\n')
    .split('\n')
    .filter((line) => !/^\s*(?:>|#|\|)/.test(line))
    .flatMap((line) => line.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '').split(/(?<=[.!?])\s+(?=\S)/))
    .filter((sentence) => sentence.trim() !== '')
}

/** One word in the place of everything that is quoted or code, so that it says nothing itself. */
const plainOf = (sentence: string): string =>
  sentence
    .replaceAll(/`[^`]*`/g, ' code_span ')
    .replaceAll(/“[^”]*”|"[^"]*"|„[^“”]*[“”]|«[^»]*»/g, ' quoted ')
    .replaceAll(/(?:^|(?<=\s))'[^']*'(?=\s|[.,!?]|$)/g, ' quoted ')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(
      /(?:[\w.~-]*\/[\w./~-]+|(?:\B\.|\b[\w-]+\.)[a-z][a-z0-9]{0,4}\b(?!\.\w))/g,
      ' path_name ',
    )
    .replaceAll(/[*_]{1,2}(?=\S)|(?<=\S)[*_]{1,2}/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('codespan', 'code_span')
    .replaceAll('pathname', 'path_name')
    .trim()
