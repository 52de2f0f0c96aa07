// Pure. Texts in languages of their own, as far as they are sure to do nothing but read and print.
import { isPlainAwk, isPlainSed } from '../effects/interpreters.ts'

export type Language =
  | 'sed'
  | 'awk'
  | 'jq'
  | 'format'
  | 'setting'
  | 'date-format'
  | 'local-file'
  | 'config-key'
  | 'test'

export function isOfLanguage(language: Language, text: string): boolean {
  switch (language) {
    case 'sed':
      return isPlainSed(text)
    case 'awk':
      return isPlainAwk(text)
    case 'jq':
      // Modules are files that the words do not name.
      return !/\b(import|include|modulemeta|get_search_list)\b/.test(text)
    case 'format':
      // `%G…` and `%(signature)` ask a signature program that the settings name; a name alone may be a format of
      // theirs.
      return (
        NAMED_FORMAT.test(text) &&
        !/%(\(|[<>+ -]*\w*\([^)]*\))?[+ -]?G/.test(text) &&
        !text.includes('%G') &&
        !/%\(\*?signature/.test(text)
      )
    case 'setting':
      return MILD_SETTING.test(text)
    case 'date-format':
      return text.startsWith('+')
    case 'config-key':
      return text.includes('.')
    case 'test':
      // Some shells reckon with what is there, and a subscript in it can run a command.
      return text === '[' || text === ']' || !/[[`]|\$\(/.test(text)
    case 'local-file':
      // `host:file` is on another machine, and a program is started to reach it.
      return !text.includes(':')
  }
}

/** A name that is not one of these is looked up in the settings. */
const NAMED_FORMAT = /^t?format:|%|^(oneline|short|medium|full|fuller|reference|email|raw|mboxrd)$/

/** Settings of git that only choose colours and quoting. */
const MILD_SETTING =
  /^(color\.[\w.]+|core\.(quotepath|abbrev)|advice\.\w+|log\.(date|decorate|abbrevcommit)|status\.(short|branch|relativepaths|showuntrackedfiles|showstash|renames|aheadbehind|displaycommentprefix))(=|$)/i
