// Properties are tried with the same values in every run, so that a red run means the change and
// not the day. To look for new counterexamples: `GATEHOUSE_SEED=random npm test -- unit`; the seed
// is printed with each failure.
import fc from 'fast-check'

const FIXED = 20_260_101
const asked = process.env['GATEHOUSE_SEED']

if (asked !== 'random')
  fc.configureGlobal({
    ...fc.readConfigureGlobal(),
    seed: asked === undefined ? FIXED : Number(asked),
  })
