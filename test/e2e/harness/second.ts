// A second start of a host beside one that runs: it should say so and end.
import { startNode, startProgram } from './child.ts'
import { built, installed } from './root.ts'
import { noRealElectron, standInHook } from './start-electron.ts'

export async function startSecond(
  host: 'browser' | 'electron',
  args: readonly string[],
  env: NodeJS.ProcessEnv,
) {
  let output = ''
  const listener = (text: string): void => void (output += text)
  if (host === 'electron' && noRealElectron() === null)
    throw new Error('A second real Electron is not started by this harness.')
  const words =
    host === 'browser'
      ? [built('main', 'browser.js')]
      : ['--import', standInHook, built('main', 'electron.js')]
  const options = { env, args: [], output: listener }
  const app = host === 'electron' ? installed('app') : null
  const child =
    app === null ? startNode([...words, ...args], options) : startProgram(app, args, options)
  await child.ended
  return { code: child.process.exitCode, output }
}
