// Pure. Which options of interpreters hold code, load it, or ask for it: from each program's own help.
import { splitNames } from '../split-names.ts'

export type Interpreter = {
  /** Short options that hold code, load it, or ask for it. */
  readonly code: string
  /** Long ones, and such of one dash. */
  readonly codes: readonly string[]
  /** Options that take the next word. */
  readonly valued: readonly string[]
  /** Words after which it ends at once. */
  readonly asks: readonly string[]
}

export const INTERPRETERS: Readonly<Record<string, Interpreter>> = {
  node: {
    code: 'epri',
    codes: splitNames(`
      --eval --print --require --import --loader --experimental-loader --interactive --inspect
      --inspect-brk --env-file --run
    `),
    valued: ['-C', '--conditions', '--title'],
    asks: ['--version', '-v', '--help', '-h', '--check', '-c'],
  },
  python: {
    code: 'ci',
    codes: [],
    valued: ['-W', '-X', '-Q'],
    asks: ['--version', '-V', '-VV', '--help', '-h'],
  },
  perl: {
    code: 'eEpniMmIxS',
    codes: [],
    valued: ['-I'],
    asks: ['--version', '-v', '--help', '-h'],
  },
  ruby: {
    code: 'epnirIxS',
    codes: ['--require'],
    valued: ['-C'],
    asks: ['--version', '-v', '--help', '-h'],
  },
  php: {
    code: 'rBREFaSzd',
    codes: ['--run', '--process-code', '--interactive', '--server'],
    valued: ['-c', '-t'],
    asks: ['--version', '-v', '--help', '-h', '-m', '-i', '-l'],
  },
  lua: { code: 'eil', codes: [], valued: [], asks: ['-v'] },
  Rscript: { code: 'e', codes: [], valued: [], asks: ['--version'] },
  java: {
    code: '',
    codes: ['-javaagent', '-agentpath', '-agentlib'],
    valued: ['-cp', '-classpath', '--class-path', '-p', '--module-path'],
    asks: ['-version', '--version'],
  },
  julia: {
    code: 'eEiL',
    codes: ['--eval', '--print', '--load'],
    valued: [],
    asks: ['--version', '-v'],
  },
  ghci: { code: 'e', codes: [], valued: [], asks: ['--version'] },
  tclsh: { code: '', codes: [], valued: [], asks: [] },
  'ts-node': {
    code: 'epri',
    codes: ['--eval', '--print', '--require'],
    valued: ['-P'],
    asks: ['--version', '-v'],
  },
  tsx: {
    code: 'epri',
    codes: ['--eval', '--print', '--require', '--import'],
    valued: [],
    asks: ['--version', '-v'],
  },
  elixir: { code: 'erS', codes: ['--eval'], valued: [], asks: ['--version', '-v'] },
  swift: { code: 'e', codes: [], valued: [], asks: ['--version'] },
}
