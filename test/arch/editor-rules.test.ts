import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { findNode } from '../../main/host/launch/node.mjs'
import { editorRules } from './editor-rules.ts'

const root = join(import.meta.dirname, '..', '..')

it('the linter has the floor plan as it is (written by vitest run test/arch -u)', async () => {
  await expect(editorRules()).toMatchFileSnapshot(join(root, '.oxlintrc.layers.json'))
})

it('the linter shows an import that the floor plan does not allow, and no other', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-layers-'))
  const files: Readonly<Record<string, string>> = {
    'contract/call/a.ts':
      "import 'node:fs'\nimport '../../main/gate/a.ts'\nimport '../agent/b.ts'\nimport 'zod'\n",
    'main/gate/a.ts': "import '../store/a.ts'\nimport '../../contract/call/a.ts'\n",
    'main/store/deep/a.ts': "import '../../egress/a.ts'\nimport '../b.ts'\nimport 'node:fs'\n",
    'main/agent/a.ts': "import 'better-sqlite3'\nimport 'zod'\n",
    'main/wiring/a.ts': "import '../store/a.ts'\n",
    'renderer/state/a.ts': "import '../ui/a.tsx'\nimport '../bridge/a.ts'\nimport 'zustand'\n",
    'renderer/ui/a.tsx': "import '../../main/host/app.ts'\nimport 'react'\n",
  }
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(join(folder, dirname(name)), { recursive: true })
      writeFileSync(join(folder, name), text)
    }
    writeFileSync(join(folder, '.oxlintrc.json'), editorRules())
    expect(found(folder)).toEqual([
      'contract/call/a.ts:1',
      'contract/call/a.ts:2',
      'main/agent/a.ts:1',
      'main/gate/a.ts:1',
      'main/store/deep/a.ts:1',
      'renderer/state/a.ts:1',
      'renderer/ui/a.tsx:1',
    ])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

/** File and line of each restricted import. */
function found(folder: string): readonly string[] {
  const words = [join(root, 'node_modules/oxlint/bin/oxlint'), '--format', 'unix']
  let output = ''
  try {
    output = execFileSync(findNode(root), words, { cwd: folder, encoding: 'utf8' })
  } catch (error) {
    output = String((error as { stdout?: unknown }).stdout)
  }
  return output
    .split('\n')
    .filter((line) => line.includes('no-restricted-imports'))
    .map((line) => /^(.+?:\d+):/.exec(line)?.[1] ?? line)
    .toSorted()
}
