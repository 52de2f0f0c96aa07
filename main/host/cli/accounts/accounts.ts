// `gatehouse accounts list` and `gatehouse accounts disconnect`.
import { failure } from '../../../../contract/failure.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { err, ok } from '../../../../contract/result.ts'
import type { Result } from '../../../../contract/result.ts'
import { AccountName } from '../../../../contract/ipc/topics/ipc-accounts.ts'
import type { AccountState } from '../../../../contract/ipc/topics/ipc-accounts.ts'
import { printJson } from '../command.ts'
import type { Command } from '../command.ts'
import { exit } from '../exit.ts'
import { complain } from '../output/complain.ts'
import { columns } from '../output/show.ts'
import { withOpenStore } from '../secrets/open.ts'
import { withQueries } from '../session/with-session.ts'
import { oneOf } from '../one-of.ts'

export const ACCOUNT_CHOICES = { ACCOUNT: AccountName.options } as const

/** Fails with `usage`. */
export function accountNamed(name: string | undefined): Result<AccountName, Failure> {
  const named = AccountName.safeParse(name)
  return named.success
    ? ok(named.data)
    : err(
        failure(
          'usage',
          `There is no account "${name ?? ''}".`,
          oneOf(name ?? '', AccountName.options),
        ),
      )
}

/** The tools that work with it, for sentences. */
export const TOOLS_OF: Readonly<Record<AccountName, string>> = {
  google: 'google_mail, google_calendar',
  reddit: 'reddit',
}

export const accountsList: Command = {
  name: 'accounts list',
  operands: [],
  options: [],
  usage: '',
  summary: 'List the accounts that built-in tools use, and whether you are signed in',
  run: (call) =>
    withQueries(call, async (session) => {
      const { context, json } = call
      const listed = await session.call('accounts.list', {})
      if (!listed.ok) return complain(context, listed.error, json)
      if (json) printJson(context, { accounts: listed.value })
      else context.out(columns(listed.value.map(line)))
      return exit.done
    }),
}

const line = ({ account, signedIn, page }: AccountState): string[] => [
  account,
  page !== null ? 'waits for you in the browser' : signedIn ? 'signed in' : 'not signed in',
  TOOLS_OF[account],
]

export const accountsDisconnect: Command = {
  name: 'accounts disconnect',
  operands: ['ACCOUNT'],
  choices: ACCOUNT_CHOICES,
  options: [],
  usage: '',
  summary: 'Sign out of an account here; deletes its tokens',
  async run(call) {
    const { context, json, operands } = call
    const named = accountNamed(operands[0])
    if (!named.ok) return complain(context, named.error, json)
    return withOpenStore(call, async (session) => {
      const gone = await session.call('accounts.sign-out', { account: named.value })
      if (!gone.ok) return gone
      if (json) printJson(context, { account: named.value, signedIn: false })
      else context.out(`Signed out of ${named.value}.\n`)
      return ok(exit.done)
    })
  },
}
