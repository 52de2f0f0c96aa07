// The app has few file descriptors, and many connections take them, in the middle of the first
// trial of the sandbox too.
import { readdirSync } from 'node:fs'
import { createConnection } from 'node:net'
import { textOf } from './driver/agent-socket.ts'
import { must } from './driver/fault.ts'
import { runApproved, withApp } from './driver/steps.ts'
import { pause, until } from './driver/until.ts'
import type { Fault } from './driver/fault.ts'

/** More than this process may have handed on: what is inherited has numbers too. */
const MOST = 300

export const fault: Fault = {
  name: 'descriptors-run-out',
  fault: `the app may have ${MOST} file descriptors, and 700 connections take them all, right after the start`,
  mustHappen: 'the app lives, agents can connect, and commands run again when descriptors are free',
  run: () =>
    withApp(async (app) => {
      const program = await app.start({ under: ['prlimit', `--nofile=${MOST}:${MOST}`] })
      const taken = Array.from({ length: 700 }, () =>
        createConnection(app.paths.socketFile).on('error', () => {}),
      )
      await until('all descriptors to be taken', () =>
        readdirSync(`/proc/${program.child.pid}/fd`).length >= MOST - 2 ? true : null,
      )
      await pause(1_000)
      for (const socket of taken) socket.destroy()
      const agent = await app.agent().catch((cause: unknown) => {
        throw new Error(
          `No agent can connect (${String(cause)}); the app said: ${program.output().slice(-600)}`,
        )
      })
      let said = ''
      for (
        const late = Date.now() + 240_000;
        !/again/.test(said) && Date.now() < late;
        await pause(500)
      )
        said = textOf(await runApproved(app, agent, 'echo again'))
      must(program.child.exitCode === null, 'the app ended')
      must(/again/.test(said), `a command was answered: ${said}`)
      return 'The app lived, agents connected again, and commands ran again.'
    }),
}
