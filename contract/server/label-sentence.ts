// What the labels of a tool say, in words for a person: the same in the window and on the command
// line. Pure.
import type { ToolEffect, ToolLabels } from './tool-labels.ts'

export const effectPhrases: { readonly [E in ToolEffect]: string } = {
  pays: 'pays or moves money',
  account: 'deletes, closes or transfers an account',
  rights: 'gives somebody rights or keys',
  messages: 'sends mail or messages',
}

/** One phrase for each label, the gravest first. */
export function labelPhrases({
  effects,
  readsPrivate,
  readsUntrusted,
  sends,
  readActions = [],
}: Omit<ToolLabels, 'id' | 'category'>): readonly string[] {
  return [
    ...effects.map((effect) => effectPhrases[effect]),
    ...(readsPrivate ? ['reads your private data'] : []),
    ...(readsUntrusted ? ['returns text that anyone may have written'] : []),
    sends === null
      ? 'keeps to itself'
      : sends.to.length === 0
        ? 'sends to its own service'
        : `sends to whom ${sends.to.map((pointer) => `“${argumentName(pointer)}”`).join(', ')} says`,
    ...(readActions.length === 0 ? [] : [`only reads with ${readActions.join(', ')}`]),
  ]
}

/** `/message/to` as a person reads it: `message.to`. */
export const argumentName = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.')
