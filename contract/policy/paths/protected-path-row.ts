// One line of the list of guarded files: see `protected-paths.ts`.
export type ProtectedPathRow = {
  /** A folder at any depth, or two of them, `a/b`; '' is any folder. */
  readonly folder: string
  /** Names in it; a `*` means any characters. What lies below a name counts as it. */
  readonly names: readonly string[]
  readonly why: string
  /**
   * refused: a command cannot change it where it is, and its result names it where it is new. free:
   * a command may change it, because the programs it runs write there themselves; the file tools
   * ask all the same.
   */
  readonly commands: 'refused' | 'free'
}

export const refused = (folder: string, why: string, ...names: string[]): ProtectedPathRow => ({
  folder,
  names,
  why,
  commands: 'refused',
})
export const free = (folder: string, why: string, ...names: string[]): ProtectedPathRow => ({
  folder,
  names,
  why,
  commands: 'free',
})
