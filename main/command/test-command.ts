// `[[ … ]]`: harmless where the shell knows it. Where it does not, it is a command like another,
// and `&&`, `<` and `>` in it are what they are elsewhere; which shell runs the line is not known
// here.
import type { TestCommand, TestExpression } from 'unbash'
import { cut } from './effects/partial-part.ts'
import { noteHidden, noteReckoned } from './substitutions.ts'
import { note, type Scope } from './scope.ts'
import { readWord } from './parse/words.ts'

export function noteTest(node: TestCommand, source: string, scope: Scope): void {
  const text = cut(source.slice(node.pos, node.end))
  note(scope, { text, words: ['[['], opaque: false, exact: false, effects: [], uses: [] })
  scanTest(node.expression, true, text, scope)
}

function scanTest(expression: TestExpression, first: boolean, text: string, scope: Scope): void {
  switch (expression.type) {
    case 'TestUnary':
      if (expression.operator === '-v' && !/^\w+$/.test(expression.operand.text))
        noteHidden(text, scope)
      // `[[ a && b ]]` runs b where `[[` is no word of the shell.
      // The operator is left out where a word alone is asked for.
      if (!first && expression.pos === expression.operand.pos) noteHidden(text, scope)
      return
    case 'TestBinary': {
      if (!first) noteHidden(text, scope)
      const right = readWord(expression.right)
      if (expression.operator === '>' || expression.operator === '<') {
        note(scope, {
          text,
          words: right.value === null ? [expression.operator] : [expression.operator, right.value],
          opaque: false,
          exact: right.value !== null,
          effects: [],
          uses: [{ how: expression.operator === '>' ? 'write' : 'read', path: right.path }],
        })
      }
      if (/^-(eq|ne|lt|le|gt|ge)$/.test(expression.operator)) {
        noteReckoned(expression.left.text, scope)
        noteReckoned(expression.right.text, scope)
      }
      return
    }
    case 'TestLogical':
      for (const [at, operand] of expression.operands.entries())
        scanTest(operand, first && at === 0, text, scope)
      return
    case 'TestNot':
      return scanTest(expression.operand, first, text, scope)
    case 'TestGroup':
      // A subshell elsewhere.
      noteHidden(text, scope)
      return scanTest(expression.expression, false, text, scope)
    default:
      noteHidden(text, scope)
  }
}
