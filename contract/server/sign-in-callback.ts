// Where the browser brings the answer of a sign-in.

export type SignInCallback = {
  readonly redirectUrl: string
  /**
   * The query of the first answer that belongs to this sign-in. Stays open where none comes:
   * the one who waits has a time limit and a signal of its own.
   */
  readonly answered: Promise<URLSearchParams>
  dispose(): Promise<void>
}
