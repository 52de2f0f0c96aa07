// Programs that lead to another through a word of their own: `poetry run …`. Data only; `unwrap.ts`
// follows it.
import { splitNames } from '../split-names.ts'

/** Options behind that word. With one that is not here nobody knows where the command begins. */
export type Runner = {
  readonly verbs: readonly string[]
  readonly valued: readonly string[]
  readonly flags: readonly string[]
}

const runner = (verbs: string, valued = '', flags = ''): Runner => ({
  verbs: splitNames(verbs),
  valued: splitNames(valued),
  flags: splitNames(flags),
})

export const RUNNERS: ReadonlyMap<string, Runner> = new Map([
  ['poetry', runner('run', 'P C project directory', 'q quiet n no-interaction no-ansi v')],
  ['pipenv', runner('run', 'python', 'q quiet v verbose')],
  ['bundle', runner('exec', 'gemfile', 'keep-file-descriptors no-keep-file-descriptors')],
  [
    'uv',
    runner(
      'run',
      `p python with with-editable with-requirements extra no-extra group no-group only-group package project directory env-file
      index default-index index-url extra-index-url f find-links cache-dir color config-file link-mode resolution prerelease P
      upgrade-package refresh-package reinstall-package`,
      `q quiet v verbose isolated active no-sync locked frozen all-extras dev no-dev only-dev no-project offline n no-cache U upgrade
      refresh reinstall exact all-groups no-default-groups all-packages no-env-file no-config no-progress managed-python`,
    ),
  ],
  ['pnpm', runner('exec', 'C dir filter F', 'r recursive parallel no-bail s silent')],
  ['rbenv', runner('exec')],
  ['pyenv', runner('exec')],
  ['mise', runner('exec x', 'C cd j jobs', 'q quiet v verbose y yes')],
  ['doppler', runner('run', 'p project c config t token', 'silent preserve-env')],
  ['dotenvx', runner('run', 'f env-file e env', 'q quiet overload')],
  ['infisical', runner('run', 'env path projectId', 'silent')],
])
