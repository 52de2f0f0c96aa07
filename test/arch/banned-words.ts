// Words that sentences for people do not use. They read like a translation, or mean several things.

/** In every sentence: the window, the command line, errors, documents, comments at the head of files. */
export const BANNED: readonly (readonly [words: RegExp, instead: string])[] = [
  [/\bstands?\b(?!-|ard)(?! (?:by|of)\b)/i, 'is, is at, means'],
  [/\banew\b/i, 'again'],
  [/\bwhoever\b/i, 'anyone who, every caller'],
  [/\byeses\b/i, 'approvals'],
  [/\b(?:a|the|every|each|any|lasting|first|next|typed) yes\b/i, 'approval, lease'],
  [/\b(?:is|was) a no\b|\ba no[,.;]/i, 'denied'],
  [/\bwho answered\b/i, 'who decided'],
  [/\btold of\b/i, 'told about, notified'],
  [/\bcounts? for\b/i, 'applies to'],
  [/\bholds? for\b(?! \d)/i, 'applies to, valid for'],
  [/\bwhat any yes takes\b/i, 'the same confirmation as an approval'],
  [/\bwaits no more\b/i, 'no longer pending'],
  [/\bof which nothing can be known\b/i, 'that cannot be analysed'],
  [/\bin another way\b/i, 'differently'],
  [/\bby themselves\b/i, 'automatically, separately'],
  [/\bmend(?:s|ed|ing)?\b/i, 'fix'],
  [/\bfreer\b/i, 'looser'],
]

/** In the tests and the decisions: the oldest of our own words, which no reader can guess. */
export const BANNED_EVERYWHERE: readonly (readonly [words: RegExp, instead: string])[] = [
  [/\banew\b/i, 'again'],
  [/\bwhoever\b/i, 'anyone who, no matter who'],
  [/(?<![-/])\broads?\b(?![-.]\w)/i, 'pipeline'],
  [/\bdesks?\b/i, 'queue'],
]

/** Besides those, in every comment of the program. */
export const BANNED_IN_COMMENTS: readonly (readonly [words: RegExp, instead: string])[] = [
  [/(?<!\/)\broads?\b(?![-.]\w)/i, 'pipeline'],
  [/\bdesks?\b/i, 'queue'],
]

/** Besides all of those, in the comment at the head of a file: say what the file does and why. */
export const BANNED_AT_THE_HEAD: readonly (readonly [words: RegExp, instead: string])[] = [
  ...BANNED_IN_COMMENTS,
  [/\bowns\b/i, 'a verb: finds, starts, writes'],
  [/\brooms?\b/i, 'module'],
  [/\b(?:house|houses)\b/i, 'codebase, app'],
  [/(?<!-)\bdoors?\b(?!\.\w)/i, 'entry point, router'],
]

/** The banned words of a text, with what to write in their place. */
export const bannedIn = (
  text: string,
  list: readonly (readonly [RegExp, string])[] = BANNED,
): readonly string[] =>
  list.flatMap(([words, instead]) => {
    const found = words.exec(text)
    return found === null ? [] : [`“${found[0]}”, better: ${instead}`]
  })
