// Reads a Seatbelt profile back and answers as the kernel of macOS would: everything is denied
// until a rule says otherwise, and the last rule that matches counts. Knows only what our profile
// uses and throws on anything else.

export type Expression = string | { readonly text: string } | readonly Expression[]

/** Lists, words, and strings as `{ text }`. */
export function readExpressions(source: string): readonly Expression[] {
  const stack: Expression[][] = [[]]
  const top = (): Expression[] => stack.at(-1) ?? []
  let at = 0
  while (at < source.length) {
    const char = source[at] ?? ''
    if (/\s/.test(char)) at += 1
    else if (char === '(') {
      stack.push([])
      at += 1
    } else if (char === ')') {
      const done = stack.pop()
      if (done === undefined || stack.length === 0) throw new Error(`closed too often at ${at}`)
      top().push(done)
      at += 1
    } else if (char === '"') {
      let text = ''
      for (at += 1; source[at] !== '"'; at += 1) {
        if (at >= source.length) throw new Error('a string without an end')
        if (source[at] === '\\') at += 1
        text += source[at]
      }
      top().push({ text })
      at += 1
    } else {
      const word = /^[^\s()"]+/.exec(source.slice(at))?.[0] ?? ''
      top().push(word)
      at += word.length
    }
  }
  if (stack.length !== 1) throw new Error('not closed')
  return top()
}

export type Asked = {
  readonly operation: string
  readonly path?: string
  readonly remote?: string
  readonly name?: string
  readonly target?: 'same-sandbox' | 'others'
}

export function evaluate(
  source: string,
  parameters: Readonly<Record<string, string>>,
  asked: Asked,
): 'allow' | 'deny' {
  const [version, base, ...rules] = readExpressions(source)
  if (JSON.stringify([version, base]) !== '[["version","1"],["deny","default"]]')
    throw new Error('not a profile that denies first')
  let verdict: 'allow' | 'deny' = 'deny'
  for (const rule of rules) {
    const [action, ...rest] = listOf(rule)
    if (action !== 'allow' && action !== 'deny')
      throw new Error(`unknown action ${JSON.stringify(action)}`)
    const operations = rest.filter((each) => typeof each === 'string')
    const filters = rest.filter((each) => typeof each !== 'string').map(listOf)
    if (!operations.some((operation) => covers(operation, asked.operation))) continue
    if (filters.length === 0 || filters.some((filter) => matches(filter, parameters, asked)))
      verdict = action
  }
  return verdict
}

const covers = (rule: string, operation: string): boolean =>
  rule.endsWith('*') ? operation.startsWith(rule.slice(0, -1)) : rule === operation

function matches(
  [kind, argument, last]: readonly Expression[],
  parameters: Readonly<Record<string, string>>,
  asked: Asked,
): boolean {
  const value = (): string => {
    if (typeof argument === 'object' && 'text' in argument) return argument.text
    const [word, name] = listOf(argument)
    const found = parameters[typeof name === 'object' && 'text' in name ? name.text : '']
    if (word !== 'param' || found === undefined)
      throw new Error(`unknown value ${JSON.stringify(argument)}`)
    return found
  }
  if (kind === 'literal') return asked.path === value()
  if (kind === 'subpath')
    return asked.path === value() || (asked.path?.startsWith(`${value()}/`) ?? false)
  if (kind === 'global-name' || kind === 'sysctl-name') return asked.name === value()
  if (kind === 'sysctl-name-prefix') return asked.name?.startsWith(value()) ?? false
  if (kind === 'target') return asked.target === argument
  if (kind === 'remote' && argument === 'ip')
    return typeof last === 'object' && 'text' in last && asked.remote === last.text
  throw new Error(`unknown filter ${JSON.stringify(kind)}`)
}

function listOf(expression: Expression | undefined): readonly Expression[] {
  if (!Array.isArray(expression)) throw new Error(`not a list: ${JSON.stringify(expression)}`)
  return expression as readonly Expression[]
}
