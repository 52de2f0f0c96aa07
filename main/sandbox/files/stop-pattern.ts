// One pattern of the person's own `stop:` list, compiled by the code that judges by it.

export type StopPattern = {
  /** The folder or file that every match is or lies below; '' is the root. */
  readonly prefix: string
  matches(path: string): boolean
}
