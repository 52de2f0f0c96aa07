// Verbs of programs that take the beginning of one for the whole. Only such as do more than build or
// look, and those that begin like one and do not.
import { splitNames } from '../split-names.ts'

export const SHORTENED: Readonly<Record<string, readonly string[]>> = {
  npm: splitNames(`
    publish unpublish deprecate owner dist-tag access token team org profile hook logout login exec
    explore set init i in install ci ls run test t start stop add audit update up outdated
  `),
  gem: splitNames(`
    exec push yank owner signin uninstall cleanup install sources list search update info
  `),
  bundle: splitNames('exec console gem plugin install check list update add lock info show'),
  composer: splitNames(`
    exec global create-project run-script install update require show validate
  `),
  hg: splitNames(`
    strip purge clean rollback histedit prune evolve uncommit absorb extdiff serve st status di
    diff log pull push update up
  `),
  fossil: splitNames(`
    revert clean purge scrub undo close rm sql sqlite server ui status diff commit
  `),
  darcs: splitNames('revert obliterate unpull unrecord unapply record whatsnew log'),
}
