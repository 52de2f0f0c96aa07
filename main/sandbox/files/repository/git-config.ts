// Pure. Does the text of a Git configuration name anything that Git would run? What is not on the
// list counts as if it did.

/**
 * Keys that `git init`, `clone`, `submodule` and `worktree` write, and harmless ones of everyday
 * work. `*` is any name between.
 */
const harmless: ReadonlySet<string> = new Set(
  [
    'core.repositoryformatversion core.filemode core.bare core.logallrefupdates core.ignorecase core.precomposeunicode',
    'core.symlinks core.worktree core.autocrlf core.safecrlf core.eol core.quotepath core.longpaths core.abbrev',
    'extensions.objectformat extensions.worktreeconfig extensions.refstorage extensions.partialclone extensions.relativeworktrees',
    'remote.*.url remote.*.pushurl remote.*.fetch remote.*.tagopt remote.*.prune remote.*.promisor remote.*.partialclonefilter',
    'branch.*.remote branch.*.merge branch.*.rebase branch.*.description submodule.*.url submodule.*.active submodule.*.branch',
    'submodule.active user.name user.email init.defaultbranch pull.rebase pull.ff push.default push.autosetupremote',
    'fetch.prune merge.conflictstyle rerere.enabled gc.auto index.version diff.algorithm diff.renames color.ui commit.gpgsign',
    'rebase.autostash status.short status.branch advice.detachedhead',
  ].flatMap((line) => line.split(' ')),
)

/** `ext::sh -c …` and its like: an address that is a command. */
const runsByAddress = /^"?\s*[a-z][a-z0-9+.-]*::|^-/i

/** False for anything that is not plain `[section]` and `key = value` lines of that list. */
export function isHarmlessConfig(text: string): boolean {
  let section = ''
  for (const raw of text.split('\n')) {
    const line = raw.replace(/\r$/, '').trim()
    if (line === '' || line.startsWith('#') || line.startsWith(';')) continue
    // The next line would be a part of this one.
    if (line.endsWith('\\')) return false
    const header = /^\[\s*([A-Za-z0-9.-]+)(?:\s+"((?:[^"\\]|\\["\\])*)")?\s*\]$/.exec(line)
    if (header !== null) {
      const name = header[1]?.toLowerCase() ?? ''
      // `[remote.origin]` is an old way to write `[remote "origin"]`.
      section = header[2] !== undefined || name.includes('.') ? `${name.split('.')[0]}.*` : name
      continue
    }
    const pair = /^([A-Za-z][A-Za-z0-9-]*)\s*(?:=\s*(.*))?$/.exec(line)
    if (pair === null || !harmless.has(`${section}.${pair[1]?.toLowerCase()}`)) return false
    if (/url$/i.test(pair[1] ?? '') && runsByAddress.test(pair[2] ?? '')) return false
  }
  return true
}
