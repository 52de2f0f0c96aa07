// The five layers of main/wiring: each gets what was opened before it and knows nothing of what is
// opened after it.
import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { expect, it } from 'vitest'

const wiring = join(import.meta.dirname, '../../main/wiring')
const order = ['storage', 'policy', 'execution', 'pipeline', 'services', 'start-up', 'app']
/** Folders that hold the parts of a layer under another name. */
const parts: Readonly<Record<string, string>> = { calls: 'pipeline' }

/** Modules that a file imports, as paths in main/wiring; types alone need nothing to be there. */
function deps(file: string): readonly string[] {
  const text = readFileSync(join(wiring, file), 'utf8')
  return [...text.matchAll(/^import (?!type )[^']*'(\.[^']*)'/gm)].map(([, to = '']) =>
    posix.normalize(posix.join(posix.dirname(file), to)),
  )
}

const layerOf = (file: string): string => {
  const first = file.split('/')[0]?.replace(/\.ts$/, '') ?? ''
  return parts[first] ?? first
}

const files = globSync('**/*.ts', { cwd: wiring }).map((file) => file.replaceAll('\\', '/'))

it.each(order)('%s imports nothing of a layer after it', (layer) => {
  const after = order.slice(order.indexOf(layer) + 1)
  const found = files
    .filter((file) => layerOf(file) === layer)
    .flatMap((file) =>
      deps(file)
        .filter((to) => after.includes(layerOf(to)))
        .map((to) => `${file} imports ${to}`),
    )
  expect(found).toEqual([])
})

it('opens the layers in this order, in a file that reads like a table of contents', () => {
  const text = readFileSync(join(wiring, 'app.ts'), 'utf8')
  const opened = ['Storage', 'Policy', 'Execution', 'Pipeline', 'Services'].map((name) =>
    text.lastIndexOf(` open${name}(`),
  )
  expect(opened).toEqual(opened.toSorted((one, other) => one - other))
  expect(opened).not.toContain(-1)
  expect(text.split('\n').length).toBeLessThan(120)
})
