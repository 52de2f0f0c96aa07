// What ignore files say of a path, as Git reads them: the last line that matches decides, and a file
// further down beats one further up. Pure.
import { wholePath, type PathTest } from './glob.ts'

type Rule = { readonly ignores: boolean; readonly folders: boolean; readonly matches: PathTest }
/** Of one folder: `at` is its path from the root of the search, '' for that itself. */
export type IgnoreRules = { readonly at: string; readonly rules: readonly Rule[] }

export const ignoreFiles = ['.gitignore', '.ignore'] as const

const MOST_RULES = 5_000

export function readIgnore(at: string, text: string): IgnoreRules {
  const rules = text
    .split(/\r?\n/)
    .slice(0, MOST_RULES)
    .flatMap((line): readonly Rule[] => {
      if (line.startsWith('#')) return []
      const cut = line.replace(/(?<!\\)[ \t]+$/, '')
      const ignores = !cut.startsWith('!')
      const written = cut.replace(/^!/, '').replace(/^\\(?=[!#])/, '')
      const folders = written.endsWith('/')
      const path = written.replace(/\/+$/, '')
      if (path === '') return []
      const test = wholePath(path.replace(/^\//, ''), false)
      if (test === null) return []
      // A slash before the end ties it to this folder.
      const tied = path.includes('/')
      return [
        {
          ignores,
          folders,
          matches: tied ? test : (full) => test(full.slice(full.lastIndexOf('/') + 1)),
        },
      ]
    })
  return { at, rules }
}

/** @param chain from the outermost folder to the innermost */
export function isIgnored(path: string, isFolder: boolean, chain: readonly IgnoreRules[]): boolean {
  for (const { at, rules } of chain.toReversed()) {
    const from = at === '' ? path : path.slice(at.length + 1)
    const last = rules.findLast(({ folders, matches }) => (isFolder || !folders) && matches(from))
    if (last !== undefined) return last.ignores
  }
  return false
}
