// Schemas of arguments in which an author wrote something that would hold nothing: a limit for another
// type, a range without a value, a default that is refused, a reference that leads nowhere.
import { describe, expect, it } from 'vitest'
import { readManifest } from '../../../main/plugins/manifest/read-manifest.ts'
import { inputOf } from '../../../main/mcp/trust/input-schema.ts'
import { inTime } from '../../../main/sandbox/search/in-time.ts'
import { ECHO } from '../echo.ts'

/** Before it are four lines. */
const withArgs = (lines: string): string =>
  `${ECHO.slice(0, ECHO.indexOf('[args]'))}[args]\n${lines}`
const problems = (lines: string) => {
  const result = readManifest(Buffer.from(withArgs(lines)), null, (schema) =>
    inputOf(schema, inTime),
  )
  return result.ok ? [] : result.error
}
const of = (schema: string): string => `properties.a = { ${schema} }`
const chain = (join: (next: string) => string): string =>
  [
    of('"$ref" = "#/$defs/d0"'),
    ...Array.from({ length: 30 }, (_, at) => `"$defs".d${at} = ${join(`#/$defs/d${at + 1}`)}`),
    '"$defs".d30 = { type = "string" }',
  ].join('\n')

const ROWS: readonly (readonly [
  what: string,
  lines: string,
  line: number,
  column: number,
  said: RegExp,
])[] = [
  ['a date among its choices', of('enum = [1979-05-27]'), 5, 25, /a date/],
  ['a time in a list among them', of('enum = [["a", 07:32:00]]'), 5, 25, /a date/],
  ['a date in its default', of('default = { at = 1979-05-27 }'), 5, 28, /a date/],
  ['a date in its examples', of('examples = [1979-05-27]'), 5, 29, /a date/],
  ['a choice twice', of('enum = ["a", "b", "a"]'), 5, 36, /enum has "a" twice/],
  [
    'a choice twice that is written otherwise',
    of('enum = [{ a = 1, b = 2 }, { b = 2.0, a = 1 }]'),
    5,
    44,
    /enum has \{"a":1,"b":2\} twice/,
  ],
  ['infinity among its choices', of('enum = [inf]'), 5, 25, /Infinity, which no argument/],
  ['no number for its value', of('const = nan'), 5, 26, /NaN/],
  ['a default without end', of('type = "number", default = -inf'), 5, 45, /-Infinity/],
  ['a choice too large to be exact', of('enum = [9223372036854775807]'), 5, 25, /exact/],
  ['a limit too large to be exact', of('type = "integer", max = 9007199254740993'), 5, 42, /exact/],
  ['steps without end', of('type = "number", multipleOf = inf'), 5, 48, /above 0/],
  ['a pattern for a number', of('type = "integer", pattern = "a"'), 5, 36, /is for string, but/],
  ['a format for a number', of('type = "integer", format = "email"'), 5, 36, /is for string, but/],
  ['a length for a list', of('type = "array", maxLength = 5'), 5, 34, /is for string, but/],
  ['items of a text', of('type = "string", items = {}'), 5, 35, /is for array, but/],
  ['a short word for a list', of('type = "array", max_length = 5'), 5, 34, /is for string, but/],
  [
    'a range for two other types',
    of('type = ["string", "null"], min = 1'),
    5,
    45,
    /is for integer or/,
  ],
  ['two formats', of('format = ["email"]'), 5, 27, /must be one of date/],
  ['one type twice', of('type = ["string", "string"]'), 5, 25, /must be one of/],
  ['a name required twice', `required = ["a", "a"]\n${of('')}`, 5, 12, /each of them once/],
  ['a text for what depends', `${of('')}\ndependentRequired.a = "b"`, 6, 1, /lists of names/],
  [
    'more at least than at most',
    of('type = "integer", min = 5, max = 3'),
    5,
    42,
    /greater than max,/,
  ],
  [
    'the same, half in the older form',
    of('minLength = 5, max_length = 3'),
    5,
    30,
    /than max_length/,
  ],
  [
    'a range that ends where it begins',
    of('exclusiveMinimum = 5, maximum = 5'),
    5,
    37,
    /same as maximum/,
  ],
  [
    'more members than there may be',
    of('minProperties = 5, maxProperties = 3'),
    5,
    34,
    /no value fits/,
  ],
  [
    'more matches than there may be',
    of('contains = {}, minContains = 5, maxContains = 3'),
    5,
    47,
    /no value fits/,
  ],
  [
    'a choice of another type',
    of('type = "integer", enum = [1, "b"]'),
    5,
    43,
    /has "b", but the type/,
  ],
  ['a value of another type', of('type = "integer", const = 0.5'), 5, 44, /has 0\.5, but the type/],
  [
    'a default of another type',
    of('type = "integer", default = "x"'),
    5,
    46,
    /has "x", but the type/,
  ],
  [
    'a default that is no choice',
    of('enum = ["a"], default = "b"'),
    5,
    42,
    /default does not fit: it is none/,
  ],
  [
    'a default beyond its range',
    of('type = "integer", max = 3, default = 4'),
    5,
    55,
    /default does not fit/,
  ],
  [
    'a default beyond its pattern',
    of('pattern = "^x", default = "y"'),
    5,
    44,
    /default does not fit/,
  ],
  [
    'a default that takes for ever',
    of(`pattern = "^(a+)+$", default = "${'a'.repeat(40)}b"`),
    5,
    49,
    /takes too long/,
  ],
  ['a reference to nothing', of('"$ref" = "#/$defs/none"'), 5, 27, /leads to #\/\$defs\/none/],
  [
    'a reference to a word',
    `type = "object"\n${of('"$ref" = "#/type"')}`,
    6,
    27,
    /where no schema is/,
  ],
  [
    'a reference to a list of schemas',
    `"$defs".x = {}\n${of('"$ref" = "#/$defs"')}`,
    6,
    27,
    /where no schema is/,
  ],
  ['a reference to what objects have', of('"$ref" = "#/constructor"'), 5, 27, /where no schema is/],
  [
    'a reference to the network',
    of('"$ref" = "https://example.org/a.json"'),
    5,
    27,
    /a place in this schema/,
  ],
  ['a reference to a file', of('"$ref" = "file:///etc/passwd"'), 5, 27, /a place in this schema/],
  ['a reference to itself', of('"$ref" = "#/properties/a"'), 5, 27, /back to itself without end/],
  [
    'references in a circle',
    `${of('anyOf = [{ "$ref" = "#/$defs/x" }]')}\n"$defs".x = { not = { "$ref" = "#/$defs/y" } }\n"$defs".y = { "$ref" = "#/$defs/x" }`,
    5,
    38,
    /back to itself without end/,
  ],
  [
    'a bomb of fields',
    chain((to) => `{ properties = { x = { "$ref" = "${to}" }, y = { "$ref" = "${to}" } } }`),
    4,
    2,
    /unfolds to more than/,
  ],
  [
    'a bomb of alternatives',
    chain((to) => `{ anyOf = [{ "$ref" = "${to}" }, { "$ref" = "${to}" }] }`),
    4,
    2,
    /unfolds to more than/,
  ],
  ['an argument without a name', 'properties."" = {}', 5, 12, /cannot be named ""/],
  ['an argument that turns its name', 'properties."a\u202eb" = {}', 5, 12, /named "a<U\+202E>b"/],
  ['a key that a terminal obeys', String.raw`"a\u001b[31m" = 1`, 5, 1, /no key "a\\u001b\[31m"/],
  [
    'a description with a hidden letter',
    of('description = "a\u{e0041}b"'),
    5,
    32,
    /hidden character \(U\+E0041\)/,
  ],
]

describe('a manifest whose arguments have', () => {
  it.each(ROWS)('%s is refused where that is', (_what, lines, line, column, said) => {
    const found = problems(lines)
    expect(found).toMatchObject([{ code: 'plugin.manifest-args', line, column }])
    expect(found[0]?.text).toMatch(said)
  })

  it.each([
    [
      'a tree',
      `${of('"$ref" = "#/$defs/t"')}\n"$defs".t = { properties.kids = { type = "array", items = { "$ref" = "#/$defs/t" } } }`,
    ],
    [
      'names with a slash and a space',
      `${of('"$ref" = "#/$defs/a~1b%20c"')}\n"$defs"."a/b c" = {}`,
    ],
    ['a limit that one of two types has', of('type = ["string", "null"], max_length = 3')],
    ['a limit without a type', of('max_length = 3, min = 2')],
    ['a range of one value', of('type = "integer", min = 3, max = 3')],
    [
      'a default that fits',
      `required = ["b"]\n${of('type = "integer", min = 1, default = 2')}\nproperties.b = {}`,
    ],
    ['a choice of each type', of('enum = ["a", 1, true, [1], { b = 1 }]')],
  ])('%s is read', (_what, lines) => {
    expect(problems(lines)).toEqual([])
  })
})
