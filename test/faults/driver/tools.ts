// What a list of tools names.
import type { Answer } from './agent-socket.ts'

export const toolsOf = ({ result }: Answer): readonly string[] =>
  (
    (result as { readonly tools?: readonly { readonly name: string }[] } | undefined)?.tools ?? []
  ).map(({ name }) => name)
