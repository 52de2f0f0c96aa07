// How the changes of a staged command were carried over.

export type Problem = { readonly path: string; readonly why: string }

export type CommitEnd =
  | { readonly kind: 'committed'; readonly files: number }
  /** Nothing was changed: these are not as they were when the command ran. */
  | { readonly kind: 'conflicts'; readonly conflicts: readonly Problem[] }
  /** Could not be carried over, and was taken back. `left`: what could not be taken back either. */
  | {
      readonly kind: 'failed'
      readonly failed: readonly Problem[]
      readonly left: readonly Problem[]
    }
