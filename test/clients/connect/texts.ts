// Configuration files as people write them: comments, odd spaces, trailing commas, both kinds of
// line ends.
import fc from 'fast-check'

const word = fc.stringMatching(/^[a-z][a-z0-9_-]{0,8}$/)
const scalar = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.constant('ünï ☃ 𝄞 "q" \\ {[,'),
)
const gap = fc.constantFrom('', ' ', '\t', '  ')
const comment = fc.constantFrom('', '', ' // note { "x": [', ' /* block, } */', '')

type Created = { readonly text: string; readonly keys: readonly string[] }

/** One value at a depth, laid out over lines or on one. */
const jsonValue = (depth: number, indent: string, unit: string): fc.Arbitrary<string> =>
  depth === 0
    ? scalar.map((value) => JSON.stringify(value))
    : fc.oneof(
        scalar.map((value) => JSON.stringify(value)),
        jsonObject(depth, indent, unit, []).map(({ text }) => text),
        fc.array(scalar, { maxLength: 3 }).map((list) => JSON.stringify(list)),
      )

const jsonObject = (
  depth: number,
  indent: string,
  unit: string,
  forced: readonly (readonly [string, fc.Arbitrary<string>])[],
): fc.Arbitrary<Created> =>
  fc
    .record({
      members: fc.uniqueArray(
        fc.tuple(word, jsonValue(depth - 1, indent + unit, unit), gap, comment),
        {
          maxLength: 4,
          selector: ([key]) => key,
        },
      ),
      fixed: fc.tuple(...forced.map(([, value]) => fc.option(value, { nil: null }))),
      oneLine: fc.boolean(),
      trailing: fc.boolean(),
      inside: fc.constantFrom('', ' ', ' /* nothing */ '),
    })
    .map(({ members, fixed, oneLine, trailing, inside }) => {
      const names = forced.map(([name]) => name)
      const all = [
        ...members.filter(([key]) => !names.includes(key)),
        ...fixed.flatMap((value, i) =>
          value === null ? [] : [[names[i] ?? '', value, ' ', ''] as const],
        ),
      ]
      const keys = all.map(([key]) => key)
      if (all.length === 0) return { text: `{${inside}}`, keys }
      if (oneLine) {
        const text = all
          .map(([key, value, space]) => `${JSON.stringify(key)}:${space}${value}`)
          .join(', ')
        return { text: `{ ${text}${trailing ? ',' : ''} }`, keys }
      }
      const lines = all.map(([key, value, space, note], i) => {
        const comma = i < all.length - 1 || trailing ? ',' : ''
        return `${indent}${unit}${JSON.stringify(key)}${space}: ${value}${comma}${note}\n`
      })
      return { text: `{\n${lines.join('')}${indent}}`, keys }
    })

const withEnds = (text: string, crlf: boolean): string =>
  crlf ? text.replaceAll('\n', '\r\n') : text

/** Whole files; some have the containers that an entry goes into, some do not. */
export const jsonText = fc
  .record({
    head: fc.constantFrom('', '', '\uFEFF', '// mine\n', '/* a\n b */\n'),
    unit: fc.constantFrom('  ', '    ', '\t'),
    crlf: fc.boolean(),
    end: fc.constantFrom('', '\n', '\n\n', '\n// the end\n'),
    seed: fc.nat(),
  })
  .chain(({ head, unit, crlf, end }) => {
    const servers = jsonObject(2, unit, unit, []).map(({ text }) => text)
    const list = fc.constantFrom(
      '[]',
      '[ ]',
      '[{"matcher":"x"}]',
      `[\n${unit}${unit}${unit}{ "a": 1 }, // one\n${unit}${unit}]`,
    )
    const hooks = jsonObject(2, unit, unit, [['PreToolUse', list]]).map(({ text }) => text)
    return jsonObject(2, '', unit, [
      ['mcpServers', servers],
      ['hooks', hooks],
    ]).map(({ text }) => withEnds(`${head}${text}${end}`, crlf))
  })

