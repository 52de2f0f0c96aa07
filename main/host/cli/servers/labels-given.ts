// The labels that the options of `servers label` give to a tool.
import { Category } from '../../../../contract/call/category.ts'
import { failure } from '../../../../contract/failure.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { err, ok } from '../../../../contract/result.ts'
import type { Result } from '../../../../contract/result.ts'
import { CapabilityId, ToolEffect } from '../../../../contract/server/tool-labels.ts'
import type { ToolLabels } from '../../../../contract/server/tool-labels.ts'
import type { Call } from '../command.ts'

type Given = Call['options']

/** What of the labels is said; the rest stays as proposed. */
export function readLabels(given: Given): Result<Partial<ToolLabels>, Failure> {
  const labels: Partial<ToolLabels> = {}
  const wrong = (option: string, hint: string): Result<never, Failure> =>
    err(failure('usage', `--${option} cannot read "${given.get(option as 'id') ?? ''}".`, hint))
  const id = given.get('id')
  if (id !== undefined) {
    const read = CapabilityId.safeParse(id)
    if (!read.success) return wrong('id', 'Such as payments.transfer-funds.')
    labels.id = read.data
  }
  const category = given.get('category')
  if (category !== undefined) {
    const read = Category.safeParse(category)
    if (!read.success) return wrong('category', `One of ${Category.options.join(', ')}.`)
    labels.category = read.data
  }
  const does = given.get('does')
  if (does !== undefined) {
    const read = ToolEffect.array().safeParse(does === 'nothing' ? [] : listOf(does))
    if (!read.success) return wrong('does', `Some of ${ToolEffect.options.join(', ')}; or nothing.`)
    labels.effects = [...new Set(read.data)]
  }
  const reads = given.get('reads')
  if (reads !== undefined) {
    const words = reads === 'neither' ? [] : listOf(reads)
    if (!words.every((word) => word === 'private' || word === 'untrusted'))
      return wrong('reads', 'private, untrusted, both, or neither.')
    labels.readsPrivate = words.includes('private')
    labels.readsUntrusted = words.includes('untrusted')
  }
  const readActions = given.get('read-actions')
  if (readActions !== undefined)
    labels.readActions = readActions === 'none' ? [] : [...new Set(listOf(readActions))]
  const sends = given.get('sends')
  if (sends !== undefined)
    labels.sends =
      sends === 'nowhere'
        ? null
        : sends === 'its-service'
          ? { to: [] }
          : { to: listOf(sends).map((name) => (name.startsWith('/') ? name : `/${name}`)) }
  return ok(labels)
}

const listOf = (text: string): readonly string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
