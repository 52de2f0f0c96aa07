// Texts that a line hands to a shell by its input: a here-document, a here-string, or what `echo`
// says into a pipe. The shell that gets one stays opaque; what is seen of the text is for rules
// that deny or ask, and for its risks.
import type { CommandNode, Redirection } from 'unbash'
import { runText } from './effects/wrapper-parts.ts'
import { isShell } from './effects/shells.ts'
import { knownWord, readWord, type Word } from './parse/words.ts'
import { programName } from './commands.ts'
import { through, type Scope } from './scope.ts'

/** Beside shells: what they are given by their input runs. */
const RUNS_INPUT: ReadonlySet<string> = new Set([
  ...['ssh', 'at', 'batch', 'su', 'sudo', 'newgrp', 'chroot', 'unshare', 'nsenter', 'docker'],
  ...['kubectl', 'podman', 'ftp', 'lftp', 'sftp'],
])

/** `from`: how many parts there were before the command was noted. */
export function noteFed(from: number, fed: Word | null, scope: Scope): void {
  if (fed === null || fed.value === null) return
  const { partials } = scope.sheet
  const reader = partials
    .slice(from)
    .findLast(({ words: [name = ''] }) => isShell(name) || RUNS_INPUT.has(name))
  if (reader === undefined || (isShell(reader.words[0] ?? '') && !reader.opaque)) return
  runText(fed, through(scope, ...reader.via, `${reader.words[0] ?? ''} <`))
}

export function fedByRedirect(node: Redirection, source: string): Word | null {
  if (node.type === 'HereString') return node.target === undefined ? null : readWord(node.target)
  if (node.type !== 'HereDoc') return null
  return knownWord(source.slice(node.body.pos, node.body.end).replace(/^\t+/gm, ''))
}

/** What a command surely says, if it only says its words. */
export function fedByPipe(node: CommandNode | undefined, source: string): Word | null {
  if (node?.type !== 'Command' || node.name === undefined) return null
  const name = programName(readWord(node.name))
  const [redirect] = node.redirects
  if (redirect !== undefined)
    return name === 'cat' && node.args.length === 0 ? fedByRedirect(redirect, source) : null
  if (name !== 'echo' && name !== 'printf') return null
  const words = node.args.map((word) => (word.type === 'Word' ? readWord(word).value : word.text))
  if (words.some((word) => word === null)) return null
  const said = words.filter((word, at) => at > 0 || !/^-[neE]+$|^--$/.test(word ?? '')).join(' ')
  return knownWord(said.replaceAll('\\n', '\n').replaceAll('%s', ''))
}
