// Fields of a JSON value that are hidden by place. `*` in a pointer is any one member.
import type { Json, JsonObject } from '../../json.ts'

export const HIDDEN = '[hidden]'

/** Whether one of the pointers (RFC 6901, with `*`) is this place. */
export function pointerMatcher(pointers: readonly string[]): (pointer: string) => boolean {
  const exact = new Set(pointers.filter((pointer) => !hasStar(pointer)))
  const open = pointers.filter(hasStar).map((pointer) => pointer.split('/'))
  if (open.length === 0) return (pointer) => exact.has(pointer)
  return (pointer) => {
    if (exact.has(pointer)) return true
    const parts = pointer.split('/')
    return open.some(
      (wanted) =>
        wanted.length === parts.length &&
        wanted.every((part, at) => part === '*' || part === parts[at]),
    )
  }
}

const hasStar = (pointer: string): boolean => pointer.split('/').includes('*')

/** The same value with what is there at these places hidden; absent members stay absent. */
export function hideFields(value: JsonObject, pointers: readonly string[]): JsonObject {
  if (pointers.length === 0) return value
  const hides = pointerMatcher(pointers)
  const visit = (at: Json, pointer: string): Json => {
    if (hides(pointer)) return at === null || at === '' ? at : HIDDEN
    if (Array.isArray(at)) return at.map((member, index) => visit(member, `${pointer}/${index}`))
    if (at === null || typeof at !== 'object') return at
    return Object.fromEntries(
      Object.entries(at).map(([key, member]) => [
        key,
        visit(member, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
      ]),
    )
  }
  return visit(value, '') as JsonObject
}
