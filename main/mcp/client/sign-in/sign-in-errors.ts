// What is thrown where a sign-in does not go on.

/** Nothing that is kept lets us in, and nobody was asked. */
export class SignInWanted extends Error {
  constructor(why?: string) {
    super(why ?? 'It wants a person to sign in.')
  }
}

/** What was asked for is not done in a person's name. The message is our own sentence. */
export class SignInRefused extends Error {}
