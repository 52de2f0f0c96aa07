// A secret that was typed for a server, as it goes to the credential store.

export type StoredSecret = {
  readonly name: string
  readonly hosts: readonly string[]
  readonly value: string
}
