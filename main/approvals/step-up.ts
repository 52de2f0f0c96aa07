// Proof that a person is there: a passphrase, or a code from an authenticator. Holds neither in the
// clear where it can be helped: the passphrase only as its Argon2id hash; the secret of one-time
// codes must be readable to check them, and lies in the database, which no call can touch. Each
// proof is used once, at the moment it is given.
import { argon2, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'
import type { Proof } from '../../contract/approval/proof.ts'
import { failure, type Failure } from '../../contract/failure.ts'
import type { StepUpState } from '../../contract/approval/step-up.ts'
import { err, ok, type Result } from '../../contract/result.ts'

const hash = promisify(argon2)

/**
 * OWASP's password storage sheet asks for 19 MiB and 2 passes at least; this takes about a tenth of
 * a second.
 */
const COST = { memory: 65_536, passes: 3 } as const
/** RFC 6238: 30 seconds a code, and one step either way for clocks that differ. */
const STEP_SECONDS = 30
/**
 * Wrong proofs before answers are locked, and for how long; each further one doubles it, up to the
 * last.
 */
const FREE_TRIES = 5
const LOCK_MS = 30_000
const LONGEST_LOCK_MS = 15 * 60_000

const Passphrase = z.object({ salt: z.string(), tag: z.string() })
const Totp = z.object({ secret: z.string(), confirmed: z.boolean(), lastStep: z.int() })
const Attempts = z.object({ failed: z.int(), lockedUntil: z.int() })

/** The system asks the person itself. */
export type SystemProof = {
  readonly available: () => boolean
  /** Whether the person lets it count in place of the passphrase. */
  readonly on: () => boolean
  /** `reason` ends the system’s own sentence. False: refused, or given up. Never rejects. */
  readonly ask: (reason: string) => Promise<boolean>
}

export type StepUpDeps = {
  readonly table: {
    get(kind: 'passphrase' | 'totp' | 'attempts'): unknown
    put(kind: 'passphrase' | 'totp' | 'attempts', body: unknown): void
    remove(kind: 'totp'): void
  }
  readonly now: () => number
  /** Told about every change and every wrong proof, for the journal. */
  readonly noted: (
    change: 'passphrase-set' | 'totp-set' | 'totp-removed' | 'failed' | 'locked',
  ) => Promise<void>
  /** Touch ID of the desktop; left out: there is none. */
  readonly system?: SystemProof
  /** Of a guess at the passphrase: KiB of memory and passes. Left out, the usual one. */
  readonly cost?: { readonly memory: number; readonly passes: number }
}

export type StepUp = {
  state(): StepUpState
  /**
   * `step-up.unset`, `step-up.locked`, `step-up.wrong`, `step-up.used` (a code is good once).
   */
  prove(proof: Proof): Promise<Result<Proof['kind'], Failure>>
  /**
   * By the system, for what `reason` names. Only beside a passphrase, and not while proofs are
   * locked. `step-up.system` where it does not count here, `step-up.wrong` where it failed.
   */
  proveBySystem(reason: string): Promise<Result<'system', Failure>>
  setPassphrase(
    current: string | undefined,
    passphrase: string,
  ): Promise<Result<StepUpState, Failure>>
  /**
   * A new secret, base32 and as a URI for authenticators. It counts once a code has confirmed it.
   */
  startTotp(passphrase: string): Promise<Result<{ secret: string; uri: string }, Failure>>
  confirmTotp(code: string): Promise<Result<StepUpState, Failure>>
  removeTotp(passphrase: string): Promise<Result<StepUpState, Failure>>
}

export function openStepUp({ table, now, noted, system, cost = COST }: StepUpDeps): StepUp {
  const derive = (passphrase: string, salt: Buffer): Promise<Buffer> =>
    keyOf(passphrase, salt, cost)
  const passphraseOf = () => Passphrase.safeParse(table.get('passphrase')).data ?? null
  const totpOf = () => Totp.safeParse(table.get('totp')).data ?? null
  const attemptsOf = () =>
    Attempts.safeParse(table.get('attempts')).data ?? { failed: 0, lockedUntil: 0 }

  const state = (): StepUpState => {
    const { lockedUntil } = attemptsOf()
    return {
      passphrase: passphraseOf() !== null,
      totp: totpOf()?.confirmed === true,
      system: system?.available() !== true ? 'none' : system.on() ? 'on' : 'off',
      lockedUntil: lockedUntil > now() ? lockedUntil : null,
    }
  }

  /**
   * Every proof goes through here, so that guesses of either kind count together. One at a time:
   * two at once would be two guesses for one count.
   */
  let slot: Promise<unknown> = Promise.resolve()
  const guarded = <T>(check: () => Promise<Result<T, Failure>>): Promise<Result<T, Failure>> => {
    const next = slot.then(async () => {
      const { failed, lockedUntil } = attemptsOf()
      if (lockedUntil > now()) return err(locked(lockedUntil - now()))
      // Counted before the check, so that a program killed in the middle has not given a free
      // guess.
      table.put('attempts', {
        failed: failed + 1,
        lockedUntil: failed + 1 < FREE_TRIES ? 0 : now() + lockFor(failed + 1),
      })
      const checked = await check()
      if (checked.ok) {
        table.put('attempts', { failed: 0, lockedUntil: 0 })
        return checked
      }
      await noted(failed + 1 < FREE_TRIES ? 'failed' : 'locked')
      return checked
    })
    slot = next.catch(() => {})
    return next
  }

  const isPassphrase = async (given: string): Promise<Result<null, Failure>> => {
    const stored = passphraseOf()
    if (stored === null)
      return err(
        failure(
          'step-up.unset',
          'No passphrase is set.',
          'Set one with gatehouse step-up passphrase.',
        ),
      )
    const tag = await derive(given, Buffer.from(stored.salt, 'hex'))
    return timingSafeEqual(tag, Buffer.from(stored.tag, 'hex'))
      ? ok(null)
      : err(failure('step-up.wrong', 'The passphrase is wrong.'))
  }

  const isCode = async (given: string, confirmed: boolean): Promise<Result<null, Failure>> => {
    const stored = totpOf()
    if (stored === null || stored.confirmed !== confirmed)
      return err(
        failure(
          'step-up.unset',
          'No one-time codes are set up.',
          'Set them up with gatehouse step-up totp.',
        ),
      )
    const step = Math.floor(now() / 1000 / STEP_SECONDS)
    const found = [step, step - 1, step + 1].find((at) =>
      sameText(totpCode(stored.secret, at), given),
    )
    if (found === undefined) return err(failure('step-up.wrong', 'The one-time code is wrong.'))
    if (found <= stored.lastStep)
      return err(
        failure('step-up.used', 'This one-time code was already used.', 'Wait for the next one.'),
      )
    table.put('totp', { ...stored, confirmed: true, lastStep: found })
    return ok(null)
  }

  return {
    state,
    prove: async (proof) => {
      if (proof.kind === 'system') return err(onlyApprovals)
      return guarded(async () => {
        const checked = await (proof.kind === 'passphrase'
          ? isPassphrase(proof.passphrase)
          : isCode(proof.code, true))
        return checked.ok ? ok(proof.kind) : checked
      })
    },
    async proveBySystem(reason) {
      const { passphrase, system: counts, lockedUntil } = state()
      if (system === undefined || counts !== 'on' || !passphrase) return err(noSystem)
      if (lockedUntil !== null) return err(locked(lockedUntil - now()))
      // The system counts and locks wrong fingers itself.
      return (await system.ask(reason)) ? ok('system') : err(notGiven)
    },
    async setPassphrase(current, passphrase) {
      if (passphraseOf() !== null) {
        if (current === undefined)
          return err(
            failure('step-up.wrong', 'A passphrase is already set. Enter it to change it.'),
          )
        const checked = await guarded(() => isPassphrase(current))
        if (!checked.ok) return checked
      }
      const salt = randomBytes(16)
      table.put('passphrase', {
        salt: salt.toString('hex'),
        tag: (await derive(passphrase, salt)).toString('hex'),
      })
      await noted('passphrase-set')
      return ok(state())
    },
    async startTotp(passphrase) {
      const checked = await guarded(() => isPassphrase(passphrase))
      if (!checked.ok) return checked
      const secret = base32(randomBytes(20))
      table.put('totp', { secret, confirmed: false, lastStep: 0 })
      return ok({
        secret,
        uri: `otpauth://totp/Gatehouse?secret=${secret}&issuer=Gatehouse&period=${STEP_SECONDS}&digits=6`,
      })
    },
    async confirmTotp(code) {
      const checked = await guarded(() => isCode(code, false))
      if (!checked.ok) return checked
      await noted('totp-set')
      return ok(state())
    },
    async removeTotp(passphrase) {
      const checked = await guarded(() => isPassphrase(passphrase))
      if (!checked.ok) return checked
      table.remove('totp')
      await noted('totp-removed')
      return ok(state())
    },
  }
}

const onlyApprovals = failure(
  'step-up.system',
  'Touch ID is accepted for approvals in the window only.',
  'Enter the passphrase or a one-time code.',
)
const noSystem = failure(
  'step-up.system',
  'Touch ID is not accepted here.',
  'Enter the passphrase or a one-time code.',
)
const notGiven = failure(
  'step-up.wrong',
  'Touch ID did not confirm that it is you.',
  'Try again, or enter the passphrase.',
)

const lockFor = (failed: number): number =>
  Math.min(LOCK_MS * 2 ** (failed - FREE_TRIES), LONGEST_LOCK_MS)
const locked = (ms: number): Failure =>
  failure(
    'step-up.locked',
    `Too many wrong attempts. Gatehouse accepts none for ${Math.ceil(ms / 1000)} s.`,
    'Wait, then try again.',
  )

const keyOf = async (
  passphrase: string,
  nonce: Buffer,
  cost: { readonly memory: number; readonly passes: number },
): Promise<Buffer> =>
  (await hash('argon2id', {
    message: passphrase.normalize('NFKC'),
    nonce,
    parallelism: 1,
    tagLength: 32,
    ...cost,
  })) as Buffer

const sameText = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/**
 * RFC 6238 over RFC 4226, SHA-1 as every authenticator expects, six digits. `step` counts 30
 * seconds from the epoch.
 */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0x0f
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0')
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('')
}

function fromBase32(text: string): Buffer {
  const bits = text
    .split('')
    .map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)))
}
