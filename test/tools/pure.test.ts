import { describe, expect, it } from 'vitest'
import type { AnyTool } from '../../contract/call/tool.ts'
import { catalog } from '../../tools/catalog.ts'
import { processorMs } from '../processor.ts'

const named = (name: string): AnyTool => {
  const tool = catalog.find(({ manifest }) => manifest.name === name)
  if (tool === undefined) throw new Error(`There is no ${name}.`)
  return tool
}

/** The text, or the sentence of the failure. No power: there is none to give. */
async function run(name: string, args: Record<string, unknown>): Promise<string> {
  const tool = named(name)
  const { signal } = new AbortController()
  const ended = await tool.execute(tool.input.parse(args), { power: {} as never, signal })
  return ended.ok ? ended.value.text : `! ${ended.error.text}`
}

describe('math_eval', () => {
  it.each([
    ['1 + 2 * 3', '7'],
    ['(1 + 2) * 3', '9'],
    ['-2 ^ 2', '-4'],
    ['2 ^ 3 ^ 2', '512'],
    ['2 ** -1', '0.5'],
    ['7 % 4', '3'],
    ['1_000 / .5', '2000'],
    ['round(sqrt(2) * 100) / 100', '1.41'],
    ['log(8, 2) + log10(1000) + ln(e)', '7'],
    ['max(1, 2, 3) - min(4, 5)', '-1'],
    ['2 ^ 60', '1152921504606847000 (rounded: above 9007199254740991 whole numbers are not exact)'],
    ['1 / 0', '! It cannot be worked out: the value is too large, or divides by 0.'],
    ['sqrt(-1)', '! It cannot be worked out: it has no value.'],
    ['1 +', '! It cannot be worked out: it ends too early.'],
    ['1 2', '! It cannot be worked out: something follows where it should end.'],
    ['(1', '! It cannot be worked out: ")" is missing.'],
    ['sqrt(1, 2)', '! It cannot be worked out: sqrt takes 1 numbers, not 2.'],
  ])('%s', async (expression, text) => {
    expect(await run('math_eval', { expression })).toBe(text)
  })

  it.each([
    'process.exit(1)',
    'constructor',
    'toString()',
    '__proto__',
    'globalThis',
    'this',
    'import("fs")',
    '`${1}`',
    '[1][0]',
    '"a"',
    'x => x',
    '1; 2',
  ])('names nothing of the language underneath: %s', async (expression) => {
    expect(await run('math_eval', { expression })).toMatch(/^! It cannot be worked out: /)
  })

  it.each([
    ['parentheses', '('.repeat(1_999)],
    ['signs', `${'-'.repeat(1_999)}1`],
    ['powers', `2${'^2'.repeat(900)}`],
    ['calls', 'abs('.repeat(400)],
  ])('ends at once on nested %s', async (_what, expression) => {
    const start = processorMs()
    expect(await run('math_eval', { expression })).toMatch(/^! /)
    expect(processorMs() - start).toBeLessThan(5_000)
  })
})

describe('text_transform', () => {
  it.each([
    [{ operation: 'upper', text: 'aß' }, 'ASS'],
    [{ operation: 'lower', text: 'ÄB' }, 'äb'],
    [{ operation: 'trim_lines', text: ' a \n b\n' }, 'a\nb\n'],
    [{ operation: 'sort_lines', text: 'b\na\n' }, 'a\nb\n'],
    [{ operation: 'unique_lines', text: 'a\nb\na' }, 'a\nb'],
    [{ operation: 'reverse_lines', text: 'a\nb\n' }, 'b\na\n'],
    [{ operation: 'number_lines', text: 'a\nb' }, '1  a\n2  b'],
    [{ operation: 'replace', text: 'a.b.c', find: '.', replacement: '$&' }, 'a$&b$&c'],
    [{ operation: 'replace', text: 'a' }, '! To replace, say in "find" what to look for.'],
    [{ operation: 'count', text: 'one  two\n' }, '9 characters, 2 words, 1 lines, 9 bytes'],
    [{ operation: 'base64_encode', text: 'a€' }, 'YeKCrA=='],
    [{ operation: 'base64_decode', text: 'YeKCrA' }, 'a€'],
    [{ operation: 'base64_decode', text: 'a' }, '! This is no base64 coding of a text.'],
    [{ operation: 'hex_encode', text: 'a\n' }, '610a'],
    [{ operation: 'hex_decode', text: '610A' }, 'a\n'],
    [{ operation: 'hex_decode', text: 'ff' }, '! This is no hex coding of a text.'],
    [{ operation: 'url_encode', text: 'a b&' }, 'a%20b%26'],
    [{ operation: 'url_decode', text: '%E2%82%AC' }, '€'],
    [{ operation: 'url_decode', text: '%' }, '! This is no URL coding of a text.'],
    [{ operation: 'html_escape', text: '<a href="x">' }, '&lt;a href=&quot;x&quot;&gt;'],
  ])('%j', async (args, text) => {
    expect(await run('text_transform', args)).toBe(text)
  })

  it.each(['', 'a', 'ab', 'abc', '€uro 🎉', '\0\u{feff}x'])(
    'gives %j back from each code',
    async (text) => {
      for (const code of ['base64', 'hex', 'url']) {
        const there = await run('text_transform', { operation: `${code}_encode`, text })
        expect(await run('text_transform', { operation: `${code}_decode`, text: there })).toBe(text)
      }
    },
  )

  it('does not build what would be too long', async () => {
    const text = 'a'.repeat(100_000)
    const args = { operation: 'replace', text, find: 'a', replacement: 'b'.repeat(10_000) }
    const start = processorMs()
    expect(await run('text_transform', args)).toMatch(/^! The result would be longer than/)
    expect(processorMs() - start).toBeLessThan(5_000)
  })

  it.each(['sort_lines', 'unique_lines', 'number_lines', 'count', 'base64_encode'])(
    '%s takes no longer than its limit on the longest text',
    async (operation) => {
      const start = processorMs()
      await run('text_transform', { operation, text: 'a\n'.repeat(50_000) })
      expect(processorMs() - start).toBeLessThan(5_000)
    },
  )

  it('refuses a text above its limit before anything is done', () => {
    const { input } = named('text_transform')
    expect(input.safeParse({ operation: 'upper', text: 'a'.repeat(100_001) }).success).toBe(false)
  })
})