const yamlLine = fc.oneof(
  fc
    .tuple(
      word,
      fc.constantFrom(
        '1',
        'true',
        "'it''s'",
        '"a # b"',
        'plain text # note',
        '[1, 2]',
        '{a: 1}',
        '|\n  many\n  lines\n',
      ),
    )
    .map(([key, value]) => `${key}x: ${value}\n`),
  fc.constantFrom('# a comment\n', '\n', '   # indented comment\n'),
)
const extension = (indent: string) =>
  fc
    .tuple(word, fc.constantFrom('', ' # why'))
    .map(
      ([name, note]) =>
        `${indent}${name}y:${note}\n${indent}  enabled: true\n${indent}  # inner\n${indent}  args: [a, "b"]\n`,
    )

const yamlFile = (extensions: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .record({
      above: fc.uniqueArray(yamlLine, { maxLength: 4, selector: (line) => line.split(':')[0] }),
      below: fc.uniqueArray(yamlLine, { maxLength: 3, selector: (line) => line.split(':')[0] }),
      extensions,
      crlf: fc.boolean(),
      cut: fc.boolean(),
    })
    .map(({ above, below, extensions: extra, crlf, cut }) => {
      const keys = new Set(above.map((line) => line.split(':')[0]))
      const rest = below.filter((line) => !line.includes(':') || !keys.has(line.split(':')[0]))
      const text = [...above, extra, ...rest].join('')
      return withEnds(
        cut && text.endsWith('\n') && !text.endsWith('lines\n') ? text.slice(0, -1) : text,
        crlf,
      )
    })

export const yamlText = yamlFile(
  fc.oneof(
    fc.constantFrom(
      '',
      'extensions:\n',
      'extensions: {}\n',
      'extensions: # mine\n',
      'extensions: {one: {enabled: false}} # flow\n',
    ),
    fc.constantFrom('  ', '    ', ' ').chain((indent) =>
      fc
        .uniqueArray(extension(indent), {
          minLength: 1,
          maxLength: 3,
          selector: (text) => text.split(':')[0],
        })
        .map((list) => `extensions:\n${list.join(`${indent}# between\n`)}`),
    ),
  ),
)

/** The same with a list of servers in it. */
const listed = (indent: string) =>
  fc
    .tuple(word, fc.constantFrom('', ' # why'))
    .map(
      ([name, note]) =>
        `${indent}- name: ${name}y${note}\n${indent}  # inner\n${indent}  args: [a, "b"]\n`,
    )

export const yamlListText = yamlFile(
  fc.oneof(
    fc.constantFrom(
      '',
      'mcpServers:\n',
      'mcpServers: []\n',
      'mcpServers: # mine\n',
      'mcpServers: [{name: one}] # flow\n',
    ),
    fc
      .constantFrom('  ', '    ', '')
      .chain((indent) =>
        fc
          .array(listed(indent), { minLength: 1, maxLength: 3 })
          .map((list) => `mcpServers:\n${list.join('')}`),
      ),
  ),
)

const tomlLine = fc.oneof(
  fc
    .tuple(
      word,
      fc.constantFrom(
        '1',
        'true',
        '"a # b"',
        "'lit'",
        '[1, 2]',
        '{ a = 1 }',
        '"""\n[not.a.table]\n"""',
        '1979-05-27T07:32:00Z',
      ),
    )
    .map(([key, value]) => `${key}x = ${value}\n`),
  fc.constantFrom('# a comment\n', '\n', '  # indented\n'),
)

export const tomlText = fc
  .record({
    top: fc.uniqueArray(tomlLine, { maxLength: 4, selector: (line) => line.split(' ')[0] }),
    tables: fc.uniqueArray(
      fc.tuple(
        fc.constantFrom(
          'features',
          'mcp_servers',
          'mcp_servers.other',
          'mcp_servers."with space"',
          'a.b',
        ),
        fc.uniqueArray(tomlLine, { maxLength: 2, selector: (line) => line.split(' ')[0] }),
      ),
      {
        maxLength: 4,
        selector: ([name]) => name,
      },
    ),
    crlf: fc.boolean(),
    end: fc.constantFrom('', '# last', '\n'),
  })
  .map(({ top, tables, crlf, end }) => {
    // A table that is named after its children were may not come again.
    const ordered = tables.toSorted(([a], [b]) => (a < b ? -1 : 1))
    return withEnds(
      `${top.join('')}${ordered.map(([name, lines]) => `[${name}] # t\n${lines.join('')}`).join('')}${end}`,
      crlf,
    )
  })
