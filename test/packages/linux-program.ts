// Packs in a process of its own: `node test/packages/linux-program.ts FOLDER TARGET …`. Playwright
// loads modules in its own way, in which electron-builder finds no hook.
import { packLinux } from './linux-folder.ts'

const [folder = '', ...targets] = process.argv.slice(2)
const { unpacked } = await packLinux(folder, targets)
process.stdout.write(`\n${unpacked}\n`)
