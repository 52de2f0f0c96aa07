// Puts secrets into the credential store, which may have to be opened for that, and takes them
// back where what they were for did not come about.
import { useState } from 'react'
import type { Failure } from '../../../contract/failure.ts'
import type { Result } from '../../../contract/result.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { useLive } from '../../state/live/live-store.ts'
import { useRead } from '../../state/use-read.ts'
import type { StoredSecret } from './stored-secret.ts'
import { strings } from './strings.ts'

type Failed = { readonly ok: false; readonly error: Failure }
const fine = { ok: true, value: null } as const

export type Store = {
  readonly passphrase: string
  setPassphrase(text: string): void
  /** Whether the passphrase has to be typed before anything can be stored. */
  readonly asks: boolean
  /** Opens it where it is locked. Failures: what main says of it. */
  open(): Promise<Result<null, Failure>>
  /** All of them, or none. Never writes over a credential that is there. */
  put(secrets: readonly StoredSecret[]): Promise<Result<null, Failure>>
  takeBack(secrets: readonly StoredSecret[]): Promise<void>
}

export function useStore(): Store {
  const bridge = useBridge()
  const desktop = useLive((live) => live.app?.host === 'electron')
  const rows = useLive((live) => live.journalSeq)
  const { value: state, reload } = useRead(bridge, 'secrets.state', {}, rows)
  const [passphrase, setPassphrase] = useState('')
  const [refused, setRefused] = useState(false)
  const bySystem = state?.storedBy === 'system' || (state?.kind === 'none' && desktop)
  const closed = state !== null && state.kind !== 'open'
  const asks = closed && (!bySystem || refused)

  const open = async (): Promise<Result<null, Failure>> => {
    if (!closed || (state?.kind === 'none' && bySystem && !refused)) return fine
    const opened = await bridge.call('secrets.unlock', passphrase === '' ? {} : { passphrase })
    if (!opened.ok) setRefused(true)
    else setPassphrase('')
    reload()
    return opened.ok ? fine : opened
  }
  const takeBack = async (secrets: readonly StoredSecret[]): Promise<void> => {
    for (const { name } of secrets) await bridge.call('secrets.remove', { name })
  }
  return {
    passphrase,
    setPassphrase,
    asks,
    open,
    takeBack,
    async put(secrets) {
      if (secrets.length === 0) return fine
      const opened = await open()
      if (!opened.ok) return opened
      const there = await bridge.call('secrets.list', {})
      if (!there.ok) return there
      const taken = secrets.find(({ name }) => there.value.some((one) => one.name === name))
      if (taken !== undefined) return exists(taken.name)
      const stored: StoredSecret[] = []
      for (const secret of secrets) {
        const { name, hosts, value } = secret
        const set = await bridge.call('secrets.set', {
          name,
          hosts: [...hosts],
          header: 'authorization',
          template: '{}',
          value,
        })
        if (!set.ok) {
          if (set.error.code === 'secrets.locked') setRefused(true)
          await takeBack(stored)
          return set
        }
        stored.push(secret)
      }
      return fine
    },
  }
}

const exists = (name: string): Failed => ({
  ok: false,
  error: {
    code: 'secrets.exists',
    text: strings.form.secretTaken(name),
    hint: strings.form.secretTakenHint,
  },
})
