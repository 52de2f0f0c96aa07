// Makes the page docs/guide/session.md by really working on the command line, and fails while the page
// says anything else. `vitest run test/docs/session.test.ts -u` writes it again.
// @module-tag whole
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findProgram } from '../../main/host/launch/program.mjs'
import { makeHome } from '../cli/gatehouse.ts'
import type { Home } from '../cli/gatehouse.ts'
import { openPane } from '../cli/pane.ts'
import { wordsOf } from './fences.ts'

let home: Home
beforeAll(() => {
  home = makeHome()
  mkdirSync(home.workspace)
  writeFileSync(join(home.workspace, 'notes.txt'), 'milk\nbread\n')
})
afterAll(() => home.remove())

/** What is another in every run stands for itself: ids, times, hashes, folders. */
const steady = (text: string): string =>
  text
    .replaceAll(home.workspace, '~/Gatehouse')
    .replaceAll(home.folder, '~/.gatehouse')
    .replaceAll(dirname(home.folder), '~')
    .replaceAll(/\b(apr|call|lease|run|ses)_[0-9a-z]+/g, '$1_0123456789')
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, '2026-01-31 12:00:00')
    .replaceAll(/\b[0-9a-f]{64}\b/g, '3f0c…')
    .replaceAll(/\bin \d+ ms/g, 'in 5 ms')
    .replaceAll(/\b\d+ rows checked/g, '21 rows checked')
    .replaceAll(/\bHead: row \d+/g, 'Head: row 21')
    .replaceAll(/Node v[\d.]+, \S+/g, 'Node v24, linux-x64')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trimEnd()

async function shown(line: string): Promise<string> {
  const [, ...words] = wordsOf(line)
  const { code, stdout, stderr } = await home.run(...words)
  const exit = code === 0 ? '' : `\n# exit code ${code}`
  return `$ ${line}\n${steady(`${stdout}${stderr}`)}${exit}`
}

const block = (...parts: readonly string[]): string =>
  `\`\`\`text session\n${parts.join('\n')}\n\`\`\`\n`

async function session(): Promise<string> {
  const write = `gatehouse tools run write_file --args '{"path": "notes.txt", "content": "milk\\nbread\\ntea\\n"}'`
  const setUp = block(
    await shown('gatehouse init ask --yes'),
    await shown(`gatehouse tools run read_file --args '{"path": "notes.txt"}'`),
    await shown('gatehouse policy explain --mount notes.txt'),
    await shown('gatehouse tools rnu read_file'),
  )
  const nobody = block(await shown(write))

  await home.start('serve', '--port', '0', '--json', '--no-open').until(/"url"/)
  const pane = openPane(`${home.command} watch`, { ...home.env, NO_COLOR: '1' }, [132, 46])
  try {
    await pane.until(/Nothing is waiting/)
    const [, ...words] = wordsOf(write)
    const waiting = home.start(...words)
    await waiting.until(/approval required; expires/)
    // With what each lasting answer would have done, which is counted after the card is there.
    const screen = steady(await pane.until(/Of the last[^]*^-- end -/m))
    // A card that has just come is deaf for a moment.
    for (;;) {
      pane.press('a')
      if (/y for yes/.test(await pane.until(/y for yes|has just changed/))) break
      await pane.until(/^(?![^]*has just changed)/)
    }
    const asked = steady(pane.screen()).split('\n').at(-1) ?? ''
    pane.press('y')
    await pane.until(/Approved: /)
    const { stdout } = await waiting.ended
    return `# A session

What the command line prints, from the first start to a look back. Ids, times, hashes and folders are shortened. This page is made by running
the commands; a test runs them again.

Set up, call a tool, ask what would be decided, and mistype a command:

${setUp}
A call that needs approval, with nobody to ask:

${nobody}
With Gatehouse running (\`gatehouse serve\`), the same call waits. In another terminal, \`gatehouse watch\` shows it:

${block(screen)}
The key \`a\`, then \`y\`:

${block(asked)}
And the call goes on:

${block(`$ ${write}`, steady(stdout))}
Look back:

${block(
  await shown('gatehouse audit report -n 1 tool:write_file'),
  await shown('gatehouse audit verify'),
)}`
  } finally {
    pane.close()
  }
}

describe.runIf(process.platform === 'linux' && findProgram('tmux') !== null)(
  'the session of the guide (skipped where there is no tmux)',
  () => {
    it('is what the command line prints', async () => {
      await expect(await session()).toMatchFileSnapshot('../../docs/guide/session.md')
    }, 600_000)
  },
)
