// Writes the completion scripts and the manual page into a folder, where systems look for them:
//   node main/host/cli/reference/write.ts out/share
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import about from '../../../../package.json' with { type: 'json' }
import { allCommands } from '../commands.ts'
import { manPage } from './man-page.ts'
import { completionScripts } from './scripts.ts'

const commands = await allCommands()
const [folder = 'out/share'] = process.argv.slice(2)
const scripts = completionScripts(commands)
const files = {
  'man/man1/gatehouse.1': manPage(commands, about.version),
  'bash-completion/completions/gatehouse': scripts.bash,
  'zsh/site-functions/_gatehouse': scripts.zsh,
  'fish/vendor_completions.d/gatehouse.fish': scripts.fish,
  'powershell/gatehouse.ps1': scripts.powershell,
}
for (const [name, content] of Object.entries(files)) {
  const file = join(folder, name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}
