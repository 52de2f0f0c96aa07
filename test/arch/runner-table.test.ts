// docs/runners.md, Settings and `gatehouse doctor` say the same of each way of running commands.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { cellText, runnerKinds, runnerRows, runnerTitles } from '../../contract/runner-table.ts'
import { runnerLines } from '../../main/host/cli/output/runner-lines.ts'

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
const table = [
  line(['', ...runnerKinds.map((kind) => runnerTitles[kind])]),
  line(['', ...runnerKinds].map(() => '---')),
  ...runnerRows.map(({ title, cells }) =>
    line([title, ...runnerKinds.map((kind) => cellText(cells[kind]))]),
  ),
].join('\n')

it('docs/runners.md has the table of contract/runner-table.ts', () => {
  expect(readFileSync('docs/runners.md', 'utf8')).toContain(`\n${table}\n`)
})

it('`gatehouse doctor` has every row of it, and what is only partly held as a note', () => {
  const said = runnerLines({
    kind: 'container',
    containers: { ready: false, text: 'Podman 5.4.2 was found.', how: 'gatehouse runner build' },
  })
  for (const { title } of runnerRows) expect(said).toContain(title)
  expect(said).toContain('Container *')
  expect(said).toContain('Podman 5.4.2 was found. gatehouse runner build')
  expect(said).toMatch(/\(1\) .+: /)
})
