// Says nothing before there is a file `go` in the folder that it is given.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { serve, words } from '../raw-server.ts'

const [folder = '.'] = process.argv.slice(2)
while (!existsSync(join(folder, 'go'))) await sleep(50)
serve({ tools: () => [{ name: 'echo' }], call: () => words('at last') })
