// Every style sheet of the window reads from right to left as well as from left to right, and takes
// its colours from the tokens.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const sheets = globSync('renderer/**/*.css', { cwd: root }).toSorted()

type Finding = { readonly line: number; readonly what: string }

/**
 * Physical sides of the inline axis, as properties or as values. What blocks (top, bottom) is the
 * same in both directions.
 */
function physical(text: string): readonly Finding[] {
  return declarations(text).flatMap(({ line, property, value }) => {
    if (/^(left|right)$/.test(property) || /-(left|right)(-|$)/.test(property))
      return [{ line, what: property }]
    if (/^(text-align|float|clear)$/.test(property) && /\b(left|right)\b/.test(value))
      return [{ line, what: `${property}: ${value}` }]
    if (/^(margin|padding|inset|border-(width|style|color))$/.test(property) && differs(value))
      return [{ line, what: `${property}: ${value}` }]
    return []
  })
}

/** Of four sides the second is the right one and the fourth the left one. */
function differs(value: string): boolean {
  const sides = value
    .replaceAll(/\([^()]*\)/g, (inner) => inner.replaceAll(' ', ''))
    .trim()
    .split(/\s+/)
  return sides.length === 4 && sides[1] !== sides[3]
}

function colours(text: string): readonly Finding[] {
  return declarations(text).flatMap(({ line, property, value }) =>
    /#[0-9a-f]{3,8}\b|\b(rgb|hsl|oklch|lab)a?\(/i.test(value) && !property.startsWith('--')
      ? [{ line, what: `${property}: ${value}` }]
      : [],
  )
}

function declarations(
  text: string,
): readonly { readonly line: number; readonly property: string; readonly value: string }[] {
  const bare = text.replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ' '))
  return [...bare.matchAll(/^[ \t]*([a-z-]+)\s*:\s*([^;{}]+);/gm)].map((found) => ({
    line: bare.slice(0, found.index).split('\n').length,
    property: found[1] ?? '',
    value: (found[2] ?? '').replaceAll(/\s+/g, ' '),
  }))
}

describe('style sheets', () => {
  it('are found', () => expect(sheets.length).toBeGreaterThan(20))

  it.each(sheets)('%s names no left and no right', (file) => {
    expect(physical(readFileSync(join(root, file), 'utf8'))).toEqual([])
  })

  // Backdrops and selections are shades of the page and not part of it.
  const shades = [
    'renderer/theme/tokens.css',
    'renderer/theme/base.css',
    'renderer/ui/modal.module.css',
  ]
  it.each(sheets.filter((file) => !shades.includes(file)))(
    '%s takes its colours from the tokens',
    (file) => {
      expect(colours(readFileSync(join(root, file), 'utf8'))).toEqual([])
    },
  )

  it.each([
    ['.a {\n  margin-left: 1px;\n}', [{ line: 2, what: 'margin-left' }]],
    ['.a {\n  left: 0;\n}', [{ line: 2, what: 'left' }]],
    ['.a {\n  border-top-right-radius: 1px;\n}', [{ line: 2, what: 'border-top-right-radius' }]],
    ['.a {\n  text-align: right;\n}', [{ line: 2, what: 'text-align: right' }]],
    ['.a {\n  padding: 1px 2px 1px 3px;\n}', [{ line: 2, what: 'padding: 1px 2px 1px 3px' }]],
    [
      '.a {\n  padding: 1px calc(2px + 1px) 1px calc(9px);\n}',
      [{ line: 2, what: 'padding: 1px calc(2px + 1px) 1px calc(9px)' }],
    ],
    ['.a {\n  /* left: 0; */\n  padding: 1px 2px 3px 2px;\n  inset-inline-start: 0;\n}', []],
  ])('are told apart: %j', (text, want) => expect(physical(text)).toEqual(want))
})
