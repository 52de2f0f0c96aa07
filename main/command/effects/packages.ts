// Pure. Package managers, build tools with verbs, and containers.
import type { CommandEffect } from '../../../contract/call/command.ts'
import { does, harmless, hidden, together, using, type Verdict } from './partial-part.ts'
import { readArguments } from './options.ts'
import type { Word } from '../parse/words.ts'
import { splitNames } from '../split-names.ts'

/**
 * By the verb that a package manager or container tool is given: what it fetches, and what it only
 * lists.
 */
const FETCHES =
  /^(i|in|ins|install|add|ci|clean-install|update|up|upgrade|publish|dlx|create|init|login|logout|audit|outdated|view|info|search|get|download|sync|fetch|push|pull|uninstall|remove|rm|un|link|exec|x|require|global|self|tool|cache|owner|dist-tag|token|whoami|ping)$/
const RUNS_TESTS =
  /^(test|t|tst|run|run-script|start|build|check|clippy|fmt|doc|bench|vet|fmt|mod|generate|lint|format|compile|tree|ls|list|why|explain|pack|version|clean|lock|metadata|env)$/

/** Options that take a value. */
const VALUED = splitNames(`
  C prefix dir cwd manifest-path target root t w filter workspace c call
`)

export function classifyPackages(words: readonly Word[], name: string): Verdict {
  const { options, operands, wild } = readArguments(words, VALUED)
  const [verb] = operands
  // Code in the words, or a program of the caller's choice in place of the usual one. With pip `-e` is a
  // folder.
  const isPip = name === 'pip' || name === 'pip3'
  if (
    words.some(
      ({ value }) =>
        value !== null &&
        !(isPip && value === '-e') &&
        /^--?(exec|toolexec|vettool|config|script-shell|eval|e|print|ldflags|gcflags)(=|$)/.test(
          value,
        ),
    )
  )
    return hidden
  if (verb?.value === 'eval' || verb?.value === 'repl') return hidden
  // By itself, and as it is written: a bundle that only has the letter in it is something else.
  if (words.length === 1 && /^(--version|-v|-V|--help|-h)$/.test(words[0]?.value ?? ''))
    return harmless
  if (wild || (verb !== undefined && verb.value === null)) return together(hidden, does('network'))
  const paths = options
    .filter(({ name: each }) =>
      ['C', 'prefix', 'dir', 'cwd', 'root', 'manifest-path', 'target'].includes(each),
    )
    .flatMap(({ value }) => (value === null ? [] : [value]))
  const wide = options.some(({ name: each }) =>
    ['g', 'global', 'location', 'system', 'user'].includes(each),
  )
    ? does('writes-outside')
    : harmless
  const word = verb?.value ?? ''
  const runs =
    (name === 'go' &&
      word === 'run' &&
      operands.slice(1).some(({ value }) => value?.includes('@') === true)) ||
    /^(exec|x|dlx|create|init)$/.test(word)
  const effects: CommandEffect[] = RUNS_TESTS.test(word)
    ? ['writes-inside']
    : FETCHES.test(word) || word === ''
      ? ['network', 'writes-inside']
      : ['unknown', 'writes-inside']
  if ((name === 'cargo' || name === 'go' || name === 'gem') && word === 'install')
    effects.push('writes-outside')
  // It fetches a program and runs it, as `npx` does.
  const fetched =
    runs && (word !== 'init' || operands.length > 1) ? together(hidden, does('network')) : harmless
  return together(does(...effects), fetched, using('write', paths), wide)
}

/** Fetches a program and runs it. */
export const classifyFetched = (): Verdict => together(does('network', 'writes-inside'), hidden)

/** docker and its like: what is done is done by a server with more rights. */
export function classifyContainers(words: readonly Word[]): Verdict {
  const verbs = words
    .map(({ value }) => value ?? '')
    .filter((value) => value !== '' && !value.startsWith('-'))
  const removes =
    verbs.includes('prune') ||
    /^(rm|rmi|down|kill|delete|destroy)$/.test(verbs[0] ?? '') ||
    /^(rm|delete)$/.test(verbs[1] ?? '')
  return together(does('network', 'unknown'), removes ? does('destructive') : harmless)
}
