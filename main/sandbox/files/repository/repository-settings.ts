// Pure. Settings of a repository with which git runs a program when it only reads.

/**
 * Settings with which reading runs a program: the file system monitor, converters of differences
 * and files, signatures. `include` leads to further files. Sections are compared in lower case. A remote
 * that promises what is missing is asked for it whenever git looks, by a program that the settings
 * name; a merge that is made again to be shown runs the merge drivers.
 */
const PROGRAM_SETTINGS: readonly (readonly [section: RegExp, name: RegExp])[] = [
  [/^core$/, /^(fsmonitor|pager|alternaterefscommand)$/],
  [/^diff(\..*)?$/, /^(external|command|textconv)$/],
  [/^filter\./, /^(clean|smudge|process)$/],
  [/^(gpg|gpg\..*)$/, /^program$/],
  [/^log$/, /^(showsignature|diffmerges)$/],
  [/^extensions$/, /^partialclone$/],
  [/^remote\./, /^promisor$/],
  [/^(include|includeif\..*)$/, /^path$/],
  [/^pager$/, /./],
  [/^(pretty|format)$/, /./],
  [/^trace2$/, /./],
]

/** How a merge is shown without making it again. */
const AGAINST_PARENTS = /^(?:off|none|on|first-parent|1|separate|m|combined|c|dense-combined|cc)$/

/**
 * The first setting that names a program, written as git writes it. A value may go on in the next
 * line; names may not.
 */
export function programIn(config: string): string | null {
  let section = ''
  for (const line of config.split('\n')) {
    const opened = /^\s*\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\](.*)$/.exec(line)
    if (opened !== null)
      section =
        opened[2] === undefined
          ? (opened[1] ?? '').toLowerCase()
          : `${(opened[1] ?? '').toLowerCase()}.${opened[2]}`
    else if (/^\s*\[/.test(line)) return 'settings that cannot be read'
    const rest = opened === null ? line : (opened[3] ?? '')
    const [, name, value = 'true'] = /^\s*([A-Za-z][\w-]*)\s*(?:=\s*(.*?)\s*)?$/.exec(rest) ?? []
    if (name === undefined || isMild(section, name.toLowerCase(), value)) continue
    if (PROGRAM_SETTINGS.some(([of, which]) => of.test(section) && which.test(name.toLowerCase())))
      return `${section}.${name.toLowerCase()}`
  }
  return null
}

const isMild = (section: string, name: string, value: string): boolean => {
  const off = /^(false|no|off|0|"")$/i.test(value)
  if (section === 'core' && name === 'fsmonitor') return off || /^(true|yes|on|1)$/i.test(value)
  if (section === 'log' && name === 'showsignature') return off
  if (section === 'log' && name === 'diffmerges') return AGAINST_PARENTS.test(value)
  if (section.startsWith('remote.')) return off
  if (section === 'pager') return off
  if (section === 'pretty' || section === 'format') return !value.includes('%G')
  return false
}
