// Programs that run a command line elsewhere, again and again, or in a file system of their own. What
// they run is seen, so that a rule can name it and a removal in it counts.
import { harmless, hidden, together, type Use } from './partial-part.ts'
import { isNamed, readArguments } from './options.ts'
import { classifySsh, SSH_VALUED } from './transfers.ts'
import { through, type Scope } from '../scope.ts'
import type { Word } from '../parse/words.ts'
import { joined, noteOwn, runText, textOf, type Wrapped } from './wrapper-parts.ts'
import { splitNames } from '../split-names.ts'

/** Where its paths lie nobody here can know: on another machine, or under another name. */
const elsewhere = (scope: Scope, name: string): Scope => ({
  ...through(scope, name),
  folders: null,
  feed: null,
  loop: null,
})

/** What is behind the host is put together to one line for the shell there. */
export const followSsh: Wrapped = (name, words, text, scope) => {
  const { operands, wild } = readArguments(words, SSH_VALUED, { firstOnly: true })
  const behind = operands.slice(1)
  // Its options may also follow the host.
  const { operands: line, wild: alsoWild } = readArguments(behind, SSH_VALUED, { firstOnly: true })
  const own = words.slice(0, words.length - line.length)
  noteOwn(
    name,
    wild || alsoWild ? words : own,
    text,
    scope,
    together(classifySsh(own), wild || alsoWild ? hidden : harmless),
  )
  if (!wild && !alsoWild && line.length > 0) runText(joined(line), elsewhere(scope, name))
}

const HYPERFINE = splitNames(`
  w m M r p c s S n u P D L warmup min-runs max-runs runs prepare cleanup setup conclude shell
  style time-unit command-name export-json export-csv input output export-markdown export-asciidoc
  export-orgmode sort reference
`)
const HYPERFINE_LINES = ['p', 'c', 's', 'prepare', 'cleanup', 'setup', 'conclude', 'reference']
const HYPERFINE_PLAIN = /^(?:i|N|show-output|ignore-failure|help|version|h|V)$/

/** Each of its operands is a line, and so are those before, between and after. */
export const followHyperfine: Wrapped = (name, words, text, scope) => {
  const { options, operands, wild } = readArguments(words, HYPERFINE)
  const lines = [
    ...operands,
    ...options.flatMap((option) =>
      HYPERFINE_LINES.some((full) => isNamed(option, full)) && option.value !== null
        ? [option.value]
        : [],
    ),
  ]
  const writes = options.filter(({ name: each }) => /^(?:export-|output)/.test(each))
  const uses = writes.map(({ value }): Use => ({ how: 'write', path: value?.path ?? null }))
  // Parameters put other words into the lines, and another shell reads them in its own way.
  const unclear = options.some(
    (option) =>
      /^(?:P|D|L|S|shell|parameter)/.test(option.name) ||
      !(HYPERFINE_PLAIN.test(option.name) || HYPERFINE.some((full) => isNamed(option, full))),
  )
  noteOwn(name, words, text, scope, {
    effects: ['writes-inside'],
    uses,
    opaque: wild || unclear || lines.length === 0,
  })
  if (wild) return
  for (const line of lines) runText(line, { ...through(scope, name), feed: null })
}

/** Words behind each of its options. Everything else is an option that is not known. */
const BUBBLEWRAP: Readonly<Record<number, readonly string[]>> = {
  0: splitNames(`
    unshare-all share-net unshare-user unshare-user-try unshare-ipc unshare-pid unshare-net
    unshare-uts unshare-cgroup unshare-cgroup-try disable-userns assert-userns-disabled clearenv
    new-session die-with-parent as-pid-1
  `),
  1: splitNames(`
    argv0 userns userns2 pidns uid gid hostname chdir unsetenv lock-file sync-fd remount-ro
    exec-label file-label proc dev tmpfs mqueue dir seccomp add-seccomp-fd block-fd userns-block-fd
    info-fd json-status-fd cap-add cap-drop perms size overlay-src tmp-overlay ro-overlay
    level-prefix
  `),
  2: splitNames(`
    setenv bind bind-try dev-bind dev-bind-try ro-bind ro-bind-try bind-fd ro-bind-fd file
    bind-data ro-bind-data symlink chmod
  `),
  3: ['overlay'],
}
const countOf = (option: string): number | undefined => {
  const found = Object.entries(BUBBLEWRAP).find(([, names]) => names.includes(option))
  return found === undefined ? undefined : Number(found[0])
}

/**
 * It shows folders under other names, so a path in the command behind it says nothing of what it
 * means here.
 */
export const followBubblewrap: Wrapped = (name, words, text, scope, run) => {
  let at = 0
  let clear = true
  while (at < words.length) {
    const value = words[at]?.value
    if (value === '--') {
      at += 1
      break
    }
    if (value === null) clear = false
    if (typeof value !== 'string' || !value.startsWith('--')) break
    const count = countOf(value.slice(2))
    if (count === undefined) {
      clear = false
      break
    }
    at += 1 + count
  }
  const nested: readonly Word[] = words.slice(at)
  noteOwn(name, words.slice(0, at), text, scope, {
    effects: ['unknown'],
    uses: [],
    opaque: !clear || nested.length === 0,
  })
  if (clear && nested.length > 0) run(nested, textOf(nested), elsewhere(scope, name))
}
