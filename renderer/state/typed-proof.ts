// What a person typed to prove that it is them: six figures are a one-time code.
export const typedProof = (typed: string) =>
  /^\d{6}$/.test(typed)
    ? ({ kind: 'totp', code: typed } as const)
    : ({ kind: 'passphrase', passphrase: typed } as const)
