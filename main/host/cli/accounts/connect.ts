// `gatehouse accounts connect`: of Google it says the address of the sign-in page, waits on loopback for
// the person, and stores the tokens; at Reddit the person's app is enough by itself. The secret of the
// client is typed unseen or comes on standard input, as every secret does.
import type { Failure } from '../../../../contract/failure.ts'
import { failure } from '../../../../contract/failure.ts'
import { accountsChannels } from '../../../../contract/ipc/topics/ipc-accounts.ts'
import type { AccountName } from '../../../../contract/ipc/topics/ipc-accounts.ts'
import { ok } from '../../../../contract/result.ts'
import type { Result } from '../../../../contract/result.ts'
import { printJson } from '../command.ts'
import type { Call, Command } from '../command.ts'
import { exit } from '../exit.ts'
import { complain } from '../output/complain.ts'
import { visible } from '../output/show.ts'
import { passphraseFor } from '../secrets/open.ts'
import { readValue } from '../secrets/set.ts'
import type { Session } from '../session/session.ts'
import { withSession } from '../session/with-session.ts'
import { ACCOUNT_CHOICES, accountNamed, TOOLS_OF } from './accounts.ts'

const PAUSE_MS = 200

export const accountsConnect: Command = {
  name: 'accounts connect',
  operands: ['ACCOUNT'],
  choices: ACCOUNT_CHOICES,
  options: ['client-id'],
  usage: '--client-id ID',
  summary:
    'Sign in to an account that built-in tools use: google or reddit. ID is that of an OAuth client of the type “Desktop app” in the Google Cloud console, or of an app of the type “script” at reddit.com/prefs/apps; type its secret, or pass it on standard input',
  async run(call) {
    const { context, json, operands, options } = call
    const named = accountNamed(operands[0])
    if (!named.ok) return complain(context, named.error, json)
    const clientId = options.get('client-id') ?? ''
    // Before anything is typed.
    const { shape } = accountsChannels['accounts.sign-in'].input
    if (!shape.clientId.safeParse(clientId).success)
      return complain(context, noClient(named.value), json)
    const typed = await readValue(call, 'Client secret, not shown: ')
    if (!typed.ok) return complain(context, typed.error, json)
    if (!shape.clientSecret.safeParse(typed.value).success)
      return complain(context, noSecret(named.value), json)
    return withSession(call, async (session) => {
      const opened = await openStore(call, session)
      if (!opened.ok) return complain(context, opened.error, json)
      const signedIn = await signIn(call, session, {
        account: named.value,
        clientId,
        clientSecret: typed.value,
      })
      if (!signedIn.ok) return complain(context, signedIn.error, json)
      if (json) printJson(context, { account: named.value, signedIn: true })
      else
        context.out(
          `Signed in to ${named.value}. Tools that can be used now: ${TOOLS_OF[named.value]}.\n`,
        )
      return exit.done
    })
  },
}

/** Tokens are kept sealed, so the store is opened before anybody goes to a page. */
async function openStore(call: Call, session: Session): Promise<Result<unknown, Failure>> {
  const state = await session.call('secrets.state', {})
  if (!state.ok || state.value.kind === 'open' || state.value.kind === 'broken') return state
  if (state.value.storedBy === 'system') return session.call('secrets.unlock', {})
  const passphrase = await passphraseFor(call)
  return passphrase.ok
    ? session.call('secrets.unlock', { passphrase: passphrase.value })
    : passphrase
}

type Asked = {
  readonly account: AccountName
  readonly clientId: string
  readonly clientSecret: string
}

/** Until the person has signed in, or nobody did in time. Says the address once it is known. */
async function signIn(
  { context }: Call,
  session: Session,
  asked: Asked,
): Promise<Result<null, Failure>> {
  let over = false
  const answer = session.call('accounts.sign-in', asked).finally(() => {
    over = true
  })
  for (let shown = false; !over && !shown;) {
    const listed = await session.call('accounts.list', {})
    const page = listed.ok
      ? listed.value.find(({ account }) => account === asked.account)?.page
      : null
    if (page === null || page === undefined) {
      await Promise.race([answer, context.sleep(PAUSE_MS)])
      continue
    }
    shown = true
    context.note(
      `Sign in to ${asked.account} in your browser. If none opened, open this address on this machine:\n  ${visible(page)}\n`,
    )
  }
  const ended = await answer
  return ended.ok ? ok(null) : ended
}

const WHERE: Readonly<Record<AccountName, { readonly create: string; readonly copy: string }>> = {
  google: {
    create: 'Create an OAuth client of the type “Desktop app” in the Google Cloud console',
    copy: 'Copy it from the Google Cloud console again.',
  },
  reddit: {
    create: 'Create an app of the type “script” at reddit.com/prefs/apps',
    copy: 'Copy it from reddit.com/prefs/apps again.',
  },
}

const noClient = (account: AccountName): Failure =>
  failure(
    'usage',
    '--client-id is missing or is not an id.',
    `${WHERE[account].create}, and add --client-id ID.`,
  )
const noSecret = (account: AccountName): Failure =>
  failure(
    'usage',
    'This is not the secret of a client: it has spaces or other characters that none has.',
    WHERE[account].copy,
  )
