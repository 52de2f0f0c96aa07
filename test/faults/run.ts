// `npm run test:faults`: does every fault to the real app and says what happened. `-- NAME …` runs
// only these, `-- --write` writes docs/reliability.md, `-- --list` names them. Ends with 1 when one
// does not hold that should.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from '../../main/host/launch/build-state.mjs'
import { runMain } from '../../main/host/launch/say.mjs'
import { allFaults, runFault } from './driver/all.ts'
import { root } from './driver/app.ts'
import { reliabilityText } from './driver/table.ts'
import type { Row } from './driver/table.ts'

const words = process.argv.slice(2)
const names = words.filter((word) => !word.startsWith('--'))

await runMain(async () => {
  await ensureBuilt(root)
  const all = allFaults
  if (words.includes('--list')) {
    console.log(all.map(({ name }) => name).join('\n'))
    return 0
  }
  const unknown = names.filter((name) => !all.some((fault) => fault.name === name))
  if (unknown.length > 0) {
    console.error(
      `There is no fault named ${unknown.join(', ')}. See: npm run test:faults -- --list`,
    )
    return 2
  }
  const rows: Row[] = []
  for (const fault of all.filter(({ name }) => names.length === 0 || names.includes(name))) {
    const started = performance.now()
    const outcome = await runFault(fault)
    rows.push({ fault, outcome })
    const mark = { held: '✓', failed: fault.open === undefined ? '✗' : '○', skipped: '-' }[
      outcome.kind
    ]
    console.log(
      `${mark} ${fault.name} (${((performance.now() - started) / 1000).toFixed(1)} s): ${outcome.text.split('\n')[0] ?? ''}`,
    )
    if (outcome.kind === 'failed' && fault.open !== undefined) console.log(`  known: ${fault.open}`)
  }
  const page = join(root, 'docs/reliability.md')
  if (words.includes('--write'))
    writeFileSync(
      page,
      reliabilityText(
        rows,
        all.map(({ name }) => name),
        readFileSync(page, 'utf8'),
      ),
    )
  return rows.some(({ fault, outcome }) => outcome.kind === 'failed' && fault.open === undefined)
    ? 1
    : 0
})