describe('code_format', () => {
  it.each([
    ['json', '{"a":[1,2],"b":{}}', '{\n  "a": [\n    1,\n    2\n  ],\n  "b": {}\n}\n'],
    ['json', '{"a":1,"a":2}', '{\n  "a": 1,\n  "a": 2\n}\n'],
    [
      'json',
      '{"a":1,}',
      '! This JSON cannot be formatted: line 1, column 8: this does not belong here.',
    ],
    [
      'json',
      '// x\n1',
      '! This JSON cannot be formatted: line 1, column 1: JSON has no comments; take jsonc.',
    ],
    ['json', '[1', '! This JSON cannot be formatted: line 1, column 3: it ends too early.'],
    ['json', '', '! This JSON cannot be formatted: line 1, column 1: it ends too early.'],
    [
      'json',
      '{"a" 1}',
      '! This JSON cannot be formatted: line 1, column 6: this does not belong here.',
    ],
    [
      'json',
      '"a',
      '! This JSON cannot be formatted: line 1, column 1: a text, number or comment is not right.',
    ],
    [
      'json',
      'undefined',
      '! This JSON cannot be formatted: line 1, column 1: this does not belong here.',
    ],
    ['jsonc', '{/*x*/"a":1,}', '{ /*x*/\n  "a": 1,\n}\n'],
    ['yaml', 'b:   1\n# why\na: {x: [1,2]}\n', 'b: 1\n# why\na: { x: [ 1, 2 ] }\n'],
    ['yaml', 'a: 1\n---\nb: 2\n', 'a: 1\n---\nb: 2\n'],
    ['yaml', 'a: &x [1]\nb: *x\n', 'a: &x [ 1 ]\nb: *x\n'],
    [
      'yaml',
      'a: [1',
      '! This YAML cannot be formatted: line 1, column 6: Flow sequence in block collection must be sufficiently indented and end with a ].',
    ],
  ])('%s %j', async (language, text, shown) => {
    expect(await run('code_format', { language, text })).toBe(shown)
  })

  const deep = 20_000
  it.each([
    ['json', '[', '['.repeat(deep)],
    ['json', 'closed', '['.repeat(deep) + ']'.repeat(deep)],
    ['json', 'wide', `[${'1,'.repeat(24_990)}1]`],
    ['json', 'wide and deep', `${'['.repeat(199)}${'1,'.repeat(24_000)}1${']'.repeat(199)}`],
    ['jsonc', 'comments', '/**/'.repeat(12_500)],
    ['yaml', '[', '['.repeat(deep)],
    ['yaml', 'lists in lists', '- '.repeat(deep)],
    ['yaml', 'keys in keys', '? '.repeat(deep)],
    ['yaml', 'keys', Array.from({ length: 4_500 }, (_, at) => `k${at}: 1\n`).join('')],
    ['yaml', 'steps', Array.from({ length: 300 }, (_, at) => `${' '.repeat(at)}a:\n`).join('')],
    [
      'yaml',
      'a bomb of aliases',
      `a: &a [x,x]\n${Array.from({ length: 60 }, (_, at) => `b${at}: &b${at} [${at === 0 ? '*a,*a' : `*b${at - 1},*b${at - 1}`}]\n`).join('')}`,
    ],
    ['yaml', 'anchors', '&a '.repeat(16_000)],
    ['yaml', 'quotes', `"${'\\x41'.repeat(12_000)}"`],
    ['yaml', 'blank lines', '\n'.repeat(49_000)],
    ['yaml', 'comments', '#\n'.repeat(24_000)],
    ['yaml', 'tabs', '\t'.repeat(49_000)],
    ['yaml', 'braces', '{a: '.repeat(12_000)],
    ['yaml', 'documents', '---\n'.repeat(12_000)],
  ])('%s: hostile %s ends in time, with a text or a sentence', async (language, _what, text) => {
    const start = processorMs()
    expect(await run('code_format', { language, text, indent: 8 })).toBeTypeOf('string')
    expect(processorMs() - start).toBeLessThan(5_000)
  })

  it('gives the same text again for what it has formatted', async () => {
    for (const [language, text] of [
      ['json', '{"b":[{"c":null}],"a":"\\u0041"}'],
      ['yaml', 'a:\n- b\n-   c: |\n      x\n      y\n'],
    ]) {
      const once = await run('code_format', { language, text })
      expect(await run('code_format', { language, text: once })).toBe(once)
    }
  })
})
