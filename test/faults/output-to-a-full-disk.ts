// The output of the command line goes to a full disk, and that of a hook.
import { closeSync, openSync } from 'node:fs'
import { cliFile, hookFile } from './driver/app.ts'
import { must } from './driver/fault.ts'
import { withApp } from './driver/steps.ts'
import { quote } from './driver/quote.ts'
import type { Fault } from './driver/fault.ts'

export const fault: Fault = {
  name: 'output-to-a-full-disk',
  fault: 'the output of the command line goes to a full disk, and that of a hook',
  mustHappen: 'a sentence and a failing exit code; the hook stops its call',
  short: true,
  run: () =>
    withApp(async (app) => {
      await app.start()
      const full = openSync('/dev/full', 'w')
      try {
        const said: string[] = []
        for (const words of [
          ['tools', 'list', '--json'],
          ['audit', 'tail'],
          ['--version'],
          ['help'],
        ]) {
          const program = app.run(cliFile, words, { stdout: full })
          program.child.stdin?.end()
          const { code, stderr } = await program.ended
          must(
            code === 1 && /no room left|is full/.test(stderr),
            `gatehouse ${words.join(' ')}: ${code} ${stderr}`,
          )
          said.push(stderr)
        }
        const hook = app.run(hookFile, ['claude-code'], { stdout: full })
        hook.child.stdin?.end(
          JSON.stringify({
            hook_event_name: 'PreToolUse',
            session_id: 's',
            cwd: app.workspace,
            tool_name: 'Read',
            tool_input: { file_path: `${app.workspace}/x` },
          }),
        )
        const { code } = await hook.ended
        must(code === 2, `the hook ended with ${code}`)
        return `It said ${quote(said[0]?.split('\n')[0] ?? '', 140)} and failed. The hook stopped its call.`
      } finally {
        closeSync(full)
      }
    }),
}
