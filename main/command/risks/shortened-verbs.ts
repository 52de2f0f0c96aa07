// Verbs of programs that take the beginning of one for the whole. Only such as do more than build or
// look, and those that begin like one and do not.

const list = (verbs: string): readonly string[] => verbs.split(' ')

export const SHORTENED: Readonly<Record<string, readonly string[]>> = {
  npm: list(
    'publish unpublish deprecate owner dist-tag access token team org profile hook logout login exec explore set init i in install ci ls run test t start stop add audit update up outdated',
  ),
  gem: list(
    'exec push yank owner signin uninstall cleanup install sources list search update info',
  ),
  bundle: list('exec console gem plugin install check list update add lock info show'),
  composer: list('exec global create-project run-script install update require show validate'),
  hg: list(
    'strip purge clean rollback histedit prune evolve uncommit absorb extdiff serve st status di diff log pull push update up',
  ),
  fossil: list('revert clean purge scrub undo close rm sql sqlite server ui status diff commit'),
  darcs: list('revert obliterate unpull unrecord unapply record whatsnew log'),
}
