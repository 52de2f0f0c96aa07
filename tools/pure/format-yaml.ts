// Lays out YAML: comments, anchors and the order of keys stay, and aliases are never filled in.
import { err, ok, type Result } from '../../contract/result.ts'
import { DEEPEST, type FormatBounds } from './format-json.ts'

/** The error finishes "… cannot be formatted: ". */
export async function formatYaml(
  text: string,
  { indent, until, mostChars }: FormatBounds,
): Promise<Result<string, string>> {
  const { Composer, Lexer, Parser } = await import('yaml')
  const late = (): boolean => performance.now() > until
  const parser = new Parser()
  const tokens = []
  const depth = openDepth()
  // Word by word, so that the time is looked at and no depth overflows anything.
  for (const word of new Lexer().lex(text)) {
    if (late()) return err('it takes too long')
    if (!depth.take(word)) return err(`it is nested deeper than ${DEEPEST} levels`)
    tokens.push(...parser.next(word))
  }
  tokens.push(...parser.end())
  const composer = new Composer({ uniqueKeys: false })
  const shown: string[] = []
  let length = 0
  try {
    for (const document of composer.compose(tokens, true, text.length)) {
      const [fault] = document.errors
      if (fault !== undefined)
        return err(`${positionIn(text, fault.pos[0])}: ${firstLine(fault.message)}`)
      if (late()) return err('it takes too long')
      const one = document.toString({ indent, lineWidth: 0 })
      shown.push(one)
      length += one.length
      if (length > mostChars) return err(`the result would be longer than ${mostChars} characters`)
    }
  } catch (fault) {
    // A depth that words do not show; or a document with errors, which cannot be written.
    return err(fault instanceof RangeError ? 'it is nested too deep' : 'it cannot be written again')
  }
  return ok(
    shown.map((each, at) => (at === 0 || each.startsWith('---') ? each : `---\n${each}`)).join(''),
  )
}

/** Flow brackets, and list signs and indentation of one line. False: too deep. */
function openDepth(): { take(word: string): boolean } {
  let [flow, inLine] = [0, 0]
  return {
    take(word) {
      if (word === '[' || word === '{') flow++
      else if (word === ']' || word === '}') flow = Math.max(0, flow - 1)
      else if (word.startsWith('\n') || word.startsWith('\r\n')) inLine = 0
      else if (word === '-' || word === '?') inLine++
      else if (/^ +$/.test(word)) inLine += word.length > DEEPEST ? DEEPEST : 0
      return flow + inLine <= DEEPEST
    },
  }
}

const firstLine = (message: string): string =>
  (message.split(/ at line | {2}|\n/)[0] ?? '').replace(/[.:]$/, '')

function positionIn(text: string, offset: number): string {
  const before = text.slice(0, offset)
  const line = before.split('\n').length
  return `line ${line}, column ${offset - before.lastIndexOf('\n')}`
}
