// Pure. When two names are one name to some file system: case, trimmed endings, characters that are
// not looked at. Used where a name must not slip by under another spelling, so it errs to "the
// same".

/**
 * Characters that HFS+ leaves out when it compares: zero-width joiners, direction marks, the byte
 * order mark.
 */
const unseen = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g

/**
 * One spelling for all that macOS, Windows or a case-folding folder of Linux may take for one name.
 * `.GIT`, `.git. `, `.g\u200cit` and the short name `GIT~1` become `.git`; `conﬁg` with a ligature
 * becomes `config`.
 */
export function foldName(name: string): string {
  if (/^[a-z0-9_-][a-z0-9._-]*$/.test(name) && !name.endsWith('.')) return name
  // Both directions: `ſ` has no lower case but its upper case is S, and file systems that fold take
  // them for one.
  const folded = name
    .normalize('NFC')
    .replace(unseen, '')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFC')
  // A stream of Windows (`name:stream`, `name::$DATA`) is the file itself as far as we care.
  const plain = folded.replace(/(?<=.):.*$/, '')
  const trimmed = /^\.{1,2}$/.test(plain) ? plain : plain.replace(/[. ]+$/, '')
  return /^git~\d+$/.test(trimmed) ? '.git' : trimmed
}
