// What is wrong with a configuration whose values all have the right form.

/** `key`: the fault is the key of that name below `path`, not a value. */
export type Fault = {
  readonly path: readonly PropertyKey[]
  readonly key?: string
  readonly text: string
  readonly hint: string
}
