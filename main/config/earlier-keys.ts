// Keys of the configuration that had another name in an earlier version. A file that still has one
// is read as if it had the present name, with a warning; a change of that value writes the present
// name. Pure but for the document it is given.
import { isMap, isScalar, isSeq, type Document } from 'yaml'
import type { Remark } from './checks/warnings.ts'

/** `*` in a path: every entry of a list. */
type EarlierKey = { readonly path: readonly string[]; readonly was: string; readonly now: string }
type Path = readonly (string | number)[]

const earlierKeys: readonly EarlierKey[] = [
  { path: ['window'], was: 'railFolded', now: 'sidebarCollapsed' },
  { path: ['window'], was: 'singleKeys', now: 'singleKeyShortcuts' },
  // A capability is what an agent file names.
  { path: ['rules', '*', 'when'], was: 'capabilities', now: 'ids' },
]

/**
 * Gives each such key of the document its present name, and says so. A key whose present name is
 * there too is left alone, so that it is refused like any other that nobody knows.
 */
export function renameEarlierKeys(document: Document): readonly Remark[] {
  return earlierKeys.flatMap(({ path, was, now }) =>
    sectionsAt(document, path).flatMap((at): readonly Remark[] => {
      const section = document.getIn(at, true)
      if (!isMap(section) || section.has(now)) return []
      const pair = section.items.find(({ key }) => isScalar(key) && key.value === was)
      if (pair === undefined || !isScalar(pair.key)) return []
      pair.key.value = now
      const [key, renamed] = [was, now].map((name) => `${written(at)}.${name}`)
      return [
        {
          code: 'key.deprecated',
          text: `${key} is called ${renamed} now. The old name still works; rename it in the file.`,
          path: at,
          key: now,
        },
      ]
    }),
  )
}

const sectionsAt = (document: Document, path: readonly string[]): readonly Path[] =>
  path.reduce<readonly Path[]>(
    (found, step) =>
      step === '*'
        ? found.flatMap((at) => {
            const list = document.getIn(at, true)
            return isSeq(list) ? list.items.map((_, index) => [...at, index]) : []
          })
        : found.map((at) => [...at, step]),
    [[]],
  )

/** `rules[0].when`. */
const written = (path: Path): string =>
  path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .slice(1)
