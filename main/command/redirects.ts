// Files and devices that a redirection opens. Each is a part of its own, so that a rule can name
// it.
import type { Redirection } from 'unbash'
import { cut } from './effects/partial-part.ts'
import { noteNamed } from './assignments.ts'
import { joinedBy, note, knownWords, type Scope } from './scope.ts'
import { readWord } from './parse/words.ts'

export function noteRedirect(node: Redirection, source: string, scope: Scope): void {
  const text = cut(source.slice(node.pos, node.end))
  if (node.descriptor?.type === 'FileDescriptorVariable')
    noteNamed(node.descriptor.name, text, scope)
  if (node.type !== 'Redirect' || node.target === undefined) return
  const { operator } = node
  const target = readWord(node.target)
  if ((operator === '>&' || operator === '<&') && /^(\d+-?|-)$/.test(target.value ?? '')) return
  if (isNothing(target.value)) return
  const reads = operator === '<' || operator === '<&'
  const { words, exact } = knownWords([target])
  const number =
    node.descriptor === undefined ? '' : source.slice(node.descriptor.pos, node.descriptor.end)
  joinedBy(scope, number, () =>
    note(scope, {
      text,
      words: [operator, ...words],
      opaque: false,
      exact,
      effects: [],
      uses: [{ how: reads ? 'read' : 'write', path: target.path }],
    }),
  )
}

const isNothing = (path: string | null): boolean =>
  path !== null && /^\/dev\/(null|stdin|stdout|stderr|tty|zero|fd\/\d+)$/.test(path)
